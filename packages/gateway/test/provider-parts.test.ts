/**
 * Answers with parts that only Anthropic's API has (its own tools, MCP servers, compactions, newer kinds of blocks) reach the client as they
 * came, and go back to Anthropic unchanged. The gateway is strict: a repair would be refused.
 */

import Anthropic from '@anthropic-ai/sdk';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answeredBy, beginStream, openUpstream, sentFor, type Upstream } from './open-upstream.ts';

type Blocks = readonly JsonObject[];

const text = (words: string): JsonObject => ({ type: 'text', text: words });
const search = (id: string): JsonObject => ({
  ...{ type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' }, caller: { type: 'direct' } },
});
const found = (id: string): JsonObject => ({
  ...{ type: 'web_search_tool_result', tool_use_id: id, caller: { type: 'direct' } },
  content: [{ type: 'web_search_result', url: 'https://a.test', title: 'A', encrypted_content: 'ENC', page_age: null }],
});
const run: JsonObject = {
  type: 'server_tool_use',
  id: 'srvtoolu_9',
  name: 'code_execution',
  input: { code: 'read()' },
};
const ran: JsonObject = {
  ...{ type: 'code_execution_tool_result', tool_use_id: 'srvtoolu_9' },
  content: { type: 'code_execution_result', stdout: 'x', stderr: '', return_code: 0, content: [] },
};
const call = (id: string, own: JsonObject = {}): JsonObject => ({
  ...{ type: 'tool_use', id, name: 'read', input: { path: 'a' } },
  ...own,
});
const fromCode = { caller: { type: 'code_execution_20260120', tool_id: 'srvtoolu_9' } };
const thought = (signature: string): JsonObject => ({ type: 'thinking', thinking: '', signature });

const rows: readonly (readonly [title: string, answers: readonly Blocks[], stop?: string])[] = [
  ['a search', [[text('I look.'), search('srvtoolu_1'), found('srvtoolu_1'), text('Found.')]]],
  ['two searches at once', [[search('srvtoolu_1'), search('srvtoolu_2'), found('srvtoolu_1'), found('srvtoolu_2')]]],
  ['a search, then a call', [[search('srvtoolu_1'), found('srvtoolu_1'), call('toolu_1')], [text('Done.')]]],
  [
    'thinking around a search',
    [[thought('A'), search('srvtoolu_1'), found('srvtoolu_1'), thought('B'), text('x'), call('toolu_1')], [text('y')]],
  ],
  ['a turn that paused in a search', [[text('I look.'), search('srvtoolu_1')]], 'pause_turn'],
  ['a turn that paused after a search', [[text('I look.'), search('srvtoolu_1'), found('srvtoolu_1')]], 'pause_turn'],
  [
    'calls made by code',
    [[text('I run.'), run, call('toolu_1', fromCode)], [call('toolu_2', fromCode)], [ran, text('Done.')]],
  ],
  ['a member of a toolset', [[call('toolu_1', { toolset_name: 'browser' })], [text('Done.')]]],
  [
    'an MCP server',
    [
      [
        { type: 'mcp_tool_listing', mcp_server_name: 'm', tools: [] },
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'm', input: { a: 1 } },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [text('hi')] },
        text('Done.'),
      ],
    ],
  ],
  ['a file', [[text('Here.'), { type: 'container_upload', file_id: 'file_1' }]]],
  ['a compaction alone', [[{ type: 'compaction', content: 'So far.', encrypted_content: 'ENC' }]], 'compaction'],
  ['a compaction', [[{ type: 'compaction', content: 'So far.', encrypted_content: null }, text('Done.')]]],
  [
    'a fallback to another model',
    [[{ type: 'fallback', from: { model: 'a' }, to: { model: 'b' }, trigger: { type: 'refusal' } }, text('Done.')]],
  ],
  [
    'a kind of block and a reason that no one knows yet',
    [[{ type: 'made_up', deep: [1, null] }, text('x')]],
    'made_up',
  ],
];

let upstream: Upstream;
let answer: { readonly content: Blocks; readonly stop: string } = { content: [], stop: '' };
const transport = answeredBy(() => upstream);

beforeAll(async () => {
  const target = { provider: 'anthropic', model: 'claude-opus-4-8', credentials: [{ key: 'k' }] };
  upstream = await openUpstream({
    ...{ transport, strict: true, path: '', models: { find: () => target, list: () => [] } },
    answer: (response, { body }) => {
      const isStream = JSON.parse(body).stream === true;
      if (isStream) beginStream(response);
      else response.writeHead(200, { 'content-type': 'application/json' });
      response.end(isStream ? streamed(answer) : JSON.stringify(message(answer)));
    },
  });
});
afterAll(() => upstream.close());

