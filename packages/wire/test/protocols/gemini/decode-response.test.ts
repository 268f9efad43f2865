/** Whole responses as events. */
import type { JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { gemini } from '../../../src/protocols/gemini/index.ts';
import type { ReplyEvent } from '../../../src/reply/events.ts';

const seal = (value: string): { seal: { field: string; value: string } } => ({
  seal: { field: 'thoughtSignature', value },
});
const answer = (parts: readonly JsonValue[], more: { readonly [name: string]: JsonValue } = {}): JsonValue => ({
  candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP', index: 0, ...more }],
});
const start: ReplyEvent = { type: 'reply-start' };
const end: ReplyEvent = { type: 'reply-end', stop: 'end', rawStop: 'STOP' };
const brokenOff: ReplyEvent = {
  type: 'reply-error',
  failure: { reason: 'network', message: 'The stream ended before the answer was complete.' },
};

interface Row {
  readonly title: string;
  readonly body: JsonValue;
  readonly events: readonly ReplyEvent[];
}

const rows: readonly Row[] = [
  {
    title: 'thoughts, text, calls, usage',
    body: {
      candidates: [
        {
          content: {
            role: 'model',
            parts: [
              { text: 'Hm.', thought: true },
              { text: 'I look.' },
              { functionCall: { name: 'read', args: { path: 'a' } }, thoughtSignature: 'c2ln' },
              { functionCall: { name: 'now', id: 'fc-1' } },
            ],
          },
          finishReason: 'STOP',
        },
      ],
      usageMetadata: {
        promptTokenCount: 100,
        cachedContentTokenCount: 40,
        candidatesTokenCount: 10,
        thoughtsTokenCount: 5,
        toolUsePromptTokenCount: 3,
        totalTokenCount: 118,
      },
      modelVersion: 'gemini-3-pro',
      responseId: 'r1',
    },
    events: [
      { type: 'reply-start', id: 'r1', model: 'gemini-3-pro' },
      { type: 'thinking-delta', index: 0, text: 'Hm.' },
      { type: 'thinking-end', index: 0 },
      { type: 'text-delta', index: 1, text: 'I look.' },
      { type: 'text-end', index: 1 },
      { type: 'call-start', index: 2, rawId: '', name: 'read' },
      { type: 'call-delta', index: 2, text: '{"path":"a"}' },
      { type: 'call-end', index: 2, rawId: '', name: 'read', arguments: '{"path":"a"}', ...seal('c2ln') },
      { type: 'call-start', index: 3, rawId: 'fc-1', name: 'now' },
      { type: 'call-delta', index: 3, text: '{}' },
      { type: 'call-end', index: 3, rawId: 'fc-1', name: 'now', arguments: '{}' },
      { type: 'usage', usage: { input: 103, output: 15, cacheRead: 40, reasoning: 5 } },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'STOP' },
    ],
  },
  {
    title: 'GEM-013 every part of a whole response becomes a block with its own signature',
    body: answer([
      { text: 'a' },
      { text: 'b', thoughtSignature: 'Yg==' },
      { text: 'c' },
      { thoughtSignature: 'ZA==' },
      { text: '' },
      { text: 't', thought: true, thought_signature: 'ZQ==' },
    ]),
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'a' },
      { type: 'text-end', index: 0 },
      { type: 'text-delta', index: 1, text: 'b' },
      { type: 'text-end', index: 1, ...seal('Yg==') },
      { type: 'text-delta', index: 2, text: 'c' },
      { type: 'text-end', index: 2 },
      { type: 'text-end', index: 3, ...seal('ZA==') },
      { type: 'thinking-delta', index: 4, text: 't' },
      { type: 'thinking-end', index: 4, ...seal('ZQ==') },
      end,
    ],
  },
  {
    title: 'media as bytes and by URL; a token stays on its block',
    body: answer([
      { inlineData: { mimeType: 'image/png', data: 'aW1n' }, thoughtSignature: 'c2ln' },
      { fileData: { mimeType: 'video/mp4', fileUri: 'gs://b/v' } },
    ]),
    events: [
      start,
      {
        type: 'media',
        index: 0,
        block: {
          type: 'media',
          mimeType: 'image/png',
          data: 'aW1n',
          encoding: 'base64',
          seal: { provider: '', protocol: 'gemini', field: 'thoughtSignature', value: 'c2ln' },
        },
      },
      { type: 'media', index: 1, block: { type: 'media', mimeType: 'video/mp4', data: 'gs://b/v', encoding: 'url' } },
      end,
    ],
  },
  {
    title: 'code that reports twice: the second event of the block is complete',
    body: answer([
      { executableCode: { language: 'PYTHON', code: '1' } },
      { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'a' } },
      { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'b' } },
    ]),
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'code_execution', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"language":"PYTHON","code":"1"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: '',
        name: 'code_execution',
        executor: 'provider',
        arguments: '{"language":"PYTHON","code":"1"}',
      },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: { outcome: 'OUTCOME_FAILED', output: 'a' },
        isError: true,
        seal: {
          field: 'codeExecutionResult',
          value:
            '[{"executableCode":{"language":"PYTHON","code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_FAILED","output":"a"}}]',
        },
      },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: { outcome: 'OUTCOME_OK', output: 'ab' },
        isError: true,
        seal: {
          field: 'codeExecutionResult',
          value:
            '[{"executableCode":{"language":"PYTHON","code":"1"}},{"codeExecutionResult":{"outcome":"OUTCOME_FAILED","output":"a"}},{"codeExecutionResult":{"outcome":"OUTCOME_OK","output":"b"}}]',
        },
      },
      end,
    ],
  },
  {
    title: 'code that Google ran, and a search it ran',
    body: answer([
      { executableCode: { language: 'PYTHON', code: '1/0' } },
      { codeExecutionResult: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' } },
      { toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } }, thoughtSignature: 'c2ln' },
      { toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: { hits: 1 } } },
      { toolResponse: { id: 'other', toolType: 'URL_CONTEXT', response: {} } },
    ]),
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'code_execution', executor: 'provider' },
      { type: 'call-delta', index: 0, text: '{"language":"PYTHON","code":"1/0"}' },
      {
        type: 'call-end',
        index: 0,
        rawId: '',
        name: 'code_execution',
        executor: 'provider',
        arguments: '{"language":"PYTHON","code":"1/0"}',
      },
      {
        type: 'provider-result',
        index: 1,
        call: 0,
        result: { outcome: 'OUTCOME_FAILED', output: 'ZeroDivisionError' },
        isError: true,
        seal: {
          field: 'codeExecutionResult',
          value:
            '[{"executableCode":{"language":"PYTHON","code":"1/0"}},{"codeExecutionResult":{"outcome":"OUTCOME_FAILED","output":"ZeroDivisionError"}}]',
        },
      },
      { type: 'call-start', index: 2, rawId: 's1', name: 'GOOGLE_SEARCH_WEB', executor: 'provider' },
      { type: 'call-delta', index: 2, text: '{"queries":["x"]}' },
      {
        type: 'call-end',
        index: 2,
        rawId: 's1',
        name: 'GOOGLE_SEARCH_WEB',
        executor: 'provider',
        arguments: '{"queries":["x"]}',
        ...seal('c2ln'),
      },
      {
        type: 'provider-result',
        index: 3,
        call: 2,
        result: { hits: 1 },
        seal: {
          field: 'toolResponse',
          value:
            '[{"toolCall":{"id":"s1","toolType":"GOOGLE_SEARCH_WEB","args":{"queries":["x"]}},"thoughtSignature":"c2ln"},{"toolResponse":{"id":"s1","toolType":"GOOGLE_SEARCH_WEB","response":{"hits":1}}}]',
        },
      },
      end,
    ],
  },
  {
    title: 'only the first candidate is the answer',
    body: {
      candidates: [
        { content: { parts: [{ text: 'second' }] }, finishReason: 'SAFETY', index: 1 },
        { content: { parts: [{ text: 'first' }] }, finishReason: 'STOP', index: 0 },
      ],
    },
    events: [start, { type: 'text-delta', index: 0, text: 'first' }, { type: 'text-end', index: 0 }, end],
  },
  {
    title: 'a blocked prompt',
    body: { promptFeedback: { blockReason: 'PROHIBITED_CONTENT' }, usageMetadata: { promptTokenCount: 7 } },
    events: [
      start,
      { type: 'usage', usage: { input: 7, output: 0 } },
      { type: 'reply-end', stop: 'content-filter', rawStop: 'PROHIBITED_CONTENT' },
    ],
  },
  {
    title: 'a list of chunks is a stream',
    body: [
      { candidates: [{ content: { parts: [{ text: 'Hel' }] } }] },
      { candidates: [{ content: { parts: [{ text: 'lo' }] }, finishReason: 'STOP' }] },
    ],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'Hel' },
      { type: 'text-delta', index: 0, text: 'lo' },
      { type: 'text-end', index: 0 },
      end,
    ],
  },
  {
    title: 'a whole body without a finish reason is complete',
    body: { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'Hi' },
      { type: 'text-end', index: 0 },
      { type: 'reply-end', stop: 'end' },
    ],
  },
  {
    title: 'a malformed call is a retryable failure',
    body: {
      candidates: [{ finishReason: 'MALFORMED_FUNCTION_CALL', finishMessage: 'Malformed function call: read(' }],
    },
    events: [
      start,
      {
        type: 'reply-error',
        failure: { reason: 'server', message: 'Malformed function call: read(', code: 'MALFORMED_FUNCTION_CALL' },
      },
    ],
  },
  {
    title: 'an error inside a 200',
    body: { error: { code: 503, message: 'The model is overloaded. Please try again later.', status: 'UNAVAILABLE' } },
    events: [
      {
        type: 'reply-error',
        failure: {
          reason: 'overloaded',
          message: 'The model is overloaded. Please try again later.',
          status: 503,
          code: 'UNAVAILABLE',
        },
      },
    ],
  },
  {
    title: 'GEM-035 an error in a list, after some output',
    body: [
      { candidates: [{ content: { parts: [{ text: 'Hi' }] } }] },
      { error: { code: 500, message: 'Internal error encountered.', status: 'INTERNAL' } },
      { candidates: [{ content: { parts: [{ text: 'late' }] }, finishReason: 'STOP' }] },
    ],
    events: [
      start,
      { type: 'text-delta', index: 0, text: 'Hi' },
      { type: 'text-end', index: 0 },
      {
        type: 'reply-error',
        failure: { reason: 'server', message: 'Internal error encountered.', status: 500, code: 'INTERNAL' },
      },
    ],
  },
  { title: 'null', body: null, events: [brokenOff] },
  { title: 'a word', body: 'no', events: [brokenOff] },
  { title: 'an empty response', body: {}, events: [start, brokenOff] },
  {
    title: 'wrong types everywhere',
    body: {
      candidates: [
        {
          content: { parts: [null, 7, 'x', { text: 5 }, { functionCall: 'read' }, { thought: 'yes' }] },
          finishReason: 3,
        },
      ],
      usageMetadata: { promptTokenCount: '7', candidatesTokenCount: -3, thoughtsTokenCount: null },
      promptFeedback: [],
      responseId: 9,
    },
    events: [start, { type: 'usage', usage: { input: 0, output: 0 } }, brokenOff],
  },
  {
    title: 'a call without a name, arguments as text, arguments as a list',
    body: answer([
      { functionCall: {} },
      { functionCall: { name: 'a', args: '{"x":1}' } },
      { function_call: { name: 'b', args: [1] } },
    ]),
    events: [
      start,
      { type: 'call-start', index: 0, rawId: '', name: '' },
      { type: 'call-delta', index: 0, text: '{}' },
      { type: 'call-end', index: 0, rawId: '', name: '', arguments: '{}' },
      { type: 'call-start', index: 1, rawId: '', name: 'a' },
      { type: 'call-delta', index: 1, text: '{"x":1}' },
      { type: 'call-end', index: 1, rawId: '', name: 'a', arguments: '{"x":1}' },
      { type: 'call-start', index: 2, rawId: '', name: 'b' },
      { type: 'call-delta', index: 2, text: '[1]' },
      { type: 'call-end', index: 2, rawId: '', name: 'b', arguments: '[1]' },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'STOP' },
    ],
  },
];

