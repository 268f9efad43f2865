/** The diagnostics of a request: enough to find a fault, and nothing secret. */
import { type Content, Ledger } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { prepareRequest } from '../../src/index.ts';

const secret = 'sk-live-0123456789abcdef';
const words = 'the text of the conversation';

const contents: readonly Content[] = [
  {
    speaker: 'human',
    blocks: [
      { type: 'text', text: words },
      { type: 'media', mimeType: 'image/png', data: 'iVBORw0K', encoding: 'base64' },
    ],
  },
  {
    speaker: 'ai',
    metadata: { provider: 'anthropic', model: 'claude-opus-4-8' },
    blocks: [
      {
        type: 'thinking',
        thought: words,
        seal: { provider: 'anthropic', model: 'claude-opus-4-8', field: 'signature', value: 'c2ln' },
      },
      { type: 'tool_call', id: 'toolu_1', name: 'fs/read', parameters: { path: words } },
      { type: 'tool_call', id: 'toolu_2', name: 'fs/read', parameters: { path: words } },
    ],
  },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'toolu_1', toolName: 'fs/read', result: words }] },
  { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'toolu_1', toolName: 'fs/read', error: words }] },
];

test('REQ-915-039 reports ids, names, seals, settings, dedupe decisions, synthetic reasons and the provider format in one object', () => {
  const target = { provider: 'deepseek', model: 'deepseek-v4-pro', key: secret } as const;
  const { diagnostics } = prepareRequest({ contents, target, settings: { temperature: 0.3 } });
  const [first, second] = diagnostics.ids;
  expect(JSON.parse(JSON.stringify(diagnostics))).toEqual({
    provider: 'deepseek',
    model: 'deepseek-v4-pro',
    protocol: 'openai-chat',
    idScheme: 'openai',
    ids: [
      { canonical: first?.canonical, call: first?.canonical.replace('hist_tool_', 'call_'), result: first?.call },
      { canonical: second?.canonical, call: second?.canonical.replace('hist_tool_', 'call_'), result: second?.call },
    ],
    names: [{ name: 'fs/read', projected: expect.stringMatching(/^fs_read_[0-9a-f]{8}$/) }],
    seals: [],
    media: [{ step: 0, outcome: 'replaced', mimeType: 'image/png' }],
    settings: [{ setting: 'temperature', why: expect.stringContaining('thinking') }],
    faults: [],
    render: {
      seenCallIds: [first?.canonical, second?.canonical],
      emittedCallIds: [first?.canonical, second?.canonical],
      emittedResultIds: [first?.canonical, second?.canonical],
      events: [
        expect.objectContaining({ kind: 'synthesized', reason: 'lost', callIds: [second?.canonical] }),
        expect.objectContaining({ kind: 'thinking-left-out', why: 'foreign' }),
        expect.objectContaining({ kind: 'deduplicated', why: 'result-over-error', callIds: [first?.canonical] }),
      ],
    },
  });
});

test('contains no text, argument, token or key', () => {
  for (const provider of ['anthropic', 'openai', 'google', 'mistral', 'ollama']) {
    const { diagnostics } = prepareRequest({ contents, target: { provider, key: secret }, system: words });
    const shown = JSON.stringify(diagnostics);
    for (const hidden of [secret, words, 'c2ln', 'iVBORw0K']) expect(shown).not.toContain(hidden);
  }
});

test('a ledger closes the calls it knows, and the diagnostics report it', () => {
  const ledger = new Ledger();
  const { diagnostics, body } = prepareRequest({ contents, ledger, target: { provider: 'anthropic' } });
  const reasons = diagnostics.render.events.flatMap((event) => (event.kind === 'synthesized' ? [event.reason] : []));
  expect(reasons).toEqual(['lost']);
  expect(JSON.stringify(body)).toContain('No result of this tool call is on record.');
});
