/** Texts that try to break the format: its tags, parts of them, quotes and escapes in any order; and ways to cut them. */
import fc from 'fast-check';
import type { ReplyEvent } from '../../src/reply/events.ts';

const call = '<tool_call>{"name":"look","arguments":{"at":"a"}}</tool_call>';

const pieces: readonly string[] = [
  '<tool_call>',
  '</tool_call>',
  '<tool_result name="x">',
  '</tool_result>',
  '<tool_',
  '<\\/tool_call>',
  '<\\\\tool_call>',
  '<',
  '>',
  '"',
  '\\',
  '{',
  '}',
  '[',
  '```json\n',
  '```',
  '\n',
  ' ',
  'prose',
  '{"name":"look","arguments":{"at":"a"}}',
  '{"name":"look","arguments":{"at":"</tool_call>"}}',
  '{"name":"look","parameters":',
  'look<arg_key>at</arg_key>\n<arg_value>a</arg_value>',
  '<function=look>\n<parameter=at>\na\n</parameter>\n</function>',
  '</arg_value>',
  '<parameter=at>',
  call,
];

export const tagged: fc.Arbitrary<string> = fc
  .array(fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...pieces) }, { weight: 1, arbitrary: fc.string() }), {
    maxLength: 12,
  })
  .map((parts) => parts.join(''));

/** A text, and positions at which to cut it. */
export const cutTexts: fc.Arbitrary<readonly string[]> = fc
  .tuple(tagged, fc.array(fc.nat(200), { maxLength: 12 }))
  .map(([text, places]) => cut(text, places));

function cut(text: string, places: readonly number[]): readonly string[] {
  const sorted = [...new Set(places.map((place) => Math.min(place, text.length)))].sort((a, b) => a - b);
  return [0, ...sorted].map((start, at) => text.slice(start, sorted[at]));
}

/** An answer with one text. */
export function answer(texts: readonly string[], stop: 'end' | 'max-tokens' = 'end'): readonly ReplyEvent[] {
  return [
    { type: 'reply-start' },
    ...texts.map((text): ReplyEvent => ({ type: 'text-delta', index: 0, text })),
    { type: 'text-end', index: 0 },
    { type: 'reply-end', stop },
  ];
}

/** Joins the deltas of one text. */
export function joined(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const result: ReplyEvent[] = [];
  for (const event of events) {
    const last = result.at(-1);
    if (event.type === 'text-delta' && last?.type === 'text-delta' && last.index === event.index) {
      result[result.length - 1] = { ...last, text: last.text + event.text };
    } else result.push(event);
  }
  return result;
}
