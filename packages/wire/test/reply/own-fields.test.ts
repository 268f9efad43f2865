/** Fields that only one protocol has in its answers reach clients of that protocol, complete and streamed, and no others. */
import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { protocolOf, type ReplyEvent } from '../../src/index.ts';
import { fieldsBeside } from '../../src/reply/own-fields.ts';

const id = 'answer_1';
const model = 'a-model';
const created = 1_700_000_000;
const head = { id, model, created };

const source = { type: 'web_search_result_location', url: 'https://example.org', title: 'E', encrypted_index: 'x' };
const link = { type: 'url_citation', url: 'https://example.org', title: 'E', start_index: 0, end_index: 4 };
const probability = (token: string): JsonObject => ({ token, logprob: -0.1, top_logprobs: [] });
const rating = { category: 'HARM_CATEGORY_HARASSMENT', probability: 'LOW' };

interface Native {
  readonly title?: string;
  readonly protocol: string;
  readonly whole: JsonObject;
  /** The answer in its frames, without their numbers. */
  readonly stream: readonly JsonObject[];
}

const chatChunk = (choice: JsonObject, more: JsonObject = {}): JsonObject => ({
  ...{ id, object: 'chat.completion.chunk', created, model },
  choices: [{ index: 0, delta: {}, logprobs: null, finish_reason: null, ...choice }],
  ...{ service_tier: 'flex', system_fingerprint: 'fp_1', ...more },
});

const settings = { temperature: 0.2, service_tier: 'flex', tools: [{ type: 'web_search' }], metadata: { a: '1' } };
const responseOf = (status: string, output: readonly JsonObject[], usage: JsonObject | null): JsonObject => ({
  ...{ id, object: 'response', created_at: created, status, error: null, incomplete_details: null },
  ...{ instructions: null, max_output_tokens: null, model, output, parallel_tool_calls: true },
  ...{ previous_response_id: null, reasoning: { effort: null, summary: null }, store: false },
  ...{ text: { format: { type: 'text' } }, tool_choice: 'auto', top_p: null, truncation: 'disabled', usage },
  ...settings,
});
const part = {
  type: 'output_text',
  text: 'Fact.',
  annotations: [link],
  logprobs: [probability('Fact'), probability('.')],
};
const item = { id: 'msg_1', type: 'message', status: 'completed', role: 'assistant', content: [part] };
const counts = {
  ...{ input_tokens: 3, input_tokens_details: { cached_tokens: 0 }, output_tokens: 2 },
  ...{ output_tokens_details: { reasoning_tokens: 0 }, total_tokens: 5, server_side: 1 },
};

const refusal = { type: 'refusal', refusal: 'No.' };
const place = { item_id: 'msg_1', output_index: 0, content_index: 0 };
const last = { modelVersion: model, responseId: id };

