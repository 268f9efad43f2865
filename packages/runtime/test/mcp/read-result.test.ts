import { expect, test } from 'vitest';
import { readResult } from '../../src/mcp/read-result.ts';
import type { ToolReport } from '../../src/tool/tool.ts';
import { pixel } from './demo-tools.ts';

const image = { type: 'media', mimeType: 'image/png', data: pixel, encoding: 'base64' } as const;
const text = (words: string): object => ({ type: 'text', text: words });

test.each<[string, unknown, ToolReport]>([
  ['nothing', {}, { text: '' }],
  ['texts', { content: [text('one'), text('two')] }, { text: 'one\ntwo' }],
  ['half a letter', { content: [text('a\ud83d')] }, { text: 'a\ufffd' }],
  ['a failure', { content: [text('no')], isError: true }, { text: 'no', failed: true }],
  ['data alone', { content: [], structuredContent: { a: [1] } }, { value: { a: [1] } }],
  ['data as text', { content: [text('{"a": [1]}')], structuredContent: { a: [1] } }, { text: '{"a": [1]}' }],
  ['data beside text', { content: [text('see')], structuredContent: { a: 1 } }, { text: 'see\n{"a":1}' }],
  ['data of the first version', { toolResult: [1, 2] }, { value: [1, 2] }],
  [
    'data beside an image',
    { content: [{ type: 'image', data: pixel, mimeType: 'image/png' }], structuredContent: { a: 1 } },
    { value: { a: 1 }, media: [image] },
  ],
  [
    'base64 with line breaks, without padding',
    { content: [{ type: 'image', data: `${pixel.slice(0, 20)}\n${pixel.slice(20, -2)}`, mimeType: 'image/png' }] },
    { text: '', media: [image] },
  ],
  [
    'sound',
    { content: [{ type: 'audio', data: 'AAAA', mimeType: 'audio/wav' }] },
    { text: '', media: [{ type: 'media', mimeType: 'audio/wav', data: 'AAAA', encoding: 'base64' }] },
  ],
  [
    'resources',
    {
      content: [
        { type: 'resource', resource: { uri: 'file:///a.txt', text: 'inside' } },
        { type: 'resource', resource: { uri: 'file:///b/c.pdf', mimeType: 'application/pdf', blob: 'AAAA' } },
        {
          type: 'resource_link',
          uri: 'https://a.example/d',
          name: 'd',
          mimeType: 'text/plain',
          description: 'the rest',
        },
      ],
    },
    {
      text: '[resource file:///a.txt]\ninside\n[link to a resource: https://a.example/d, d, text/plain, the rest]',
      media: [{ type: 'media', mimeType: 'application/pdf', data: 'AAAA', encoding: 'base64', filename: 'c.pdf' }],
    },
  ],
  [
    'unknown or malformed content',
    {
      content: [
        { type: 'hologram', depth: 3 },
        { type: 'text' },
        'bare',
        null,
        { type: 'image', data: '???', mimeType: 'image/png' },
        { type: 'image', data: pixel },
        { type: 'resource', resource: { uri: 'x' } },
        { type: 'resource_link' },
      ],
    },
    {
      text: [
        '[content of an unknown type: {"type":"hologram","depth":3}]',
        '[text content without text: {"type":"text"}]',
        '[content that is not an object: "bare"]',
        '[content that is not an object: null]',
        '[image content that cannot be read: {"type":"image","data":"???","mimeType":"image/png"}]',
        `[image content that cannot be read: {"type":"image","data":"${pixel}"}]`,
        '[a resource that cannot be read: {"type":"resource","resource":{"uri":"x"}}]',
        '[a link without an address: {"type":"resource_link"}]',
      ].join('\n'),
    },
  ],
  ['not a list', { content: 'text' }, { text: '[content that is not a list: "text"]' }],
  ['not an object', 'text', { text: '[an answer that is not an object: "text"]', failed: true }],
])('%s', (_, result, report) => {
  expect(readResult(result)).toEqual(report);
});

test('data nested deeper than the stack', () => {
  const levels = 100_000;
  const deep: unknown = JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`);
  const report = readResult({ content: [text('see'), { type: 'odd', deep }], structuredContent: { deep } });
  expect(report.text?.length).toBe(
    'see\n[content of an unknown type: {"type":"odd","deep":}]\n{"deep":}'.length + 4 * levels,
  );
});
