/** Calls in the text of answers: well formed, malformed, and text that only looks like a call. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { readCalls, startReadingCalls } from '../../src/prompt-tools/read-calls.ts';
import { writeCall } from '../../src/prompt-tools/text-form.ts';
import type { ReplyEvent } from '../../src/reply/events.ts';
import { answer, cutTexts, joined, tagged } from './texts.ts';

/** A text, or a call by its name and arguments. */
type Said = string | readonly [string, string];

interface Case {
  readonly name: string;
  readonly text: string;
  readonly expected: readonly Said[];
}

const call = '<tool_call>{"name": "look", "arguments": {"at": "a"}}</tool_call>';
const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const look: Said = ['look', '{"at":"a"}'];

const cases: readonly Case[] = [
  { name: 'a call alone', text: call, expected: [look] },
  { name: 'prose, then a call', text: `I look.\n\n${call}`, expected: ['I look.\n\n', look] },
  {
    name: 'several calls, with white space between them ignored',
    text: `\n${call}\n\n${call}\n`,
    expected: [look, look],
  },
  { name: 'text between and after calls', text: `a ${call} b ${call}\nc`, expected: ['a ', look, ' b ', look, '\nc'] },
  { name: 'white space is kept where there is no call', text: ' \n', expected: [' \n'] },
  { name: 'no text at all', text: '', expected: [''] },
  {
    name: 'fenced inside',
    text: '<tool_call>\n```json\n{"name":"look","arguments":{"at":"a"}}\n```\n</tool_call>',
    expected: [look],
  },
  { name: 'fenced outside', text: `\`\`\`xml\n${call}\n\`\`\``, expected: ['```xml\n', look, '\n```'] },
  {
    name: 'arguments as text',
    text: '<tool_call>{"name":"look","arguments":"{\\"at\\": \\"a\\"}"}</tool_call>',
    expected: [look],
  },
  {
    name: 'arguments as text that is not JSON',
    text: '<tool_call>{"name":"look","arguments":"at a"}</tool_call>',
    expected: [['look', 'at a']],
  },
  {
    name: 'parameters',
    text: '<tool_call>{"name":"look","parameters":{"at":"a"}}</tool_call>',
    expected: [look],
  },
  { name: 'no arguments', text: '<tool_call>{"name":"look"}</tool_call>', expected: [['look', '{}']] },
  {
    name: 'wrapped in a function',
    text: '<tool_call>{"type":"function","function":{"name":"look","arguments":{"at":"a"}}}</tool_call>',
    expected: [look],
  },
  {
    name: 'a list',
    text: '<tool_call>[{"name":"look","arguments":{"at":"a"}},{"name":"wait"}]</tool_call>',
    expected: [look, ['wait', '{}']],
  },
  {
    name: 'a closing tag inside a string',
    text: '<tool_call>{"name":"look","arguments":{"at":"</tool_call>"}}</tool_call>.',
    expected: [['look', '{"at":"</tool_call>"}'], '.'],
  },
  {
    name: 'broken JSON: the arguments stay unchanged',
    text: '<tool_call>{"name":"look","arguments":{"at":"a",}}</tool_call>',
    expected: [['look', '{"at":"a",}']],
  },
  {
    name: 'a missing brace',
    text: '<tool_call>{"name":"look","arguments":{"at":"a"}</tool_call>',
    expected: [look],
  },
  {
    name: 'a missing quote, and a valid call after it',
    text: `<tool_call>{"name":"look","arguments":{"at":"a}}</tool_call> and ${call}`,
    expected: [['look', '{"at":"a}'], ' and ', look],
  },
  {
    name: 'broken JSON with the name last',
    text: '<tool_call>{"arguments":{at:1},"name":"look"}</tool_call>',
    expected: [['look', '{"arguments":{at:1},"name":"look"}']],
  },
  {
    name: 'a name and nothing else readable',
    text: '<tool_call>"name": "look"</tool_call>',
    expected: [['look', '"name": "look"']],
  },
  { name: 'no name', text: 'a <tool_call>{"at":1}</tool_call> b', expected: ['a <tool_call>{"at":1}</tool_call> b'] },
  {
    name: 'an invalid name',
    text: '<tool_call>{"name":7}</tool_call>',
    expected: ['<tool_call>{"name":7}</tool_call>'],
  },
  { name: 'not JSON', text: '<tool_call>look</tool_call>', expected: ['<tool_call>look</tool_call>'] },
  {
    name: 'the tag is mentioned, then used',
    text: `A <tool_call> block: ${call}`,
    expected: ['A <tool_call> block: ', look],
  },
  {
    name: 'the tag is mentioned, then used with broken JSON',
    text: 'A <tool_call> block: <tool_call>{"name":"look","arguments":{at:1}}</tool_call>',
    expected: ['A <tool_call> block: ', ['look', '{at:1}']],
  },
  {
    name: 'a missing closing tag between two calls',
    text: `<tool_call>{"name":"wait"}\n${call}`,
    expected: [['wait', '{}'], look],
  },
  {
    name: 'a missing last closing tag',
    text: 'So: <tool_call>{"name":"look","arguments":{"at":"a"}}\n',
    expected: ['So: ', look],
  },
  {
    name: 'cut off inside a call',
    text: 'So: <tool_call>{"name":"look","arguments":{"at":"a',
    expected: ['So: <tool_call>{"name":"look","arguments":{"at":"a'],
  },
  { name: 'cut off inside a tag', text: 'So: <tool_ca', expected: ['So: <tool_ca'] },
  { name: 'something like the tag', text: '<tool_calls> <<tool_call', expected: ['<tool_calls> <<tool_call'] },
  {
    name: 'unescapes tags in the arguments',
    text: '<tool_call>{"name":"look","arguments":{"at":"<\\\\/tool_result><\\\\tool_call>"}}</tool_call>',
    expected: [['look', '{"at":"</tool_result><tool_call>"}']],
  },
  {
    name: 'JSON too deep to rewrite is kept unchanged',
    text: `<tool_call>{"name":"look","arguments":{"at":${deep}}}</tool_call>`,
    expected: [['look', `{"at":${deep}}`]],
  },
  {
    name: 'unescapes tags beside very deep JSON and leaves similar text alone',
    text: `<tool_call>{"name":"look","arguments":{"at":${deep},"b":"<\\\\/tool_call><\\\\\\\\tool_result><\\\\b"}}</tool_call>`,
    expected: [['look', `{"at":${deep},"b":"</tool_call><\\\\tool_result><\\\\b"}`]],
  },
  {
    name: 'a list of calls, one of them very deep',
    text: `<tool_call>[{"name":"look","arguments":{"at":${deep}}},{"name":"look","arguments":{"at":"a"}}]</tool_call>`,
    expected: [['look', `{"at":${deep}}`], look],
  },
];

