/** Errors instead of answers and inside them; frames that are broken, duplicated and missing. */
import { expect, test } from 'vitest';
import type { ApiResponse } from '../../src/api/api.ts';
import { damageResponse } from '../../src/faults/damage-response.ts';
import { createAnthropic, createWorld, type Fault, openaiChat } from '../../src/index.ts';

const anthropic = createAnthropic();
const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'x' });
const frames = ['data: {"a":1}\n\n', 'data: {"b":2}\n\n', 'data: {"c":3}\n\n', 'data: [DONE]\n\n'];
const sse = { 'content-type': 'text/event-stream; charset=utf-8' };
/** Pieces that are not frames. */
const stream: ApiResponse = { status: 200, headers: sse, body: [...frames.join('')] };
const lines: ApiResponse = {
  status: 200,
  headers: { 'Content-Type': 'application/x-ndjson' },
  body: ['{"a":1}\n{"b', '":2}\n', '{"done":true}\n'],
};
const whole: ApiResponse = { status: 200, headers: {}, body: '{"a":12}' };

function bodyAfter(response: ApiResponse, fault: Fault): ApiResponse['body'] {
  const damaged = damageResponse(response, fault, openaiChat, world);
  expect(damaged.drops).toBe(false);
  return damaged.response.body;
}

const cases: readonly (readonly [string, ApiResponse, Fault, ApiResponse['body']])[] = [
  ['a repeated end', stream, { do: 'end-twice' }, [...frames, 'data: [DONE]\n\n']],
  ['no end', stream, { do: 'end-missing' }, frames.slice(0, 3)],
  ['no end, long before', stream, { do: 'end-missing', frames: 3 }, frames.slice(0, 1)],
  ['a truncated middle frame', stream, { do: 'malform' }, [frames[0], frames[1], 'data: {\n\n', frames[3]] as string[]],
  [
    'the last but one',
    stream,
    { do: 'malform', frame: -2, as: '?' },
    [frames[0], frames[1], '?', frames[3]] as string[],
  ],
  ['lines: no end', lines, { do: 'end-missing' }, ['{"a":1}\n', '{"b":2}\n']],
  ['lines: truncated', lines, { do: 'malform', frame: 0 }, ['{"a"\n', '{"b":2}\n', '{"done":true}\n']],
  ['not streamed: truncated', whole, { do: 'malform' }, '{"a"'],
  ['another answer', stream, { do: 'respond', response: whole }, '{"a":12}'],
  ['a message without content', stream, { do: 'drop', at: 1 }, stream.body],
];

test.each(cases)('%s', (_, response, fault, expected) => {
  expect(bodyAfter(response, fault)).toEqual(expected);
});

test('an error event inside a stream, after a number of frames', () => {
  const fault: Fault = { do: 'fail-inside', with: { kind: 'overloaded' }, frames: 1 };
  expect(damageResponse(stream, fault, anthropic, world)).toEqual({
    response: {
      status: 200,
      headers: sse,
      body: [frames[0], expect.stringMatching(/^event: error\n.*overloaded_error/)],
    },
    drops: false,
  });
});

test('drops the connection if the API has no such event', () => {
  const silent = { ...openaiChat, failInside: () => undefined };
  const { response, drops } = damageResponse(stream, { do: 'fail-inside', with: { kind: 'auth' } }, silent, world);
  expect({ body: response.body, drops }).toEqual({ body: frames.slice(0, 2), drops: true });
});

test('an answer that is not streamed fails completely', () => {
  const { response } = damageResponse(whole, { do: 'fail-inside', with: { kind: 'server' } }, anthropic, world);
  expect(response.status).toBe(500);
});
