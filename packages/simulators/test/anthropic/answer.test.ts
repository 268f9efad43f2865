/** Answers, whole and streamed. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../src/api/api.ts';
import type { Answer } from '../../src/api/model.ts';
import { assistant, type Body, createBench, request, result, tool, user } from './bench.ts';

const hi = user('hi');
const tools = [tool()];

function eventsOf(outcome: Outcome, answer: Answer): Body[] {
  if (outcome.kind !== 'asked') throw new Error(JSON.stringify(outcome));
  const { body } = outcome.answer(answer);
  return (typeof body === 'string' ? [body] : body).map((piece) => {
    const [, type, data = ''] = /^event: (\S+)\ndata: (.*)\n\n$/.exec(piece) ?? [];
    const event = JSON.parse(data) as Body;
    expect(event['type']).toBe(type);
    return event;
  });
}

/** The content, assembled from its pieces as a client has to. */
function gather(events: readonly Body[]): Body[] {
  const blocks: Record<string, unknown>[] = [];
  for (const event of events) {
    const index = Number(event['index']);
    if (event['type'] === 'content_block_start') blocks[index] = { ...(event['content_block'] as Body) };
    if (event['type'] !== 'content_block_delta') continue;
    const { type: _, ...delta } = event['delta'] as Record<string, string>;
    const block = blocks[index] ?? {};
    for (const [name, piece] of Object.entries(delta)) block[name] = String(block[name] ?? '') + piece;
  }
  return blocks;
}

const answer: Answer = {
  parts: [
    { think: 'Let me look, carefully.' },
    { say: 'I will read 🙂 it.' },
    { call: 'read', args: { path: 'a/b.txt', lines: [1, 2] }, id: 'toolu_a' },
    { call: 'read', args: {}, id: 'toolu_b' },
  ],
  stop: 'calls',
};

const thinking: Body = { thinking: { type: 'enabled', budget_tokens: 1024 }, tools };