const natives: readonly Native[] = [
  {
    protocol: 'openai-chat',
    whole: {
      ...{ id, object: 'chat.completion', created, model },
      choices: [
        {
          index: 0,
          message: { role: 'assistant', content: 'Fact.', refusal: null, annotations: [link] },
          logprobs: { content: [probability('Fact'), probability('.')] },
          finish_reason: 'stop',
        },
      ],
      usage: {
        ...{ prompt_tokens: 3, completion_tokens: 2, total_tokens: 5, cost: 0.001 },
        prompt_tokens_details: { cached_tokens: 1, audio_tokens: 2 },
        completion_tokens_details: { accepted_prediction_tokens: 1 },
      },
      ...{ service_tier: 'flex', system_fingerprint: 'fp_1', search_results: [{ url: 'https://example.org' }] },
    },
    stream: [
      chatChunk({ delta: { role: 'assistant', content: '' } }),
      chatChunk({ delta: { content: 'Fact' }, logprobs: { content: [probability('Fact')] } }),
      chatChunk({ delta: { content: '.', annotations: [link] }, logprobs: { content: [probability('.')] } }),
      chatChunk({ finish_reason: 'stop' }, { timings: { predicted_ms: 4 } }),
    ],
  },
  {
    protocol: 'anthropic-messages',
    whole: {
      ...{ id, type: 'message', role: 'assistant', model },
      content: [{ type: 'text', text: 'Fact.', citations: [source, source] }],
      ...{ stop_reason: 'stop_sequence', stop_sequence: '###', container: { id: 'container_1' } },
      usage: {
        ...{ input_tokens: 3, cache_creation_input_tokens: 0, cache_read_input_tokens: 0, output_tokens: 2 },
        ...{ service_tier: 'priority', server_tool_use: { web_search_requests: 1 } },
      },
    },
    stream: [
      {
        type: 'message_start',
        message: {
          ...{ id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null },
          container: { id: 'container_1' },
          usage: {
            ...{ input_tokens: 0, cache_creation_input_tokens: null, cache_read_input_tokens: null, output_tokens: 0 },
            service_tier: 'priority',
          },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
      { type: 'content_block_delta', index: 0, delta: { type: 'citations_delta', citation: source } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Fact.' } },
      { type: 'content_block_stop', index: 0 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'stop_sequence', stop_sequence: '###' },
        usage: {
          ...{ input_tokens: 3, cache_creation_input_tokens: null, cache_read_input_tokens: null, output_tokens: 2 },
          ...{ service_tier: 'priority', server_tool_use: { web_search_requests: 1 } },
        },
        context_management: { applied_edits: [] },
      },
      { type: 'message_stop' },
    ],
  },
  {
    protocol: 'openai-responses',
    whole: responseOf('completed', [item], counts),
    stream: [
      { type: 'response.created', response: responseOf('in_progress', [], null) },
      { type: 'response.in_progress', response: responseOf('in_progress', [], null) },
      {
        type: 'response.output_item.added',
        output_index: 0,
        item: { ...item, id: 'msg_answer_1_0', status: 'in_progress', content: [] },
      },
      {
        type: 'response.content_part.added',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0 },
        part: { type: 'output_text', text: '', annotations: [] },
      },
      {
        type: 'response.output_text.delta',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0, delta: 'Fact' },
        logprobs: [probability('Fact')],
      },
      {
        type: 'response.output_text.delta',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0, delta: '.' },
        logprobs: [probability('.')],
      },
      {
        type: 'response.output_text.annotation.added',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0, annotation_index: 0, annotation: link },
      },
      {
        type: 'response.output_text.done',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0, text: 'Fact.', logprobs: part.logprobs },
      },
      {
        type: 'response.content_part.done',
        ...{ item_id: 'msg_answer_1_0', output_index: 0, content_index: 0, part },
      },
      { type: 'response.output_item.done', output_index: 0, item },
      { type: 'response.completed', response: responseOf('completed', [item], counts) },
    ],
  },
  {
    title: 'a refusal',
    protocol: 'openai-chat',
    whole: {
      ...{ id, object: 'chat.completion', created, model },
      choices: [
        {
          ...{ index: 0, message: { role: 'assistant', content: null, refusal: 'No.' } },
          ...{ logprobs: null, finish_reason: 'stop' },
        },
      ],
      ...{ service_tier: 'flex', system_fingerprint: 'fp_1' },
    },
    stream: [
      chatChunk({ delta: { role: 'assistant', content: '' } }),
      chatChunk({ delta: { refusal: 'N' } }),
      chatChunk({ delta: { refusal: 'o.' } }),
      chatChunk({ finish_reason: 'stop' }),
    ],
  },
  {
    title: 'a refusal',
    protocol: 'openai-responses',
    whole: responseOf('completed', [{ ...item, content: [refusal] }], counts),
    stream: [
      { type: 'response.created', response: responseOf('in_progress', [], null) },
      { type: 'response.in_progress', response: responseOf('in_progress', [], null) },
      { type: 'response.output_item.added', output_index: 0, item: { ...item, status: 'in_progress', content: [] } },
      { type: 'response.content_part.added', ...place, part: { ...refusal, refusal: '' } },
      { type: 'response.refusal.delta', ...place, delta: 'No.' },
      { type: 'response.refusal.done', ...place, refusal: 'No.' },
      { type: 'response.content_part.done', ...place, part: refusal },
      { type: 'response.output_item.done', output_index: 0, item: { ...item, content: [refusal] } },
      { type: 'response.completed', response: responseOf('completed', [{ ...item, content: [refusal] }], counts) },
    ],
  },
  {
    title: 'its own reason for a stop',
    protocol: 'gemini',
    whole: {
      candidates: [
        { content: { role: 'model', parts: [{ text: 'Fact.' }] }, ...{ finishReason: 'RECITATION', index: 0 } },
      ],
      ...{ modelVersion: model, responseId: id, promptFeedback: { safetyRatings: [rating] } },
    },
    stream: [
      { candidates: [{ content: { role: 'model', parts: [{ text: 'Fact.' }] }, index: 0 }], ...last },
      { candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'SPII', index: 0 }], ...last },
    ],
  },
  {
    protocol: 'gemini',
    whole: {
      candidates: [
        {
          ...{ content: { role: 'model', parts: [{ text: 'Fact.' }] }, finishReason: 'STOP', index: 0 },
          ...{ safetyRatings: [rating], groundingMetadata: { webSearchQueries: ['fact'] }, avgLogprobs: -0.1 },
        },
      ],
      usageMetadata: {
        ...{ promptTokenCount: 3, candidatesTokenCount: 2, toolUsePromptTokenCount: 4, totalTokenCount: 9 },
        promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
      },
      ...{ modelVersion: model, responseId: id, promptFeedback: { safetyRatings: [rating] } },
    },
    stream: [
      {
        candidates: [{ content: { role: 'model', parts: [{ text: 'Fact.' }] }, index: 0, safetyRatings: [rating] }],
        ...{ modelVersion: model, responseId: id },
      },
      {
        candidates: [
          {
            ...{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 },
            groundingMetadata: { webSearchQueries: ['fact'] },
          },
        ],
        usageMetadata: {
          ...{ promptTokenCount: 3, candidatesTokenCount: 2, toolUsePromptTokenCount: 4, totalTokenCount: 9 },
          promptTokensDetails: [{ modality: 'TEXT', tokenCount: 3 }],
        },
        ...{ modelVersion: model, responseId: id },
      },
    ],
  },
  {
    protocol: 'ollama-chat',
    whole: {
      ...{ model, created_at: '2023-11-14T22:13:20.000Z', message: { role: 'assistant', content: 'Fact.' } },
      ...{ done: true, done_reason: 'stop', total_duration: 12, load_duration: 3 },
      ...{ prompt_eval_count: 3, eval_count: 2 },
    },
    stream: [
      {
        ...{ model, created_at: '2023-11-14T22:13:20.000Z', message: { role: 'assistant', content: 'Fact.' } },
        ...{ done: false, logprobs: [probability('Fact.')] },
      },
      {
        ...{ model, created_at: '2023-11-14T22:13:20.000Z', message: { role: 'assistant', content: '' } },
        ...{ done: true, done_reason: 'stop', total_duration: 12 },
        ...{ prompt_eval_count: 3, eval_count: 2 },
      },
    ],
  },
];

