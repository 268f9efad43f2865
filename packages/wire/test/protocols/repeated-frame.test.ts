/** Frames that differ from the previous one only in a text are read without parsing. The events must be the same as with parsing. */
import type { JsonObject } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { protocolOf, type ReplyEvent } from '../../src/index.ts';
import { RepeatedFrame } from '../../src/protocols/repeated-frame.ts';
import { readSse } from '../../src/transport/sse.ts';
import { awkwardText, bytesOf, gather, inPieces } from '../transport/chunkings.ts';

const text: fc.Arbitrary<string> = fc.oneof(
  awkwardText,
  fc.constantFrom(
    '',
    'a',
    'content',
    'text',
    'stop',
    'a"b',
    'a\\',
    '\n',
    '\u0001',
    '","x":"',
    'assistant',
    'c',
    '\ud800',
  ),
);

const chatDelta: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: text.map((content) => ({ content })) },
  text.map((content) => ({ role: 'assistant', content, refusal: null })),
  text.map((refusal) => ({ content: 'a', refusal })),
  text.map((reasoning_content) => ({ content: null, reasoning_content })),
  text.map((words) => ({ content: [{ type: 'text', text: words }] })),
  text.map((args) => ({ content: 'a', tool_calls: [{ index: 0, id: 'c', function: { name: 'f', arguments: args } }] })),
  fc.constant({}),
);
const chatFrame: fc.Arbitrary<JsonObject> = fc
  .tuple(
    chatDelta,
    fc.constantFrom<JsonObject>({}, {}, {}, { logprobs: { content: [] } }, { finish_reason: 'stop' }, { index: 1 }),
    fc.constantFrom<JsonObject>({}, {}, {}, { service_tier: 'flex' }, { usage: { prompt_tokens: 1 } }, { error: 'a' }),
    fc.constantFrom('a', 'c'),
  )
  .map(([delta, choice, more, id]) => {
    return { id, choices: [{ index: 0, delta, logprobs: null, finish_reason: null, ...choice }], ...more };
  });

const claudeFrame: fc.Arbitrary<JsonObject> = fc.oneof(
  fc.constantFrom<JsonObject>(
    { type: 'message_start', message: { id: 'm', usage: { input_tokens: 1 } } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't', name: 'f', input: {} } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
  ),
  {
    weight: 8,
    arbitrary: fc
      .tuple(
        fc.constantFrom(0, 0, 0, 1, null),
        fc.oneof<fc.Arbitrary<JsonObject>[]>(
          text.map((words) => ({ type: 'text_delta', text: words })),
          text.map((thinking) => ({ type: 'thinking_delta', thinking })),
          text.map((partial_json) => ({ type: 'input_json_delta', partial_json })),
          text.map((signature) => ({ type: 'signature_delta', signature })),
          text.map((words) => ({ type: 'text_delta', text: words, more: 1 })),
        ),
      )
      .map(([index, delta]) => ({ type: 'content_block_delta', index, delta })),
  },
);

const streams = [
  { name: 'openai-chat', frames: chatFrame },
  { name: 'anthropic-messages', frames: claudeFrame },
] as const;

test.for(streams)(
  '$name: the same events as of frames that are all parsed, however they are cut',
  async ({ name, frames }) => {
    const one = fc.tuple(frames, fc.constantFrom('\n', '\r\n', '\r'), fc.boolean());
    const cuts = fc.array(fc.nat(), { maxLength: 20 });
    const options = { ownFields: true };
    const property = fc.asyncProperty(fc.array(one, { maxLength: 20 }), cuts, async (list, places) => {
      const written = list.map(([frame, end, isNamed]) => {
        return `${isNamed ? `event: delta${end}` : ''}data: ${JSON.stringify(frame)}${end}${end}`;
      });
      const bytes = bytesOf(written.join(''));
      const parsed = protocolOf(name).startDecoding(options);
      const decoding = protocolOf(name).startDecoding(options);
      const expected = list.flatMap(([frame, , isNamed], at): readonly ReplyEvent[] => {
        // With different whitespace in every frame, none repeats another.
        const data = `{${' '.repeat(at)}${JSON.stringify(frame).slice(1)}`;
        return parsed.frame(isNamed ? { event: 'delta', data } : { data });
      });
      const pieces = inPieces(
        bytes,
        places.map((place) => place % (bytes.length + 1)),
      );
      const events = (await gather(readSse(pieces))).flatMap((frame) => decoding.frame(frame));
      expect([...events, ...decoding.end()]).toEqual([...expected, ...parsed.end()]);
    });
    await fc.assert(property, { numRuns: 300 });
  },
);

test('a text is found only in its own field', () => {
  const textIn = (value: unknown): string => String(Object(value)['say']);
  const learned = (data: string, words: string): RepeatedFrame => {
    const frame = new RepeatedFrame();
    frame.learn({ data }, words, textIn);
    return frame;
  };
  const rows: readonly (readonly [string, string, string, string | undefined])[] = [
    ['{"id":"b","say":"a"}', 'a', '{"id":"b","say":"other"}', 'other'],
    ['{"id":"b","say":"a"}', 'a', '{"id":"b","say":"\\u00e9\\n"}', 'é\n'],
    ['{"id":"b","say":"a"}', 'a', '{"id":"b","say":""}', undefined],
    ['{"id":"b","say":"a"}', 'a', '{"id":"c","say":"other"}', undefined],
    ['{"id":"b","say":"a"}', 'a', '{"id":"b","say":"x","y":"z"}', undefined],
    ['{"id":"b","say":"a"}', 'a', '{"id":"b","say":"x\\"}', undefined],
    // The first match is not the text, so nothing is learned.
    ['{"id":"a","say":"a"}', 'a', '{"id":"a","say":"other"}', undefined],
    ['{"say":1,"say":"say"}', 'say', '{"say":1,"say":"other"}', undefined],
    ['{"id":"é","say":"\\u00e9"}', 'é', '{"id":"other","say":"\\u00e9"}', undefined],
  ];
  const found = rows.map(([data, words, next]) => learned(data, words).textOf({ data: next }));
  expect(found).toEqual(rows.map(([, , , expected]) => expected));
});