describe('a whole answer', () => {
  test('has every part in order, with the usage of its text', () => {
    const bench = createBench();
    const { id, content, usage, ...rest } = bench.answer({ body: request([hi], thinking) }, answer.parts, 'calls');
    expect(id).toMatch(/^msg_01[1-9A-Za-z]{22}$/);
    expect(content).toEqual([
      {
        type: 'thinking',
        thinking: 'Let me look, carefully.',
        signature: expect.stringMatching(/^[A-Za-z0-9+/=]{100,}$/),
      },
      { type: 'text', text: 'I will read 🙂 it.' },
      {
        type: 'tool_use',
        id: 'toolu_a',
        name: 'read',
        input: { path: 'a/b.txt', lines: [1, 2] },
        caller: { type: 'direct' },
      },
      { type: 'tool_use', id: 'toolu_b', name: 'read', input: {}, caller: { type: 'direct' } },
    ]);
    expect(rest).toEqual({
      type: 'message',
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      container: null,
      stop_reason: 'tool_use',
      stop_sequence: null,
      stop_details: null,
    });
    expect(usage).toEqual({
      input_tokens: 13,
      cache_creation_input_tokens: 0,
      cache_read_input_tokens: 0,
      cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      output_tokens: 21,
      output_tokens_details: { thinking_tokens: 6 },
      server_tool_use: null,
      service_tier: 'standard',
    });
  });

  test.each([
    ['end', 'end_turn'],
    ['calls', 'tool_use'],
    ['length', 'max_tokens'],
    ['filtered', 'refusal'],
  ] as const)('%s is %s', (stop, reason) => {
    expect(createBench().answer({ body: request([hi]) }, [{ say: 'x' }], stop)['stop_reason']).toBe(reason);
  });

  test('thinks only if the model does, and shows it only if it is shown', () => {
    const shown = (model: string, more: Body = {}): unknown =>
      createBench()
        .say({ body: request([hi], { model, ...more }) }, [{ think: 'Hm.' }, { say: 'x' }])
        .map(({ type, thinking }) => [type, thinking]);
    const off = [['text', undefined]];
    expect(shown('claude-sonnet-4-5')).toEqual(off);
    expect(shown('claude-opus-4-6', { thinking: { type: 'adaptive' } })).toEqual([['thinking', 'Hm.'], ...off]);
    expect(shown('claude-opus-4-7', { thinking: { type: 'adaptive' } })).toEqual([['thinking', ''], ...off]);
    expect(shown('claude-opus-4-7', { thinking: { type: 'adaptive', display: 'summarized' } })).toEqual([
      ['thinking', 'Hm.'],
      ...off,
    ]);
    expect(shown('claude-sonnet-5')).toEqual([['thinking', ''], ...off]);
    expect(shown('claude-sonnet-5', { thinking: { type: 'disabled' } })).toEqual(off);
  });

  test.each([
    ['claude-sonnet-4-5', { type: 'enabled', budget_tokens: 1024 }, 'Hm.'],
    ['claude-sonnet-4-6', { type: 'adaptive' }, 'Hm.'],
    ['claude-sonnet-4-6', { type: 'adaptive', display: 'omitted' }, ''],
    ...[
      ...['claude-opus-4-7', 'claude-opus-4-8', 'claude-sonnet-5', 'claude-opus-5', 'claude-mythos-preview'],
      ...['claude-fable-5', 'claude-mythos-5', 'claude-fable-5-1', 'claude-mythos-5-1', 'claude-opus-5-5'],
      ...['claude-sonnet-5-5', 'claude-haiku-5-5'],
    ].flatMap((model): readonly [string, Body, string][] => [
      [model, { type: 'adaptive' }, ''],
      [model, { type: 'adaptive', display: 'omitted' }, ''],
      [model, { type: 'adaptive', display: 'summarized' }, 'Hm.'],
    ]),
  ] as const)('%s with %j shows %j', (model, thinking, shown) => {
    const said = createBench().say({ body: request([hi], { model, max_tokens: 2048, thinking }) }, [{ think: 'Hm.' }]);
    expect(said.map((block) => [block['type'], block['thinking']])).toEqual([['thinking', shown]]);
  });

  test.each(['updates', '', 1, {}])('rejects an unknown display %j', (display) => {
    const body = request([hi], { model: 'claude-opus-5-5', thinking: { type: 'adaptive', display } });
    const outcome = createBench().send({ body });
    expect(JSON.stringify(outcome)).toContain("thinking.adaptive.display: Input should be 'summarized' or 'omitted'");
  });

  test.each(['claude-fable-5', 'claude-mythos-preview', 'claude-fable-5-1', 'claude-opus-5-5'])(
    '%s always thinks',
    (model) => {
      const outcome = createBench().send({ body: request([hi], { model, thinking: { type: 'disabled' } }) });
      expect(JSON.stringify(outcome)).toContain('thinking.type.disabled');
    },
  );

  test('reads hidden thinking back', () => {
    const bench = createBench();
    const content = bench.say({ body: request([hi], { model: 'claude-sonnet-5' }) }, [{ think: 'Hm.' }, { say: 'x' }]);
    const outcome = bench.send({ body: request([hi, assistant(content), hi], { model: 'claude-sonnet-5' }) });
    expect(outcome.kind === 'asked' && outcome.seen.turns[1]?.thinking).toBe('Hm.');
  });

  test('drops broken arguments from a whole answer, and keeps them in a stream', () => {
    const bench = createBench();
    const parts = [{ call: 'read', args: { a: 1 }, rawArgs: '{"a": "half', id: 'toolu_1' }];
    expect(bench.say({ body: request([hi], { tools }) }, parts)[0]?.['input']).toEqual({});
    const events = eventsOf(bench.send({ body: request([hi], { tools, stream: true }) }), { parts, stop: 'length' });
    expect(gather(events)[0]?.['partial_json']).toBe('{"a": "half');
  });

  test('a web search is called and answered in one message, which can be sent back', () => {
    const bench = createBench();
    const search = { tools: [{ type: 'web_search_20250305', name: 'web_search' }] };
    const parts = [{ call: 'web_search', args: { query: 'weather' } }, { say: 'Sun.' }];
    const message = bench.answer({ body: request([hi], search) }, parts);
    const content = message['content'] as Body[];
    const id = content[0]?.['id'];
    expect(id).toMatch(/^srvtoolu_01\w{22}$/);
    expect(content).toMatchObject([
      { type: 'server_tool_use', name: 'web_search', input: { query: 'weather' } },
      { type: 'web_search_tool_result', tool_use_id: id, content: [{ type: 'web_search_result', title: 'weather' }] },
      { type: 'text', text: 'Sun.' },
    ]);
    expect(message['usage']).toMatchObject({ server_tool_use: { web_search_requests: 1 } });
    expect(bench.send({ body: request([hi, assistant(content), hi], search) })).toMatchObject({
      kind: 'asked',
      warnings: [],
    });
  });

  test('reports what was dropped, with the beta header', () => {
    const bench = createBench();
    const content = bench.say({ body: request([hi], { model: 'claude-fable-5-1' }) }, [{ think: 'a' }, { say: 'b' }]);
    const headers = { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' };
    const body = request([hi, assistant(content), hi], { model: 'claude-opus-5' });
    expect(bench.answer({ body, headers }, [{ say: 'x' }])['input_transformations']).toEqual([
      { type: 'thinking_dropped', path: 'messages.1.content.0', reason: 'model_binding_mismatch' },
    ]);
    expect(bench.answer({ body }, [{ say: 'x' }])).not.toHaveProperty('input_transformations');
  });

  test.each(['claude-sonnet-4-5', 'claude-opus-4-7', 'claude-fable-5-1', 'claude-opus-5-5', 'claude-haiku-5-5'])(
    '%s accepts its own answers, turn after turn, with thinking between calls',
    (model) => {
      const bench = createBench();
      const settings = { model, tools, ...(model === 'claude-sonnet-4-5' ? { thinking: thinking['thinking'] } : {}) };
      const messages: Body[] = [hi];
      for (const turn of ['a', 'b', 'c', 'd']) {
        const parts = [
          { think: turn },
          { say: turn },
          { think: `${turn}!` },
          { call: 'read', args: {}, id: `toolu_${turn}` },
        ];
        messages.push(
          assistant(bench.say({ body: request(messages, settings) }, parts)),
          user([result(`toolu_${turn}`)]),
        );
        expect(bench.send({ body: request(messages, settings) })).toMatchObject({ kind: 'asked', warnings: [] });
      }
    },
  );
});

describe('a stream', () => {
  test('has the same content as a whole answer, in pieces', () => {
    const bench = createBench();
    const events = eventsOf(bench.send({ body: request([hi], { ...thinking, stream: true }) }), answer);
    const [thought, said, one, other] = gather(events);
    expect(thought).toMatchObject({ type: 'thinking', thinking: 'Let me look, carefully.' });
    expect(said).toMatchObject({ type: 'text', text: 'I will read 🙂 it.' });
    expect(JSON.parse(String(one?.['partial_json']))).toEqual({ path: 'a/b.txt', lines: [1, 2] });
    expect(other).toMatchObject({ type: 'tool_use', id: 'toolu_b', partial_json: '{}', input: {} });
    const replay = request([
      hi,
      assistant([{ type: 'thinking', thinking: thought?.['thinking'], signature: thought?.['signature'] }]),
      hi,
    ]);
    expect(bench.send({ body: replay })).toMatchObject({ kind: 'asked', warnings: [] });
  });

  test('has its events in the API’s order', () => {
    const events = eventsOf(createBench().send({ body: request([hi], { stream: true }) }), {
      parts: [{ say: 'Hello, you.' }],
      stop: 'end',
    });
    expect(events.map(({ type }) => type)).toEqual([
      ...['message_start', 'content_block_start', 'ping'],
      ...['content_block_delta', 'content_block_delta', 'content_block_delta'],
      ...['content_block_stop', 'message_delta', 'message_stop'],
    ]);
    expect(events[0]).toMatchObject({ message: { content: [], stop_reason: null, usage: { output_tokens: 1 } } });
    expect(events.at(-2)).toMatchObject({
      delta: { stop_reason: 'end_turn', stop_sequence: null },
      usage: { output_tokens: 3 },
    });
  });

  test('of an empty answer is well-formed', () => {
    const events = eventsOf(createBench().send({ body: request([hi], { stream: true }) }), { parts: [], stop: 'end' });
    expect(events.map(({ type }) => type)).toEqual(['message_start', 'ping', 'message_delta', 'message_stop']);
  });
});
