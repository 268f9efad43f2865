/** What Google's own tools did, and what only Google's API has, goes back to Google as it came, whole and in a history that needs a repair elsewhere. */
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

/** `rendered`: the parts are rendered again if the history needs a repair, because Google alone knows what became of them. */
const rows: readonly (readonly [title: string, parts: Parts, rendered?: 'rendered'])[] = [
  ['code', [code, ran, { text: 'One.' }]],
  ['code in the other spelling', [{ executable_code: code['executableCode'] ?? {} }, ran, { text: 'One.' }]],
  ['code without a result', [code, { text: 'One.' }], 'rendered'],
  ['a search', [search, found, { text: 'Found.' }]],
  [
    'fields that only this API has',
    [{ text: 'One.', partMetadata: { page: 1 }, thoughtSignature: 'QQ==', newer: [1] }],
  ],
  ['fields in the other spelling', [{ text: 'One.', part_metadata: { page: 1 }, thought_signature: 'QQ==' }]],
  ['a kind of part that no one knows yet', [{ madeUp: { deep: 1 } }, { text: 'One.' }]],
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

test.each(rows.filter(([, , rendered]) => rendered === undefined))('%s, repaired', async (_, parts) => {
  const open = { role: 'model', parts: [{ functionCall: { name: 'read', args: {} }, thoughtSignature: 'QQ==' }] };
  const answer = { role: 'model', parts, newer: true };
  const contents = [says('Read.'), open, says('Count.'), answer, says('Again.')];
  const { body, leftOut } = await sentFor(upstream, path, { contents });
  expect([body['contents'], leftOut]).toEqual([expect.arrayContaining([answer]), null]);
});

test('a call in a repaired history keeps its fields, but not its id: results are sent without', async () => {
  const call = { name: 'read', args: {}, newer: 1 };
  const part = { thoughtSignature: 'QQ==', partMetadata: { page: 1 } };
  const contents = [
    ...[says('Read.'), { role: 'model', parts: [{ functionCall: { id: 'c1', ...call }, ...part }] }],
    { role: 'user', parts: [{ functionResponse: { id: 'c1', name: 'read', response: { output: 'a' } } }] },
    { role: 'user', parts: [{ functionResponse: { id: 'c2', name: 'write', response: { output: 'b' } } }] },
  ];
  const { body } = await sentFor(upstream, path, { contents });
  expect(body['contents']).toEqual([
    ...[says('Read.'), { role: 'model', parts: [{ functionCall: call, ...part }] }],
    { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'a' } } }] },
    says('[Result of an earlier call to the tool "write"; the call itself is no longer on record]\nb'),
  ]);
});
