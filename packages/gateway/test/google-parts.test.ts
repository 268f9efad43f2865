/** What Google's own tools did goes back to Google as it came, whole and in a history that needs a repair elsewhere. */
import type { JsonObject } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredBy, openUpstream, sentFor, type Upstream } from './open-upstream.ts';

type Parts = readonly JsonObject[];

const code: JsonObject = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
const ran: JsonObject = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
const search: JsonObject = {
  ...{ toolCall: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', args: { queries: ['x'] } }, thoughtSignature: 'QQ==' },
};
const found: JsonObject = {
  ...{ toolResponse: { id: 's1', toolType: 'GOOGLE_SEARCH_WEB', response: { a: 1 } }, thoughtSignature: 'Qg==' },
};

const rows: readonly (readonly [title: string, parts: Parts, inRepaired: Parts | undefined])[] = [
  ['code', [code, ran, { text: 'One.' }], [code, ran, { text: 'One.' }]],
  ['code in the other spelling', [{ executable_code: code['executableCode'] ?? {} }, ran, { text: 'One.' }], undefined],
  ['code without a result', [code, { text: 'One.' }], undefined],
  ['a search', [search, found, { text: 'Found.' }], [search, found, { text: 'Found.' }]],
];

let upstream: Upstream;
const transport = answeredBy(() => upstream);

beforeAll(async () => {
  const target = { provider: 'google', model: 'gemini-3.1-pro', credentials: [{ key: 'k' }] };
  upstream = await openUpstream({
    ...{ transport, path: '', models: { find: () => target, list: () => [] } },
    answer: (response) => response.writeHead(500).end('{}'),
  });
});
afterAll(() => upstream.close());

const says = (text: string): JsonObject => ({ role: 'user', parts: [{ text }] });
const path = '/v1beta/models/x:generateContent';

test.each(rows)('%s, whole', async (_, parts) => {
  const contents = [says('Count.'), { role: 'model', parts }, says('Again.')];
  expect((await sentFor(upstream, path, { contents })).body['contents']).toEqual(contents);
});

test.each(rows.filter(([, , inRepaired]) => inRepaired !== undefined))('%s, repaired', async (_, parts, expected) => {
  const open = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'QQ==' }] };
  const contents = [says('Read.'), open, says('Count.'), { role: 'model', parts }, says('Again.')];
  const { body } = await sentFor(upstream, path, { contents });
  expect(body['contents']).toContainEqual({ role: 'model', parts: expected });
});