/** A streamed answer, read and written again. */
function passed(name: string, stream: readonly JsonObject[], ownFields: boolean): readonly JsonObject[] {
  const protocol = protocolOf(name);
  const decoding = protocol.startDecoding({ ownFields });
  const encoding = protocol.startEncoding(head);
  const events = [
    ...stream.flatMap((frame) => decoding.frame({ data: JSON.stringify(frame) })),
    ...(name === 'openai-chat' ? decoding.frame({ data: '[DONE]' }) : []),
    ...decoding.end(),
  ];
  return [...events.flatMap((event) => encoding.event(event)), ...encoding.end()]
    .filter(({ data }) => data !== '[DONE]')
    .map(({ data }) => {
      const { sequence_number: _, ...body } = JSON.parse(data);
      return body;
    });
}

describe.each(natives)('$protocol $title', ({ protocol: name, whole, stream }) => {
  const protocol = protocolOf(name);

  test('a whole answer survives a round trip', () => {
    expect(protocol.encodeResponse(protocol.decodeResponse(whole, { ownFields: true }), head)).toEqual(whole);
  });

  test('so does a streamed answer', () => {
    expect(passed(name, stream, true)).toEqual(stream);
  });

  test('ignores them by default', () => {
    const types = [...protocol.decodeResponse(whole), ...decodeAll(name, stream)].map(({ type }) => type);
    expect(types.filter((type) => type.endsWith('-fields'))).toEqual([]);
  });

  test('an encoder of any other protocol drops them, except for the probabilities that both APIs of OpenAI have', () => {
    const others = natives.filter(({ protocol: other }) => other !== name);
    const events = protocol.decodeResponse(whole, { ownFields: true });
    const without = protocol.decodeResponse(whole);
    for (const { protocol: other } of others) {
      const encoder = protocolOf(other);
      const areOpenai = name.startsWith('openai') && other.startsWith('openai');
      const shown = (given: readonly ReplyEvent[]): unknown =>
        JSON.parse(
          JSON.stringify(encoder.encodeResponse(given, head), (key, value) =>
            areOpenai && key === 'logprobs' ? undefined : value,
          ),
        );
      expect([other, shown(events)]).toEqual([other, shown(without)]);
    }
  });
});

