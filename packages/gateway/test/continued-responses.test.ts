/** What is sent of a conversation is the same whether its client continues a response by its id or sends everything itself. */
import type { RouteTarget } from '@interlock/runtime';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync } from '../../../test/property/runs.ts';
import { beginStream, openUpstream } from './open-upstream.ts';
import { send } from './send.ts';

interface Step {
  /** Which of the responses so far it continues; 0: none. */
  readonly from: number;
  /** Whether the results of the calls before it come first, and what the user says. */
  readonly results: boolean;
  readonly texts: readonly string[];
  readonly calls: number;
  readonly stream: boolean;
}

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    from: fc.nat(6),
    results: fc.boolean(),
    texts: fc.array(fc.constantFrom('a', 'b', 'cc', 'é\u0000"'), { minLength: 1, maxLength: 2 }),
    calls: fc.nat(2),
    stream: fc.boolean(),
  }),
  { minLength: 2, maxLength: 7 },
);

interface Item {
  readonly type: string;
  readonly call_id?: string;
}

interface Given {
  readonly id: string;
  readonly output: readonly Item[];
}

const tools = [{ type: 'function', name: 'read', parameters: { type: 'object', properties: {} } }];

const targets: readonly (RouteTarget & { readonly path: string })[] = [
  {
    provider: 'openai',
    protocol: 'openai-responses',
    model: 'gpt-5.6-terra',
    credentials: [{ key: 'k' }],
    path: '/v1',
  },
  { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }], path: '' },
];

/** As the provider streams them. */
const answers: readonly ((calls: number) => readonly object[])[] = [
  (calls) => [
    { type: 'response.created', response: { id: 'r', status: 'in_progress', output: [] } },
    ...Array.from({ length: calls }, (_, at) => {
      const item = { type: 'function_call', id: `fc_${at}`, call_id: `call_${at}`, name: 'read', arguments: '{}' };
      return { type: 'response.output_item.done', output_index: at, item };
    }),
    { type: 'response.completed', response: { id: 'r', status: 'completed', output: [] } },
  ],
  (calls) => [
    { type: 'message_start', message: { id: 'm', role: 'assistant', content: [], usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'thinking_delta', thinking: 'Hm.' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'c2lnbmVk' } },
    { type: 'content_block_stop', index: 0 },
    ...Array.from({ length: calls }, (_, at) => [
      {
        type: 'content_block_start',
        index: at + 1,
        content_block: { type: 'tool_use', id: `toolu_${at}`, name: 'read', input: {} },
      },
      { type: 'content_block_stop', index: at + 1 },
    ]).flat(),
    { type: 'message_delta', delta: { stop_reason: calls > 0 ? 'tool_use' : 'end_turn' }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ],
];

test.each([0, 1])('branches, calls, late and missing results (%i)', async (which) => {
  const { path = '', ...target } = targets[which] ?? {};
  let calls = 0;
  const upstream = await openUpstream({
    target: target as RouteTarget,
    path,
    answer: (response) => {
      beginStream(response);
      const events = answers[which]?.(calls) ?? [];
      response.end(
        events.map((event) => `event: ${Reflect.get(event, 'type')}\ndata: ${JSON.stringify(event)}\n\n`).join(''),
      );
    },
  });
  const { url } = upstream.gateway;
  try {
    await holdsAsync(steps, 40, async (given) => {
      const made: { readonly response: Given; readonly items: readonly object[] }[] = [];
      for (const { from, results, texts, calls: wanted, stream } of given) {
        calls = wanted;
        const previous = made[from - 1];
        const outputs = (results ? (previous?.response.output ?? []) : []).flatMap(({ call_id }) =>
          call_id === undefined ? [] : [{ type: 'function_call_output', call_id, output: 'x' }],
        );
        const added = [...outputs, ...texts.map((content) => ({ role: 'user', content }))];
        const items = [...(previous?.items ?? []), ...added];
        const continued = previous === undefined ? {} : { previous_response_id: previous.response.id };
        const response = await respond(url, { tools, stream, input: added, ...continued });
        await respond(url, { tools, stream, input: items });
        const [one, other] = upstream.sent.slice(-2).map(({ body }) => body);
        expect(one).toBe(other);
        made.push({ response, items: [...items, ...response.output] });
      }
    });
  } finally {
    await upstream.close();
  }
});

async function respond(url: string, request: object): Promise<Given> {
  const { status, body } = await send(url, '/v1/responses', { model: 'x', ...request });
  expect([status, body]).toEqual([200, expect.anything()]);
  if (typeof body !== 'string') return body as Given;
  const [, last = ''] = /^data: (.*"type":"response\.completed".*)$/m.exec(body) ?? [];
  return JSON.parse(last).response;
}