describe('whole responses', () => {
  test.each(rows)('$title', ({ body, events }) => {
    expect(gemini.decodeResponse(body)).toEqual(events);
  });

  test.each([
    ['STOP', 'end'],
    ['MAX_TOKENS', 'max-tokens'],
    ['SAFETY', 'content-filter'],
    ['RECITATION', 'content-filter'],
    ['BLOCKLIST', 'content-filter'],
    ['PROHIBITED_CONTENT', 'content-filter'],
    ['SPII', 'content-filter'],
    ['IMAGE_SAFETY', 'content-filter'],
    ['CONTINUATION', 'pause'],
    ['LANGUAGE', 'error'],
    ['OTHER', 'error'],
    ['TOO_MANY_TOOL_CALLS', 'error'],
    ['SOMETHING_NEW', 'error'],
    ['constructor', 'error'],
  ])('%s means %s', (finishReason, stop) => {
    const events = gemini.decodeResponse({ candidates: [{ finishReason }] });
    expect(events).toEqual([start, { type: 'reply-end', stop, rawStop: finishReason }]);
  });

  test('arguments deeper than the stack become text and do not crash the process', () => {
    const nested = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const deep = JSON.parse(nested);
    const text = `{"deep":${nested}}`;
    expect(gemini.decodeResponse(answer([{ functionCall: { name: 'a', args: { deep } } }]))).toEqual([
      start,
      { type: 'call-start', index: 0, rawId: '', name: 'a' },
      { type: 'call-delta', index: 0, text },
      { type: 'call-end', index: 0, rawId: '', name: 'a', arguments: text },
      { type: 'reply-end', stop: 'tool-calls', rawStop: 'STOP' },
    ]);
  });
});