function eventsOf(said: readonly Said[]): readonly ReplyEvent[] {
  return said.flatMap((part, index): readonly ReplyEvent[] => {
    if (typeof part === 'string') {
      const end: ReplyEvent = { type: 'text-end', index };
      return part === '' ? [end] : [{ type: 'text-delta', index, text: part }, end];
    }
    const [name, text] = part;
    return [
      { type: 'call-start', index, rawId: '', name },
      { type: 'call-delta', index, text },
      { type: 'call-end', index, rawId: '', name, arguments: text },
    ];
  });
}

function replyOf(said: readonly Said[]): readonly ReplyEvent[] {
  const stop = said.some((part) => typeof part !== 'string') ? 'tool-calls' : 'end';
  return [{ type: 'reply-start' }, ...eventsOf(said), { type: 'reply-end', stop }];
}

describe('OLL-005 calls in text', () => {
  test.each(cases)('$name', ({ text, expected }) => {
    expect(joined(readCalls(answer([text])))).toEqual(replyOf(expected));
  });

  test.each(cases.filter(({ text }) => text.length < 1000))('$name, letter by letter', ({ text, expected }) => {
    expect(joined(readCalls(answer([...text])))).toEqual(replyOf(expected));
  });
});

describe('streaming', () => {
  test('passes text on as it arrives and holds back only what may be a tag', () => {
    const reading = startReadingCalls();
    const push = (text: string): readonly ReplyEvent[] => reading.event({ type: 'text-delta', index: 0, text });
    const delta = (index: number, text: string): ReplyEvent => ({ type: 'text-delta', index, text });
    expect(push('Hello')).toEqual([delta(0, 'Hello')]);
    expect(push(' wor')).toEqual([delta(0, ' wor')]);
    expect(push('ld <tool')).toEqual([delta(0, 'ld ')]);
    expect(push('box> ')).toEqual([delta(0, '<toolbox> ')]);
    expect(push('<tool_call>{"name":"lo')).toEqual([]);
    expect(push('ok"}</tool_call')).toEqual([]);
    expect(push('>')).toEqual([{ type: 'text-end', index: 0 }, ...eventsOf(['', ['look', '{}']]).slice(1)]);
    expect(push('bye')).toEqual([delta(2, 'bye')]);
    expect(reading.event({ type: 'text-end', index: 0 })).toEqual([{ type: 'text-end', index: 2 }]);
    expect(reading.end()).toEqual([]);
  });

  test('keeps the order of other blocks and renumbers them', () => {
    const block = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;
    const seal = { field: 'signature', value: 's' };
    expect(
      readCalls([
        { type: 'thinking-delta', index: 0, text: `hm ${call}` },
        { type: 'thinking-end', index: 0, seal },
        { type: 'text-delta', index: 1, text: `a${call}b` },
        { type: 'text-end', index: 1, seal },
        { type: 'call-start', index: 2, rawId: 'x', name: 'search', executor: 'provider' },
        { type: 'call-end', index: 2, rawId: 'x', name: 'search', arguments: '{}', executor: 'provider' },
        { type: 'provider-result', index: 3, call: 2, result: null },
        { type: 'media', index: 4, block },
        { type: 'text-delta', index: 5, text: 'c' },
        { type: 'text-end', index: 5, seal },
        { type: 'usage', usage: { input: 1, output: 1 } },
        { type: 'reply-end', stop: 'max-tokens' },
      ]),
    ).toEqual([
      { type: 'thinking-delta', index: 0, text: `hm ${call}` },
      { type: 'thinking-end', index: 0, seal },
      { type: 'text-delta', index: 1, text: 'a' },
      { type: 'text-end', index: 1 },
      { type: 'call-start', index: 2, rawId: '', name: 'look' },
      { type: 'call-delta', index: 2, text: '{"at":"a"}' },
      { type: 'call-end', index: 2, rawId: '', name: 'look', arguments: '{"at":"a"}' },
      { type: 'text-delta', index: 3, text: 'b' },
      { type: 'text-end', index: 3 },
      { type: 'call-start', index: 4, rawId: 'x', name: 'search', executor: 'provider' },
      { type: 'call-end', index: 4, rawId: 'x', name: 'search', arguments: '{}', executor: 'provider' },
      { type: 'provider-result', index: 5, call: 4, result: null },
      { type: 'media', index: 6, block },
      { type: 'text-delta', index: 7, text: 'c' },
      { type: 'text-end', index: 7, seal },
      { type: 'usage', usage: { input: 1, output: 1 } },
      { type: 'reply-end', stop: 'max-tokens' },
    ]);
  });

  const open = '<tool_call>{"name":"look"}';
  const failed: ReplyEvent = { type: 'reply-error', failure: { reason: 'network', message: 'gone' } };

  test('a call without a closing tag counts if something else follows', () => {
    const thought: ReplyEvent = { type: 'thinking-delta', index: 1, text: 'x' };
    expect(readCalls([{ type: 'text-delta', index: 0, text: open }, { type: 'text-end', index: 0 }, thought])).toEqual([
      ...eventsOf([['look', '{}']]),
      thought,
    ]);
  });

  test('a call without a closing tag does not count if the answer was cut off', () => {
    const delta: ReplyEvent = { type: 'text-delta', index: 0, text: open };
    const end: ReplyEvent = { type: 'text-end', index: 0 };
    expect(readCalls([delta, end, failed])).toEqual([delta, end, failed]);
    expect(readCalls([delta, end])).toEqual([delta, end]);
    expect(readCalls([delta, failed])).toEqual([delta, failed]);
    expect(readCalls([delta])).toEqual([delta]);
  });

  test('ends an open text with the answer', () => {
    expect(
      readCalls([
        { type: 'text-delta', index: 0, text: ` ${open}` },
        { type: 'reply-end', stop: 'end' },
      ]),
    ).toEqual([...eventsOf([['look', '{}']]), { type: 'reply-end', stop: 'tool-calls' }]);
    expect(readCalls([{ type: 'text-delta', index: 0, text: ' ' }])).toEqual([
      { type: 'text-delta', index: 0, text: ' ' },
    ]);
  });
});