function message({ content, stop }: typeof answer): JsonObject {
  const usage = { input_tokens: 1, output_tokens: 1 };
  return { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content, stop_reason: stop, usage };
}

function streamed({ content, stop }: typeof answer): string {
  const events: readonly JsonObject[] = [
    { type: 'message_start', message: { ...message({ content: [], stop }), stop_reason: null } },
    ...content.flatMap((block, index) => blockEvents(block).map((event) => ({ index, ...event }))),
    { type: 'message_delta', delta: { stop_reason: stop, stop_sequence: null }, usage: { output_tokens: 1 } },
    { type: 'message_stop' },
  ];
  return events.map((event) => `event: ${event['type']}\ndata: ${JSON.stringify(event)}\n\n`).join('');
}

/** As Anthropic streams them: what is long comes in deltas. */
function blockEvents(block: JsonObject): readonly JsonObject[] {
  const { input, thinking: _, ...rest } = block;
  const of = (name: string): JsonValue => block[name] ?? null;
  const opened: Readonly<Record<string, readonly [JsonObject, ...JsonObject[]]>> = {
    text: [
      { ...block, text: '' },
      { type: 'text_delta', text: of('text') },
    ],
    thinking: [
      { ...rest, thinking: '', signature: '' },
      { type: 'thinking_delta', thinking: '', estimated_tokens: 50 },
      { type: 'signature_delta', signature: of('signature') },
    ],
    compaction: [
      { ...block, content: null },
      { type: 'compaction_delta', content: of('content') },
    ],
  };
  const withInput = [
    { ...rest, input: {} },
    { type: 'input_json_delta', partial_json: JSON.stringify(input) },
  ];
  const [start, ...deltas] = opened[String(block['type'])] ?? (input === undefined ? [block] : withInput);
  return [
    { type: 'content_block_start', content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', delta })),
    { type: 'content_block_stop' },
  ];
}

/** The ids of calls are the gateway's. */
function withoutIds(blocks: Blocks): Blocks {
  return blocks.map((block) => (block['type'] === 'tool_use' ? { ...block, id: '' } : block));
}

interface Got {
  readonly content: Blocks;
  readonly stop_reason: string;
}

async function ask(messages: readonly JsonObject[], stream: boolean): Promise<Got> {
  const client = new Anthropic({ baseURL: upstream.gateway.url, apiKey: 'x', maxRetries: 0 });
  const body = {
    ...{ model: 'x', max_tokens: 4000, messages: [...messages] },
    tools: [{ name: 'read', input_schema: { type: 'object', properties: {} } }],
  } as unknown as Anthropic.Beta.MessageCreateParamsNonStreaming;
  const got = stream ? await client.beta.messages.stream(body).finalMessage() : await client.beta.messages.create(body);
  return JSON.parse(JSON.stringify(got));
}

test.each(
  rows.flatMap(([title, answers, stop = 'end_turn']) =>
    [false, true].map((stream) => ({ title, answers, stop, stream })),
  ),
)('$title, stream: $stream', async ({ title, answers, stop, stream }) => {
  let messages: readonly JsonObject[] = [{ role: 'user', content: [text(`${title}, ${stream}`)] }];
  for (const content of [...answers, [text('The end.')]]) {
    answer = { content, stop };
    const got = await ask(messages, stream);
    expect(JSON.parse(upstream.sent.at(-1)?.body ?? '').messages).toEqual(messages);
    expect([withoutIds(got.content), got.stop_reason]).toEqual([withoutIds(content), stop]);
    const results = got.content.flatMap(({ type, id = '' }) =>
      type === 'tool_use' ? [{ type: 'tool_result', tool_use_id: id, content: 'A' }] : [],
    );
    const next =
      results.length > 0 ? [{ role: 'user', content: results }] : [{ role: 'user', content: [text('Go on.')] }];
    messages = [...messages, { role: 'assistant', content: got.content }, ...(stop === 'pause_turn' ? [] : next)];
  }
});

test('says how much was thought where the thinking is not shown', async () => {
  answer = { content: [thought('A'), text('x')], stop: 'end_turn' };
  const body = { model: 'x', max_tokens: 4000, stream: true, messages: [{ role: 'user', content: 'How much?' }] };
  const response = await fetch(`${upstream.gateway.url}/v1/messages`, { method: 'POST', body: JSON.stringify(body) });
  expect(await response.text()).toContain('{"type":"thinking_delta","thinking":"","estimated_tokens":50}');
});

/** A gateway that repairs, in front of Anthropic. */
function openLax(model: string): Promise<Upstream> {
  return openUpstream({
    ...{ path: '', target: { provider: 'anthropic', model, credentials: [{ key: 'k' }] } },
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(message({ content: [text('Fine.')], stop: 'end_turn' })));
    },
  });
}

