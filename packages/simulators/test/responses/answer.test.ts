/** Answers, whole and streamed, in the documented order, with ids and tokens that can be sent back. */
import { expect, test } from 'vitest';
import type { Answer } from '../../src/api/model.ts';
import { createProvider, type Json, thinkAndSay, tool } from './provider.ts';
import { stream, typesOf } from './stream.ts';

test('a whole answer: reasoning, message, calls', () => {
  const { ask } = createProvider();
  const answer: Answer = {
    parts: [
      { think: 'One.' },
      { think: 'Two.' },
      { say: 'I will ' },
      { say: 'look.' },
      { call: 'read', args: { path: 'a' } },
    ],
    stop: 'calls',
  };
  const body = {
    model: 'gpt-5.5',
    input: 'Look!',
    instructions: 'Be brief.',
    tools: [tool('read')],
    reasoning: { effort: 'low', summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  };
  const response = ask(body, answer);
  expect(response).toMatchObject({
    id: expect.stringMatching(/^resp_[0-9a-f]{48}$/),
    object: 'response',
    created_at: 1_790_000_000,
    status: 'completed',
    error: null,
    incomplete_details: null,
    instructions: 'Be brief.',
    model: 'gpt-5.5',
    store: true,
    tools: [tool('read')],
    reasoning: { effort: 'low', summary: 'auto' },
    usage: {
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: 3 + 3 + 4,
      output_tokens_details: { reasoning_tokens: 3 },
    },
  });
  expect(response.output).toEqual([
    {
      id: expect.stringMatching(/^rs_[0-9a-f]{48}$/),
      type: 'reasoning',
      encrypted_content: expect.stringMatching(/^gAAAAAB/),
      summary: [
        { type: 'summary_text', text: 'One.' },
        { type: 'summary_text', text: 'Two.' },
      ],
    },
    {
      id: expect.stringMatching(/^msg_[0-9a-f]{48}$/),
      type: 'message',
      status: 'completed',
      content: [{ type: 'output_text', annotations: [], logprobs: [], text: 'I will look.' }],
      phase: 'commentary',
      role: 'assistant',
    },
    {
      id: expect.stringMatching(/^fc_[0-9a-f]{48}$/),
      type: 'function_call',
      status: 'completed',
      arguments: '{"path":"a"}',
      call_id: expect.stringMatching(/^call_[0-9a-f]{24}$/),
      name: 'read',
    },
  ]);
});

test('returns neither a summary nor a token unless requested', () => {
  const { ask } = createProvider();
  expect(ask({ model: 'gpt-5', input: 'Hi' }, thinkAndSay).output[0]).toEqual({
    id: expect.stringMatching(/^rs_/),
    type: 'reasoning',
    summary: [],
  });
});

test.each([
  ['gpt-4.1', {}, ['message']],
  ['gpt-5', {}, ['reasoning', 'message']],
  ['gpt-5.1', {}, ['message']],
  ['gpt-5.1', { reasoning: { effort: 'high' } }, ['reasoning', 'message']],
  ['gpt-5.5', {}, ['reasoning', 'message']],
  ['gpt-5.5', { reasoning: { effort: 'none' } }, ['message']],
  ['gpt-5.6-terra-pro', {}, ['reasoning', 'message']],
  ['o3', {}, ['reasoning', 'message']],
])('%s with %j thinks or does not', (model, more, types) => {
  const { ask } = createProvider();
  expect(ask({ model, input: 'Hi', ...more }, thinkAndSay).output.map(({ type }) => type)).toEqual(types);
});

test('a stream: every documented event, in order, numbered, ending with the whole response', () => {
  const provider = createProvider();
  const text = 'I will look 👀 at it.';
  const answer: Answer = {
    parts: [{ think: 'Well then.' }, { say: text }, { call: 'read', args: { path: 'some/file' } }],
    stop: 'calls',
  };
  const body = {
    model: 'gpt-5',
    input: 'Look!',
    reasoning: { summary: 'auto' },
    include: ['reasoning.encrypted_content'],
  };
  const events = stream(provider, body, answer);
  expect(events.map((event) => event['sequence_number'])).toEqual(events.map((_, index) => index));
  expect(typesOf(events)).toEqual([
    'response.created',
    'response.in_progress',
    'response.output_item.added',
    'response.reasoning_summary_part.added',
    'response.reasoning_summary_text.delta',
    'response.reasoning_summary_text.done',
    'response.reasoning_summary_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.content_part.added',
    'response.output_text.delta',
    'response.output_text.done',
    'response.content_part.done',
    'response.output_item.done',
    'response.output_item.added',
    'response.function_call_arguments.delta',
    'response.function_call_arguments.done',
    'response.output_item.done',
    'response.completed',
  ]);
  const gathered = (type: string): string =>
    events
      .filter((event) => event['type'] === type)
      .map((event) => event['delta'])
      .join('');
  expect(gathered('response.output_text.delta')).toBe(text);
  expect(gathered('response.reasoning_summary_text.delta')).toBe('Well then.');
  expect(gathered('response.function_call_arguments.delta')).toBe('{"path":"some/file"}');
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item);
  expect(events.at(-1)).toMatchObject({ response: { status: 'completed', output: done } });
  expect(events[0]).toMatchObject({ response: { status: 'in_progress', output: [], usage: null } });
  // An item's first content differs from its final one.
  const added = events.find(({ type }) => type === 'response.output_item.added');
  expect(added?.['item']).toMatchObject({ summary: [], encrypted_content: expect.stringMatching(/^gAAAAAB/) });
  expect(added?.['item']).not.toMatchObject({ encrypted_content: (done[0] as Json)['encrypted_content'] });
});

