/** Claude at other clouds: clients of Anthropic send tools, fields and betas that only Anthropic has, and the gateway leaves them out. */
import type { RouteTarget } from '@interlock/runtime';
import { expect, test } from 'vitest';
import { openGateway } from './open-gateway.ts';
import { openUpstream, sentFor } from './open-upstream.ts';
import { send } from './send.ts';

const properties = { path: { type: 'string' } };
const schema = { type: 'object', properties, required: ['path'], additionalProperties: false };
const read = { name: 'read', input_schema: schema };
const search = { type: 'web_search_20250305', name: 'web_search', max_uses: 8 };
const bash = { type: 'bash_20250124', name: 'bash' };

const opus = { provider: 'bedrock', model: 'us.anthropic.claude-opus-4-7', places: { region: 'us-east-1' } };
const haiku = { ...opus, model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0' };
const vertex = { provider: 'vertex', model: 'claude-opus-4-8', places: { project: 'p' } };

interface Row {
  readonly title: string;
  readonly target: RouteTarget;
  readonly given: Readonly<Record<string, unknown>>;
  readonly betas?: string;
  /** What reaches the target of these fields; `betas` is the header. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly leftOut: string | null;
}

const managed = { context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] } };
const ofClaudeCode = 'claude-code-20250219,interleaved-thinking-2025-05-14,prompt-caching-scope-2026-01-05';
const format = { type: 'json_schema', schema };

const rows: readonly Row[] = [
  {
    title: 'Bedrock runs no searches; the tools that the client runs stay',
    target: haiku,
    given: { tools: [read, search, bash, { type: 'computer_20250124', name: 'computer' }] },
    sent: { tools: [expect.objectContaining(read), bash] },
    leftOut: 'tools.1, tools.3',
  },
  {
    title: 'the searches of Claude Code are requests with nothing else',
    target: haiku,
    given: { tools: [search], tool_choice: { type: 'tool', name: 'web_search' } },
    sent: {},
    leftOut: 'tools.0, toolChoice',
  },
  {
    title: 'Vertex runs searches, but not the newest',
    target: vertex,
    given: { tools: [search, { type: 'web_search_20260209', name: 'web_search_2' }] },
    sent: { tools: [search] },
    leftOut: 'tools.1',
  },
  ...[haiku, vertex].map((target) => ({
    title: `${target.provider}: fields for what Anthropic does`,
    target,
    given: { mcp_servers: [], inference_geo: 'us', speed: 'fast', output_config: { task_budget: { total: 20_000 } } },
    sent: {},
    leftOut: 'inference_geo, speed, output_config.task_budget',
  })),
  ...[haiku, vertex].map((target) => ({
    title: `${target.provider}: opencode has its tools streamed, and Claude Code loads them later`,
    target,
    given: { tools: [{ ...read, eager_input_streaming: true, defer_loading: true }] },
    sent: { tools: [read] },
    leftOut: 'tools.0.eager_input_streaming, tools.0.defer_loading',
  })),
  {
    title: 'Bedrock gets no betas, and nothing that needs one',
    target: haiku,
    given: managed,
    betas: `${ofClaudeCode},context-management-2025-06-27`,
    sent: {},
    leftOut: 'context_management, anthropic-beta',
  },
  {
    title: 'Vertex gets the betas that it knows',
    target: vertex,
    given: managed,
    betas: `${ofClaudeCode}, context-management-2025-06-27`,
    sent: { ...managed, betas: 'interleaved-thinking-2025-05-14,context-management-2025-06-27' },
    leftOut: 'anthropic-beta',
  },
  {
    title: 'Vertex knows all of them',
    target: vertex,
    given: {},
    betas: 'interleaved-thinking-2025-05-14',
    sent: { betas: 'interleaved-thinking-2025-05-14' },
    leftOut: null,
  },
  {
    title: 'Bedrock enforces schemas up to 4.6',
    target: haiku,
    given: { tools: [{ ...read, strict: true }], output_config: { format } },
    sent: { tools: [{ ...read, strict: true }], output_config: { format } },
    leftOut: null,
  },
  {
    title: 'and not later',
    target: opus,
    given: { tools: [{ ...read, strict: true }], output_config: { format } },
    sent: { tools: [read] },
    leftOut: 'tools.0.strict, responseFormat',
  },
];

const said = {
  ...{ id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [{ type: 'text', text: 'Hello.' }] },
  ...{ stop_reason: 'end_turn', usage: { input_tokens: 1, output_tokens: 1 } },
};
const hello = { max_tokens: 4000, messages: [{ role: 'user', content: 'Hello.' }] };

test.each(rows)('$title', async ({ target, given, betas, sent, leftOut }) => {
  const upstream = await openUpstream({
    target: { ...target, credentials: [{ key: 'k' }] },
    path: '',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    },
  });
  const headers = betas === undefined ? {} : { 'anthropic-beta': betas };
  const { body, leftOut: told } = await sentFor(upstream, '/v1/messages', { ...hello, ...given }, headers);
  const { 'anthropic-beta': got } = upstream.sent.at(-1)?.headers ?? {};
  await upstream.close();
  const { anthropic_version: _, max_tokens: __, messages: ___, ...rest } = body;
  expect([{ ...rest, ...(got === undefined ? {} : { betas: got }) }, told]).toEqual([sent, leftOut]);
});

test('both clouds accept what is sent', async () => {
  const opened = await openGateway();
  const answers: unknown[] = [];
  for (const model of ['bedrock/us.anthropic.claude-haiku-4-5-v1:0', 'vertex/claude-opus-4-8']) {
    for (const { given, betas = '' } of rows) {
      const { status, body } = await send(
        opened.gateway.url,
        '/v1/messages',
        { model, ...hello, ...given },
        { 'anthropic-beta': betas },
      );
      if (status !== 200) answers.push([model, given, body]);
    }
  }
  await opened.close();
  expect(answers).toEqual([]);
});