test('a result that the client gives to a call of the provider is sent', async () => {
  const lax = await openLax('claude-haiku-4-5');
  const messages = [
    { role: 'user', content: 'Hello.' },
    {
      role: 'assistant',
      content: [{ type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'q', server_name: 'db', input: {} }],
    },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'mcptoolu_1', content: '[[a]]' }] },
  ];
  const { body } = await sentFor(lax, '/v1/messages', { max_tokens: 4000, messages });
  await lax.close();
  expect(JSON.stringify(body['messages']).split('[[a]]')).toHaveLength(2);
});

test('a repair elsewhere in the conversation leaves the answers as they came', async () => {
  const lax = await openLax('claude-opus-4-8');
  const cited = { ...text('Found.'), citations: [{ type: 'web_search_result_location', url: 'https://a.test' }] };
  const answers: readonly Blocks[] = [
    [{ type: 'compaction', content: 'So far.', encrypted_content: 'ENC' }, cited],
    [
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'echo', server_name: 'm', input: { a: 1 } },
      { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', is_error: false, content: [text('hi')] },
      { type: 'made_up', deep: [1] },
      text('Done.'),
    ],
  ];
  const messages = [
    { role: 'user', content: 'Hello.' },
    ...answers.flatMap((content) => [
      { role: 'assistant', content },
      { role: 'user', content: [text('Go on.')] },
    ]),
    // A message of the model is rendered between these two.
    { role: 'system', content: 'The time is 12:00.' },
    { role: 'user', content: [text('Well?')] },
    // No result.
    { role: 'assistant', content: [call('toolu_1')] },
    { role: 'user', content: [text('Well?')] },
  ];
  const { body, leftOut } = await sentFor(lax, '/v1/messages', { max_tokens: 4000, messages });
  await lax.close();
  const sent = JSON.parse(JSON.stringify(body['messages'])) as readonly JsonObject[];
  const said = sent.filter(({ role }) => role === 'assistant').map(({ content }) => content);
  expect([said.slice(0, 2), leftOut]).toEqual([answers, null]);
  expect(JSON.stringify(sent.at(-1))).toContain('tool_result');
});

test('at Vertex a finished search goes back as it came, and one that is still running is text', async () => {
  const searched = [text('I look.'), search('srvtoolu_1'), found('srvtoolu_1'), text('Found.')];
  const cloud = await openUpstream({
    path: '',
    target: { provider: 'vertex', model: 'claude-opus-4-8', places: { project: 'p' }, credentials: [{ key: 'k' }] },
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(message({ content: searched, stop: 'end_turn' })));
    },
  });
  const tools = [{ type: 'web_search_20250305', name: 'web_search' }];
  const hello = { role: 'user', content: 'Hello.' };
  const goOn = { role: 'user', content: [text('Go on.')] };
  const first = { model: 'x', max_tokens: 4000, tools, messages: [hello] };
  const response = await fetch(`${cloud.gateway.url}/v1/messages`, { method: 'POST', body: JSON.stringify(first) });
  const { content } = (await response.json()) as Got;
  const answered = [hello, { role: 'assistant', content }, goOn];
  const finished = await sentFor(cloud, '/v1/messages', { ...first, messages: answered });
  const paused = [...answered, { role: 'assistant', content: [text('I look.'), search('srvtoolu_2')] }];
  const running = await sentFor(cloud, '/v1/messages', { ...first, messages: paused });
  await cloud.close();
  const saidIn = ({ body }: typeof finished): readonly JsonObject[] =>
    (body['messages'] as readonly JsonObject[]).filter(({ role }) => role === 'assistant');
  expect(JSON.stringify(saidIn(finished)[0])).toContain('"encrypted_content":"ENC"');
  expect(JSON.stringify(saidIn(running)[1])).toContain('No result of this tool call is on record');
});
