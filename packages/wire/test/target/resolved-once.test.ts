/** A target is read and resolved once, however many steps and requests follow. */
import { expect, test } from 'vitest';
import { createPreparer, prepareRequest, streamReply, type Target } from '../../src/index.ts';

const contents = [{ speaker: 'human' as const, blocks: [{ type: 'text' as const, text: 'hi' }] }];

/** Counts how often its model is read. */
function watched(fields: Partial<Target>): { readonly target: Target; readonly reads: () => number } {
  let reads = 0;
  const target = {
    provider: 'openai',
    ...fields,
    get model() {
      reads += 1;
      return 'gpt-5.2';
    },
  };
  return { target, reads: () => reads };
}

test.each<[string, (target: Target) => unknown]>([
  ['prepareRequest', (target) => prepareRequest({ target, contents })],
  [
    'createPreparer, for two requests',
    (target) => {
      const preparer = createPreparer(target);
      return [preparer.prepare({ contents }), preparer.prepare({ contents: [...contents, ...contents] })];
    },
  ],
  ['streamReply', (target) => streamReply({ target, contents }, { fetch: async () => new Response('') })],
])('%s reads its target once', (_name, use) => {
  const { target, reads } = watched({ key: 'k' });
  use(target);
  expect(reads()).toBe(1);
});
