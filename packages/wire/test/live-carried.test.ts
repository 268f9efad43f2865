/** Requests of real clients (`fixtures/live/carried`): everything they contain is sent on once, to the same provider or another. */
import { readFileSync } from 'node:fs';
import type { JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { importRequest, type ProtocolName, prepareRequest } from '../src/index.ts';
import { protocolOf } from '../src/protocols/whole-protocols.ts';

interface Row {
  readonly about: string;
  readonly provider: string;
  readonly model: string;
  readonly protocol: ProtocolName;
  readonly request: JsonValue;
  readonly to?: { readonly provider: string; readonly model: string };
  readonly carries: readonly string[];
}

const rows: readonly Row[] = JSON.parse(
  readFileSync(new URL('../../../fixtures/live/carried/requests.json', import.meta.url), 'utf8'),
);

test.each(rows)('$about', ({ provider, model, protocol, request, to, carries }) => {
  const { contents, tools, problems } = importRequest(protocol, request, { provider, model });
  const target = to ?? { provider, model, protocol };
  const body = JSON.stringify(prepareRequest({ contents, tools, target }).body);
  expect(problems).toEqual([]);
  expect(carries.map((text) => [text, body.split(text).length - 1])).toEqual(carries.map((text) => [text, 1]));
});

test('reports bytes that are not base64', () => {
  const inlineData = { mimeType: 'image/png', data: 'not base64!' };
  const { problems } = importRequest('gemini', { contents: [{ role: 'user', parts: [{ inlineData }] }] });
  expect(problems).toEqual([
    { path: 'contents.0.blocks.0', message: 'The image/png is not base64; a placeholder is sent.' },
  ]);
});

test('a Responses stream that counts content parts from 1 gives its text once', () => {
  const decoding = protocolOf('openai-responses').startDecoding();
  const item = { type: 'message', id: 'msg_1', role: 'assistant' };
  const place = { output_index: 0, item_id: 'msg_1', content_index: 1 };
  const frames = [
    { type: 'response.output_item.added', output_index: 0, item: { ...item, content: [] } },
    { type: 'response.output_text.delta', ...place, delta: 'A la' },
    { type: 'response.output_text.delta', ...place, delta: 'ke.' },
    { type: 'response.output_text.done', ...place, text: 'A lake.' },
    {
      type: 'response.output_item.done',
      output_index: 0,
      item: { ...item, content: [{ type: 'output_text', text: 'A lake.' }] },
    },
  ];
  const events = [...frames.flatMap((data) => decoding.frame({ data: JSON.stringify(data) })), ...decoding.end()];
  const texts = events.flatMap((event) => (event.type === 'text-delta' ? [event.text] : []));
  expect(texts.join('')).toBe('A lake.');
});