function decodeAll(
  name: string,
  stream: readonly JsonObject[],
): ReturnType<ReturnType<typeof protocolOf>['decodeResponse']> {
  const decoding = protocolOf(name).startDecoding();
  return [...stream.flatMap((frame) => decoding.frame({ data: JSON.stringify(frame) })), ...decoding.end()];
}

test('a name with a special meaning in JavaScript is an ordinary field', () => {
  const fields = fieldsBeside(JSON.parse('{"__proto__":{"a":1},"known":2,"none":null}'), new Set(['known']));
  expect([JSON.stringify(fields), Object.getPrototypeOf(fields)]).toEqual(['{"__proto__":{"a":1}}', Object.prototype]);
});

test('lists that chunks of Chat add to are complete, also if no text comes between them', () => {
  const chat = protocolOf('openai-chat');
  const decoding = chat.startDecoding({ ownFields: true });
  const logprobs = (token: string): JsonObject => ({ content: [probability(token)] });
  const frames = [
    chatChunk({ delta: { content: 'Fact.' }, logprobs: logprobs('Fact') }),
    chatChunk({ delta: { annotations: [link] }, logprobs: logprobs('.') }),
    chatChunk({ delta: { annotations: [{ ...link, title: 'F' }] }, logprobs: logprobs('') }),
    chatChunk({ finish_reason: 'stop' }),
  ];
  const read = frames.flatMap((frame) => decoding.frame({ data: JSON.stringify(frame) }));
  const events = [...read, ...decoding.end()];
  const message = { content: 'Fact.', annotations: [link, { ...link, title: 'F' }] };
  const probabilities = { content: [probability('Fact'), probability('.'), probability('')] };
  const choice = { message, logprobs: probabilities, finish_reason: 'stop' };
  expect(chat.encodeResponse(events, head)).toMatchObject({ choices: [choice] });
  const encoding = chat.startEncoding(head);
  const written = events.flatMap((event) => encoding.event(event));
  expect(JSON.parse(written.at(-1)?.data ?? '{}')).toMatchObject({
    choices: [
      {
        delta: { annotations: message.annotations },
        logprobs: { content: [probability('.'), probability('')] },
        finish_reason: 'stop',
      },
    ],
  });
});

test('items of Responses reach its clients as they came: a shell in a container with its output, a call with its namespace and caller', () => {
  const responses = protocolOf('openai-responses');
  const done = { status: 'completed', call_id: 'call_1' };
  const output: readonly JsonObject[] = [
    {
      id: 'sh_1',
      type: 'shell_call',
      ...done,
      action: { commands: ['ls'] },
      environment: { type: 'container_reference' },
    },
    {
      id: 'sho_1',
      type: 'shell_call_output',
      ...done,
      output: [{ stdout: 'a', outcome: { type: 'exit', exit_code: 0 } }],
    },
    {
      ...{ id: 'fc_1', type: 'function_call', status: 'completed', call_id: 'call_2', name: 'look', arguments: '{}' },
      ...{ namespace: 'files', caller: { type: 'program', caller_id: 'call_3' } },
    },
  ];
  const events = responses.decodeResponse(responseOf('completed', output, null), { ownFields: true });
  expect(responses.encodeResponse(events, head)['output']).toEqual(output);
  const encoding = responses.startEncoding(head);
  const frames = events.flatMap((event) => encoding.event(event)).map(({ data }): JsonObject => JSON.parse(data));
  const items = frames.flatMap(({ type, item: each }) => (type === 'response.output_item.done' ? [each] : []));
  expect(items).toEqual(output);
});
