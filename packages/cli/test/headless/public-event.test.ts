/** Every event of a session has a public form, with exactly the documented fields. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RequestFacts, SessionEvent } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { publicEvent } from '../../src/headless/public-event.ts';

const failure = { reason: 'rate-limit', message: 'slow down', status: 429 } as const;
const request: RequestFacts = {
  number: 2,
  repeats: 1,
  turnId: 'turn-1',
  step: 1,
  target: 't',
  provider: 'openai',
  model: 'm',
  endpoint: 'http://m/v1',
  account: 'key:1',
  form: 'whole',
  because: [],
  sentAt: 5,
  endMs: 7,
  outcome: 'failed',
  failure,
};
const media = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;

/** The runtime's events, and which parts of them are public. */
const table: readonly (readonly [SessionEvent, object | undefined])[] = [
  [
    { type: 'turn-start', turnId: 'turn-1' },
    { type: 'turn-start', turn: 'turn-1' },
  ],
  ...same({ type: 'request', step: 1, target: 't', account: 'a', plain: false, because: ['b'] }),
  ...same({ type: 'request-failed', target: 't', failure, fault: 'none' }),
  ...same({
    type: 'request-failed',
    ...{ target: 't', failure, fault: 'projection-fault' },
    refusal: {
      format: 'openai-chat',
      idScheme: 'openai',
      ids: [{ canonical: 'a', call: 'b', result: 'b' }],
      decisions: [],
    },
  }),
  [
    { type: 'request-end', request },
    { type: 'request-end', ...request },
  ],
  ...same({ type: 'failover', from: 'a', to: 'b', because: [] }),
  [
    { type: 'failover', from: 'a', to: 'b', because: ['x'], turnId: 'turn-2', continues: 'turn-1' },
    { type: 'failover', from: 'a', to: 'b', because: ['x'], turn: 'turn-2', continues: 'turn-1' },
  ],
  ...same({ type: 'retry', attempt: 2, ms: 5, because: [] }),
  [
    { type: 'cooldown-wait', ms: 5, until: 0, because: [] },
    { type: 'cooldown-wait', ms: 5, until: '1970-01-01T00:00:00.000Z', because: [] },
  ],
  [
    { type: 'cooldown-wait', ms: 5, until: Number.POSITIVE_INFINITY, because: [] },
    { type: 'cooldown-wait', ms: 5, until: null, because: [] },
  ],
  ...same({ type: 'thinking-delta', text: 'x' }, { type: 'thinking-end' }),
  ...same({ type: 'text-delta', text: 'x' }, { type: 'text-end' }),
  ...same({ type: 'call-start', id: 'i', name: 'n' }, { type: 'tool-call', id: 'i', name: 'n', args: { a: 1 } }),
  ...same({ type: 'tool-approval', id: 'i', name: 'n', subject: 's', rule: 'r' }),
  ...same({ type: 'tool-start', id: 'i', name: 'n' }, { type: 'tool-progress', id: 'i', text: 'x' }),
  [
    { type: 'tool-result', id: 'i', name: 'n', ms: 3, outcome: { state: 'complete', result: 'r', media: [media] } },
    {
      type: 'tool-result',
      id: 'i',
      name: 'n',
      ms: 3,
      state: 'complete',
      result: 'r',
      media: [{ mimeType: 'image/png' }],
    },
  ],
  [
    { type: 'tool-result', id: 'i', name: 'n', ms: 3, outcome: { state: 'error', error: 'e' } },
    { type: 'tool-result', id: 'i', name: 'n', ms: 3, state: 'error', error: 'e' },
  ],
  [
    { type: 'tool-result', id: 'i', name: 'n', ms: 3, outcome: { state: 'denied', partial: 'p' } },
    { type: 'tool-result', id: 'i', name: 'n', ms: 3, state: 'denied', partial: 'p' },
  ],
  ...same({ type: 'reply-cut', why: 'failed', cancelled: ['c'], unfinished: [{ name: 'n', text: '{' }] }),
  ...same({ type: 'usage', target: 't', usage: { input: 1, output: 2 }, cost: 0.1 }),
  ...same({ type: 'usage', target: 't', usage: { input: 1, output: 2 } }),
  ...same({ type: 'usage', target: 't', usage: { input: 1, output: 2 }, for: 'summary' }),
  [
    {
      type: 'repair',
      target: 't',
      repairs: [{ kind: 'paired-by-position', fault: 'none', callIds: ['c'], at: '$[1]' }],
    },
    { type: 'repair', target: 't', repairs: [{ kind: 'paired-by-position', fault: 'none', at: '$[1]', calls: ['c'] }] },
  ],
  ...same({ type: 'steer', text: 'x' }, { type: 'notice', text: 'x' }, { type: 'setup-changed', what: ['tools'] }),
  ...same({ type: 'switch-queued', to: 'b', replaces: 'a', losses: [] }, { type: 'switch-cancelled', to: 'b' }),
  ...same({ type: 'switch-applied', from: 'a', to: 'b', losses: [{ kind: 'native-tools' }] }),
  ...same({ type: 'compaction', outcome: 'compacted', why: 'w', before: 9, after: 3 }),
  [{ type: 'turn-end', turnId: 't', outcome: 'done', text: '', steps: 1, usage: { input: 0, output: 0 } }, undefined],
];

function same(...events: readonly SessionEvent[]): readonly (readonly [SessionEvent, SessionEvent])[] {
  return events.map((event) => [event, event] as const);
}

test.each(table)('%j', (event, shown) => {
  expect(publicEvent(event)).toEqual(shown);
});

test('does not expose the runtime’s internal fields', () => {
  const more: SessionEvent = Object.assign({ type: 'text-end' } as const, { secret: 'x' });
  expect(publicEvent(more)).toEqual({ type: 'text-end' });
});

test('documents every type and every field', () => {
  const page =
    readFileSync(join(import.meta.dirname, '../../../../docs/json-events.md'), 'utf8').split('## Events')[1] ?? '';
  const rows = page.split('\n').filter((line) => line.startsWith('| `'));
  for (const [, shown] of table) {
    if (shown === undefined) continue;
    const { type, ...fields } = shown as { readonly type: string };
    const row = rows.find((line) => line.split('|')[1]?.includes(`\`${type}\``));
    expect(row, type).toBeDefined();
    for (const field of Object.keys(fields)) expect(row, `${type}.${field}`).toContain(`\`${field}\``);
  }
});