test('a stream with and without padding', () => {
  const provider = createProvider();
  const filled = (more: Json): boolean =>
    stream(provider, { model: 'gpt-4.1', input: 'Hi', ...more }, thinkAndSay).some((event) => 'obfuscation' in event);
  expect(filled({})).toBe(true);
  expect(filled({ stream_options: { include_obfuscation: false } })).toBe(false);
});

test('gpt-oss shows its thinking: reasoning_text', () => {
  const events = stream(createProvider(), { model: 'gpt-oss-120b', input: 'Hi' }, thinkAndSay);
  expect(typesOf(events).slice(2, 8)).toEqual([
    'response.output_item.added',
    'response.content_part.added',
    'response.reasoning_text.delta',
    'response.reasoning_text.done',
    'response.content_part.done',
    'response.output_item.done',
  ]);
  expect(events.at(-1)).toMatchObject({
    response: { output: [{ type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'Hm.' }] }, {}] },
  });
});

test('a custom tool is called with text', () => {
  const tools = [{ type: 'custom', name: 'run', description: 'Runs.' }];
  const answer: Answer = { parts: [{ call: 'run', args: { input: 'ls -l' } }], stop: 'calls' };
  const events = stream(createProvider(), { model: 'gpt-4.1', input: 'Hi', tools }, answer);
  expect(typesOf(events).slice(2, -1)).toEqual([
    'response.output_item.added',
    'response.custom_tool_call_input.delta',
    'response.custom_tool_call_input.done',
    'response.output_item.done',
  ]);
  expect(events.at(-1)).toMatchObject({
    response: {
      output: [{ id: expect.stringMatching(/^ctc_/), type: 'custom_tool_call', input: 'ls -l', name: 'run' }],
    },
  });
});

test.each([
  ['length', 'max_output_tokens'],
  ['filtered', 'content_filter'],
] as const)('an answer that ends with %s is incomplete', (stop, reason) => {
  const answer: Answer = { parts: [{ say: 'Let me' }, { call: 'read', args: {}, rawArgs: '{"pa' }], stop };
  const events = stream(createProvider(), { model: 'gpt-4.1', input: 'Hi' }, answer);
  expect(events.at(-1)).toMatchObject({
    type: 'response.incomplete',
    response: {
      status: 'incomplete',
      incomplete_details: { reason },
      output: [{ status: 'completed' }, { status: 'incomplete', arguments: '{"pa' }],
    },
  });
});

test('BDR-005 Mantle numbers its calls from zero in every response', () => {
  const { ask } = createProvider();
  const answer: Answer = {
    parts: [
      { call: 'read', args: {} },
      { call: 'read', args: {} },
    ],
    stop: 'calls',
  };
  const ids = [1, 2].map(() =>
    ask({ model: 'mantle-gpt-5.5', input: 'Hi' }, answer).output.map((item) => item['call_id']),
  );
  expect(ids).toEqual([
    ['call_0', 'call_1'],
    ['call_0', 'call_1'],
  ]);
});
