/** What only the provider can read may be rendered as nothing, or as something: the rest must be the same, however much of it there is. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { CoveredList, unreadPart } from '../src/memory/covered-list.ts';

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const call = (id: string): JsonObject => ({ type: 'tool_use', id, name: 'read', input: {} });
const answer = (content: readonly JsonValue[]): JsonValue => ({ role: 'assistant', content });
const unread = (count: number): readonly JsonValue[] => Array.from({ length: count }, () => unreadPart);
const texts = (count: number): readonly JsonValue[] => Array.from({ length: count }, (_, at) => text(`${at}`));

type Parts = readonly JsonValue[];
const rows: readonly (readonly [title: string, sent: Parts, rendered: Parts, isCovered: boolean])[] = [
  ['nothing is rendered', [unreadPart, text('a'), call('1')], [text('a'), call('1')], true],
  ['something is rendered', [unreadPart, text('a'), call('1')], [text('x'), text('a'), call('1')], true],
  ['too much is rendered', [unreadPart, call('1')], [text('x'), text('y'), call('1')], false],
  ['something for the second of two', [unreadPart, call('1'), unreadPart], [call('1'), text('x')], true],
  ['what was tried in vain leaves no ids behind', [unreadPart, call('1')], [call('2'), call('1')], true],
  ['sixty parts, half of them rendered', [...unread(60), call('1')], [...texts(30), call('1')], true],
  ['sixty parts, and another call', [...unread(60), call('1'), text('a')], [...texts(30), call('1'), text('b')], false],
  ['sixty parts, and more than they can be', [...unread(60), call('1')], [...texts(61), call('1')], false],
];

test.each(rows)('%s', (_, sent, rendered, isCovered) => {
  expect(new CoveredList().covers([answer(sent)], [answer(rendered)])).toBe(isCovered);
});

test.each([
  ['in another order', ['1', '3', '2'], true],
  ['in the same order', ['1', '2', '3'], true],
  ['one of them twice', ['1', '2', '2'], false],
])('results %s', (_, order, isCovered) => {
  const result = (id: string, words: string): JsonObject => ({ type: 'tool_result', tool_use_id: id, content: words });
  const calls = ['1', '2', '3'];
  const sent = [answer(calls.map(call)), { role: 'user', content: order.map((id) => result(id, `of ${id}`)) }];
  const ours = (id: string): string => `toolu_${id}`;
  const results = calls.map((id) => result(ours(id), `of ${id}`));
  const rendered = [answer(calls.map((id) => call(ours(id)))), { role: 'user', content: results }];
  expect(new CoveredList().covers(sent, rendered)).toBe(isCovered);
});

const picture: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'aGk=' } };
const other: JsonObject = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'eW8=' } };

test.each<[title: string, sent: Parts, rendered: Parts, isCovered: boolean]>([
  ['a text after a picture', [picture, text('a')], [text('a'), picture], true],
  ['texts around a picture', [text('a'), picture, text('b')], [text('a\nb'), picture], true],
  ['pictures in another order', [picture, text('a'), other], [text('a'), other, picture], false],
  ['another text', [picture, text('b')], [text('a'), picture], false],
  ['no text', [picture, other], [text('a'), picture], false],
])('a result with %s', (_, sent, rendered, isCovered) => {
  const result = (content: Parts): JsonValue => ({
    role: 'user',
    content: [{ type: 'tool_result', tool_use_id: '1', content }],
  });
  const called = answer([call('1')]);
  expect(new CoveredList().covers([called, result(sent)], [called, result(rendered)])).toBe(isCovered);
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