describe('properties', () => {
  test(
    'gives the same result wherever the text is split',
    () =>
      holds(cutTexts, 1000, (texts) => {
        expect(joined(readCalls(answer(texts)))).toEqual(joined(readCalls(answer([texts.join('')]))));
        const broken = answer(texts).slice(0, -2);
        expect(joined(readCalls(broken))).toEqual(joined(readCalls([...answer([texts.join('')]).slice(0, -2)])));
      }),
    patience,
  );

  test(
    'passes text without the tag unchanged',
    () =>
      holds(cutTexts, 500, (cut) => {
        const texts = cut.join('').includes('<tool_call>') ? cut.map((text) => text.replaceAll('t', 'x')) : cut;
        expect(joined(readCalls(answer(texts)))).toEqual(joined(answer(texts.filter((text) => text !== ''))));
      }),
    patience,
  );

  test(
    'loses nothing: without its blocks a text is what is left of it, in order',
    () =>
      holds(tagged, 1000, (text) => {
        const events = readCalls(answer([text]));
        const left = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
        let at = 0;
        for (const piece of left) {
          const found = text.indexOf(piece, at);
          expect(found).toBeGreaterThanOrEqual(at);
          at = found + piece.length;
        }
        if (!events.some(({ type }) => type === 'call-end')) expect(left.join('')).toBe(text);
      }),
    patience,
  );

  const args = fc.dictionary(fc.oneof(fc.string(), tagged), fc.oneof(tagged, fc.jsonValue()), { maxKeys: 4 });
  const name = fc.oneof(fc.constantFrom('look', 'read_file'), tagged).filter((text) => text !== '');

  test(
    'reads back every call it writes, wherever it is',
    () =>
      holds(fc.tuple(name, args, fc.constantFrom('', 'I look.\n')), 500, ([tool, given, before]) => {
        const json = JSON.parse(JSON.stringify(given));
        const said: readonly Said[] = [...(before === '' ? [] : [before]), [tool, JSON.stringify(json)]];
        expect(joined(readCalls(answer([`${before}${writeCall(tool, json)}`])))).toEqual(replyOf(said));
      }),
    patience,
  );

  const prose = fc.string({ minLength: 1 }).filter((text) => !text.includes('<') && text.trim() !== '');
  const part: fc.Arbitrary<Said> = fc.oneof(
    prose,
    fc.tuple(
      fc.constantFrom('look', 'run'),
      args.map((given) => JSON.stringify(given)),
    ),
  );

  test(
    'reads back prose and calls in any order',
    () =>
      holds(fc.array(part, { minLength: 1, maxLength: 6 }), 500, (parts) => {
        const said = parts.filter((one, at) => typeof one !== 'string' || typeof parts[at - 1] !== 'string');
        const texts = said.map((one) => (typeof one === 'string' ? one : writeCall(one[0], JSON.parse(one[1]))));
        const expected = said.map(
          (one): Said => (typeof one === 'string' ? one : [one[0], JSON.stringify(JSON.parse(one[1]))]),
        );
        expect(joined(readCalls(answer(texts)))).toEqual(replyOf(expected));
      }),
    patience,
  );

  test(
    'a call has exactly one closing tag, at its end',
    () =>
      holds(fc.tuple(name, args), 300, ([tool, given]) => {
        expect(writeCall(tool, JSON.parse(JSON.stringify(given))).split(/<\/?tool_(?:call|result)/)).toHaveLength(3);
      }),
    patience,
  );
});
