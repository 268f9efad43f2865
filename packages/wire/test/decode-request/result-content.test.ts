import type { Block, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { readResultContent } from '../../src/decode-request/result-content.ts';

const text = (value: string): Block => ({ type: 'text', text: value });
const picture = { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } as const;

/** A protocol that knows text and nothing else. */
const readPart = (part: { readonly [name: string]: JsonValue }): readonly Block[] | undefined =>
  part['type'] === 'text' ? [text(String(part['text']))] : undefined;

const kept = (path: string, type: string): string => `${path}: A part of type "${type}" is kept as its text.`;
const asItIs = 'content: The content is not text or a list of parts; it is kept unchanged.';

interface Row {
  readonly title: string;
  readonly content: JsonValue | undefined;
  readonly result: JsonValue;
  readonly beside?: readonly Block[];
  readonly problems?: readonly string[];
}

const rows: readonly Row[] = [
  { title: 'nothing', content: undefined, result: '' },
  { title: 'null', content: null, result: '' },
  { title: 'text', content: 'a', result: 'a' },
  { title: 'no parts', content: [], result: '' },
  { title: 'parts', content: [{ type: 'text', text: 'a' }, 'b'], result: 'a|b' },
  { title: 'a part without its list', content: { type: 'text', text: 'a' }, result: 'a' },
  { title: 'nested parts', content: [[[{ type: 'text', text: 'a' }], 'b']], result: 'a|b' },
  { title: 'an object', content: { rows: [1] }, result: { rows: [1] }, problems: [asItIs] },
  { title: 'a number', content: 7, result: 7, problems: [asItIs] },
  { title: 'false', content: false, result: false, problems: [asItIs] },
  {
    title: 'objects in a list',
    content: [{ a: 1 }, { type: 'json', json: { b: 2 } }, 3],
    result: '{"a":1}|{"type":"json","json":{"b":2}}|3',
    problems: [kept('content.0', ''), kept('content.1', 'json'), kept('content.2', '')],
  },
  {
    title: 'a part with nothing but text',
    content: [{ type: 'riddle', text: 'a' }],
    result: 'a',
    problems: [kept('content.0', 'riddle')],
  },
  {
    title: 'content from an MCP server',
    content: [
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
      { type: 'audio', data: 'BBBB' },
      { type: 'resource', resource: { uri: 'file:///a', mimeType: 'text/csv', text: 'a,b' } },
      { type: 'resource', resource: { uri: 'file:///b', blob: 'CCCC' } },
      { type: 'resource_link', uri: 'file:///c' },
    ],
    result: '{"type":"resource_link","uri":"file:///c"}',
    beside: [
      picture,
      { type: 'media', mimeType: 'audio/wav', data: 'BBBB', encoding: 'base64' },
      { type: 'media', mimeType: 'text/csv', data: 'a,b', encoding: 'text', filename: 'file:///a' },
      {
        type: 'media',
        mimeType: 'application/octet-stream',
        data: 'CCCC',
        encoding: 'base64',
        filename: 'file:///b',
      },
    ],
    problems: [kept('content.4', 'resource_link')],
  },
  {
    title: 'empty media',
    content: [{ type: 'image' }, { type: 'resource' }],
    result: '{"type":"image"}|{"type":"resource"}',
    problems: [kept('content.0', 'image'), kept('content.1', 'resource')],
  },
];

test.each(rows)('$title', ({ content, result, beside = [], problems = [] }) => {
  const found: string[] = [];
  const report = (path: string, message: string): void => void found.push(`${path}: ${message}`);
  const read = readResultContent(content, 'content', { readPart, report, joint: '|' });
  expect({ ...read, problems: found }).toEqual({ result, beside, problems });
});

test('reads lists nested to a usual depth and keeps deeper ones as JSON', () => {
  const nested = (depth: number): JsonValue => (depth === 0 ? 'a' : [nested(depth - 1)]);
  const read = (depth: number): JsonValue =>
    readResultContent(nested(depth), 'content', { readPart, report: () => {}, joint: '|' }).result;
  expect([read(8), read(10), String(read(2000)).includes('"a"')]).toEqual(['a', '[["a"]]', true]);
});
