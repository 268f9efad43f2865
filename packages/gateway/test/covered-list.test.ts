/** What only the provider can read may be rendered as nothing, or as something: the rest must be the same, however much of it there is. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { CoveredList, unreadPart } from '../src/memory/covered-list.ts';

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'read', input: {} });
const answer = (content: readonly JsonValue[]): JsonObject => ({ role: 'assistant', content });
const unread = (count: number): readonly JsonValue[] => Array.from({ length: count }, () => unreadPart);
const texts = (count: number): readonly JsonValue[] => Array.from({ length: count }, (_, at) => text(`${at}`));

type Parts = readonly JsonValue[];
const rows: readonly (readonly [title: string, sent: Parts, rendered: Parts, isCovered: boolean])[] = [
  ['nothing is rendered', [unreadPart, text('a'), call('1')], [text('a'), call('1')], true],
  ['something is rendered', [unreadPart, text('a'), call('1')], [text('x'), text('a'), call('1')], true],
  ['too much is rendered', [unreadPart, call('1')], [text('x'), text('y'), call('1')], false],
  ['something for the second of two', [unreadPart, call('1'), unreadPart], [call('1'), text('x')], true],
  ['what was tried in vain leaves no ids behind', [unreadPart, call('1')], [call('2'), call('1')], true],
  ['a part that is no text is not in a text', [{ type: 'reasoning', text: 'x' }, text('a')], [text('a')], false],
  ['a text of another type', [{ ...text('a'), type: 'output_text' }, text('b')], [text('ab')], false],
  ['sixty parts, half of them rendered', [...unread(60), call('1')], [...texts(30), call('1')], true],
  ['sixty parts, and another call', [...unread(60), call('1'), text('a')], [...texts(30), call('1'), text('b')], false],
  ['sixty parts, and more than they can be', [...unread(60), call('1')], [...texts(61), call('1')], false],
];

test.each(rows)('%s', (_, sent, rendered, isCovered) => {
  expect(new CoveredList().covers([answer(sent)], [answer(rendered)])).toBe(isCovered);
});

/** Calls and their results as each API has them. */
const exchanges: Readonly<
  Record<string, (calls: readonly string[], results: readonly { id: string; words: string }[]) => JsonObject[]>
> = {
  'anthropic-messages': (calls, results) => [
    answer(calls.map(call)),
    { role: 'user', content: results.map(({ id, words }) => ({ tool_use_id: id, content: words })) },
  ],
  'openai-chat': (calls, results) => [
    { role: 'assistant', tool_calls: calls.map(call) },
    ...results.map(({ id, words }) => ({ role: 'tool', tool_call_id: id, content: words })),
  ],
  'openai-responses': (calls, results) => [
    ...calls.map((id) => ({ type: 'function_call', call_id: id, name: 'read' })),
    ...results.map(({ id, words }) => ({ type: 'function_call_output', call_id: id, output: words })),
  ],
};

test.each(
  Object.entries(exchanges).flatMap(([api, exchange]) => [
    { api, exchange, title: 'in another order', order: ['1', '3', '2'], isCovered: true },
    { api, exchange, title: 'in the same order', order: ['1', '2', '3'], isCovered: true },
    { api, exchange, title: 'one of them twice', order: ['1', '2', '2'], isCovered: false },
  ]),
)('$api: results $title', ({ exchange, order, isCovered }) => {
  const calls = ['1', '2', '3'];
  const ours = (id: string): string => `toolu_${id}`;
  const sent = exchange(
    calls,
    order.map((id) => ({ id, words: `of ${id}` })),
  );
  const rendered = exchange(
    calls.map(ours),
    calls.map((id) => ({ id: ours(id), words: `of ${id}` })),
  );
  const list = new CoveredList();
  expect(list.covers(sent, rendered)).toBe(isCovered);
  // One of the results is another one now: what was compared with it does not count any more.
  const changed = [...sent.slice(0, -1), { ...sent.at(-1), content: 'else', output: 'else' }];
  expect(list.covers(changed, rendered)).toBe(false);
});

test('messages of the model in a row are one message', () => {
  const parts = [text('a'), call('1'), unreadPart, text('b')];
  const rendered = [answer([text('a'), call('1'), text('b')])];
  const list = new CoveredList();
  expect(
    list.covers(
      parts.map((part) => answer([part])),
      rendered,
    ),
  ).toBe(true);
  expect(list.covers([...parts.map((part) => answer([part])), answer([text('c')])], rendered)).toBe(false);
});
