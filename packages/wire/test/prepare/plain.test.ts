/** A request that a target refused can be made again without thinking, seals and media. */
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { createPreparer, prepareRequest } from '../../src/index.ts';

const target = { provider: 'anthropic', model: 'claude-opus-4-8', key: 'k' };
const origin = { provider: 'anthropic', model: 'claude-opus-4-8' };
const contents: readonly Content[] = [
  {
    speaker: 'human',
    blocks: [
      { type: 'text', text: 'What is this?' },
      { type: 'media', mimeType: 'image/png', data: 'iVBORw0KGgo=', encoding: 'base64', filename: 'a.png' },
    ],
    metadata: { turnId: 't1' },
  },
  {
    speaker: 'ai',
    blocks: [
      {
        type: 'thinking',
        thought: 'A picture.',
        seal: { ...origin, protocol: 'anthropic-messages', field: 'signature', value: 'sig' },
      },
      { type: 'text', text: 'A picture.' },
    ],
    metadata: { turnId: 't1', ...origin },
  },
  { speaker: 'human', blocks: [{ type: 'text', text: 'And now?' }], metadata: { turnId: 't2' } },
];

test('no thinking, no seals and a placeholder for the picture, but all text', () => {
  const delicate = JSON.stringify(prepareRequest({ contents, target }).body);
  expect(delicate).toContain('"signature":"sig"');
  expect(delicate).toContain('iVBORw0KGgo=');
  const plain = JSON.stringify(prepareRequest({ contents, target, plain: true }).body);
  expect(plain).not.toContain('sig"');
  expect(plain).not.toContain('"type":"thinking"');
  expect(plain).not.toContain('iVBORw0KGgo=');
  for (const text of ['What is this?', 'a.png', 'A picture.', 'And now?']) expect(plain).toContain(text);
});

test('a preparer that switched to it once keeps it, so that its bytes only grow', () => {
  const preparer = createPreparer(target);
  preparer.prepare({ contents });
  const plain = preparer.prepare({ contents, plain: true }).body;
  expect(preparer.prepare({ contents }).body).toEqual(plain);
});
