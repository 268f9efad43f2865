/** Vertex's own rules, and those of Gemini and Claude behind them. */
import { describe, expect, test } from 'vitest';
import type { Api, Outcome } from '../../src/api/api.ts';
import { createVertexClaude, createVertexGemini } from '../../src/vertex/index.ts';
import { createBench } from '../anthropic/bench.ts';
import { cases as anthropicCases } from '../anthropic/cases.ts';
import { rulebook } from '../rulebook.ts';
import { bodyOf, findingsOf, type Sent, send, worldOf } from '../send.ts';

const root = '/v1/projects/p/locations/us-east5/publishers';
const gemini = (model = 'gemini-3.1-pro', more: object = {}, verb = 'generateContent'): Sent => ({
  path: `${root}/google/models/${model}:${verb}`,
  body: { contents: [{ role: 'user', parts: [{ text: 'hello' }] }], ...more },
});
const claude = (model = 'claude-sonnet-4-5@20250929', more: object = {}, verb = 'rawPredict'): Sent => ({
  path: `${root}/anthropic/models/${model}:${verb}`,
  body: {
    anthropic_version: 'vertex-2023-10-16',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
    ...more,
  },
});

interface Case {
  readonly rule: string;
  readonly what: string;
  readonly breaks: Sent;
  readonly keeps: Sent;
  readonly status: number;
  readonly says: string;
  readonly nobody?: boolean;
}

const access = (sent: Sent): readonly Case[] => [
  {
    rule: 'VTX-002',
    what: 'an API key where a token is required',
    breaks: { ...sent, headers: { 'x-goog-api-key': 'key' } },
    keeps: sent,
    status: 401,
    says: 'API keys are not supported by this API. Expected OAuth2 access token or other authentication credentials that assert a principal. See https://cloud.google.com/docs/authentication',
    nobody: true,
  },
  {
    rule: 'VTX-002',
    what: 'nothing',
    breaks: { ...sent, headers: {} },
    keeps: sent,
    status: 401,
    says: 'Request is missing required authentication credential. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    nobody: true,
  },
  {
    rule: 'VTX-002',
    what: 'an unknown token',
    breaks: sent,
    keeps: sent,
    status: 401,
    says: 'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential. See https://developers.google.com/identity/sign-in/web/devconsole-project.',
    nobody: true,
  },
];

const notFound = (publisher: string, model: string): string =>
  `Publisher Model \`projects/p/locations/us-east5/publishers/${publisher}/models/${model}\` was not found or your project does not have access to it. Please ensure you are using a valid model version. For more information, see: https://cloud.google.com/vertex-ai/generative-ai/docs/learn/model-versions`;

const geminiCases: readonly Case[] = [
  ...access(gemini()),
  {
    rule: 'VTX-001',
    what: 'an unknown model',
    breaks: gemini('gemini-9'),
    keeps: gemini(),
    status: 404,
    says: notFound('google', 'gemini-9'),
  },
  {
    rule: 'VTX-004',
    what: 'more than the window',
    breaks: gemini('gemini-tiny', { contents: [{ role: 'user', parts: [{ text: 'x'.repeat(1028) }] }] }),
    keeps: gemini('gemini-tiny', { contents: [{ role: 'user', parts: [{ text: 'x'.repeat(1020) }] }] }),
    status: 400,
    says: 'Unable to submit request because the input token count is 257 but model only supports up to 255. Reduce the input token count and try again. You can also use the CountTokens API to calculate prompt token count and billable characters. Learn more: https://cloud.google.com/vertex-ai/generative-ai/docs/model-reference/gemini',
  },
];

const claudeCases: readonly Case[] = [
  ...access(claude()),
  {
    rule: 'VTX-001',
    what: 'an unknown model',
    breaks: claude('claude-9'),
    keeps: claude(),
    status: 404,
    says: notFound('anthropic', 'claude-9'),
  },
  {
    rule: 'VTX-006',
    what: 'no version',
    breaks: claude('claude-opus-4-6', { anthropic_version: undefined }),
    keeps: claude('claude-opus-4-6'),
    status: 400,
    says: 'anthropic_version: Field required',
  },
  {
    rule: 'VTX-006',
    what: 'Anthropic’s own version',
    breaks: claude('claude-opus-4-6', { anthropic_version: '2023-06-01' }),
    keeps: claude('claude-opus-4-6'),
    status: 400,
    says: "anthropic_version: Input should be 'vertex-2023-10-16'",
  },
  {
    rule: 'VTX-007',
    what: 'the model in the body',
    breaks: claude('claude-opus-4-6', { model: 'claude-opus-4-6' }),
    keeps: claude('claude-opus-4-6'),
    status: 400,
    says: 'model: Extra inputs are not permitted',
  },
  ...['web_search_20260209', 'web_fetch_20250910', 'code_execution_20250825', 'mcp_toolset'].map((type) => ({
    ...{ rule: 'VTX-013', what: type, status: 400, breaks: claude(undefined, { tools: [{ type, name: 'x' }] }) },
    keeps: claude(undefined, { tools: [{ type: 'web_search_20250305', name: 'web_search' }] }),
    says: `tools.0: Input tag '${type}' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250728', 'web_search_20250305'`,
  })),
  {
    rule: 'VTX-014',
    what: 'servers that Anthropic is to call',
    breaks: claude(undefined, { mcp_servers: [] }),
    keeps: claude(undefined, { metadata: { user_id: 'u' } }),
    status: 400,
    says: 'mcp_servers: Extra inputs are not permitted',
  },
  {
    rule: 'VTX-014',
    what: 'edits of the context without the beta',
    breaks: claude(undefined, { context_management: { edits: [] } }),
    keeps: {
      ...claude(undefined, { context_management: { edits: [] } }),
      headers: { authorization: 'Bearer t', 'anthropic-beta': 'context-management-2025-06-27' },
    },
    status: 400,
    says: 'context_management: Extra inputs are not permitted',
  },
  {
    rule: 'VTX-015',
    what: 'streaming of unchecked arguments',
    breaks: claude(undefined, {
      tools: [{ name: 'read', input_schema: { type: 'object' }, eager_input_streaming: true }],
    }),
    keeps: claude(undefined, { tools: [{ name: 'read', input_schema: { type: 'object' } }] }),
    status: 400,
    says: 'tools.0.custom.eager_input_streaming: Extra inputs are not permitted',
  },
  {
    rule: 'VTX-016',
    what: 'betas of Anthropic’s own',
    breaks: {
      ...claude(),
      headers: {
        authorization: 'Bearer t',
        'anthropic-beta': 'interleaved-thinking-2025-05-14,prompt-caching-scope-2026-01-05',
      },
    },
    keeps: {
      ...claude(),
      headers: { authorization: 'Bearer t', 'anthropic-beta': 'interleaved-thinking-2025-05-14' },
    },
    status: 400,
    says: 'Unexpected value(s) `prompt-caching-scope-2026-01-05` for the `anthropic-beta` header. Please consult our documentation at docs.anthropic.com or try again without the header.',
  },
];

for (const [api, cases] of [
  [createVertexGemini(), geminiCases],
  [createVertexClaude(), claudeCases],
] as const) {
  describe.each(cases)(`${api.name}: $rule $what`, ({ rule, breaks, keeps, status, says, nobody }) => {
    test(`${rule} is rejected`, () => {
      const outcome = send(api, breaks, worldOf(nobody ? { account: '' } : {}));
      expect(findingsOf(outcome)).toEqual([expect.objectContaining({ rule, status, message: says })]);
      const isOfGoogle = api.name === 'vertex-gemini' || status !== 400;
      expect(bodyOf(outcome)).toMatchObject({
        error: isOfGoogle ? { code: status, message: says } : { type: 'invalid_request_error', message: says },
      });
    });

    test(`${rule} does not affect a similar valid request`, () => {
      expect(send(api, keeps)).toMatchObject({ kind: 'asked', warnings: [] });
    });
  });

  test(`${api.name}: its own rules have cases and match the rulebook`, () => {
    const own = api.rules.filter(({ id }) => id.startsWith('VTX-'));
    const shown = [...cases.map(({ rule }) => rule), 'VTX-011'];
    expect(own.filter(({ id }) => !shown.includes(id))).toEqual([]);
    expect(own.filter(({ id, fragment }) => !rulebook.find((row) => row.id === id)?.error.includes(fragment))).toEqual(
      [],
    );
  });
}

test('VTX-003 reads snake_case fields, in parts too', () => {
  const body = {
    system_instruction: { parts: [{ text: 'Be brief.' }] },
    contents: [
      {
        role: 'user',
        parts: [{ text: 'see' }, { inline_data: { mime_type: 'image/png', data: 'iVBORw0KGgo=' } }],
      },
    ],
    generation_config: { max_output_tokens: 50 },
  };
  expect(send(createVertexGemini(), { ...gemini(), body })).toMatchObject({
    kind: 'asked',
    warnings: [],
    seen: { system: 'Be brief.', maxTokens: 50, turns: [{ text: 'see', media: ['image/png'] }] },
  });
});

test('accepts an API key without a project', () => {
  const path = '/v1/publishers/google/models/gemini-3.1-pro:generateContent?key=key';
  expect(send(createVertexGemini(), { ...gemini(), path, headers: {} }).kind).toBe('asked');
});

/** Converts bodies of the Messages API to Vertex's form: VTX-011 has the unchanged wording of the ANT rules. */
function onVertex(api: Api): Api {
  return {
    ...api,
    handle: (request, world): Outcome => {
      const { model, ...body } = request.body as Record<string, unknown>;
      return api.handle(
        {
          ...request,
          path: `${root}/anthropic/models/${String(model)}:streamRawPredict`,
          headers: { authorization: 'Bearer t', 'anthropic-beta': request.headers['anthropic-beta'] ?? '' },
          body: { anthropic_version: 'vertex-2023-10-16', ...body },
        },
        world,
      );
    },
  };
}

const isOfBedrock = (sent: unknown): boolean => JSON.stringify(sent)?.includes('anthropic.claude') ?? false;
/** Their cases have betas, tools and fields that Vertex refuses (VTX-013 … VTX-016). */
const refused = ['ANT-010', 'ANT-025', 'ANT-064', 'ANT-065', 'ANT-075'];
const behind = anthropicCases.filter(
  ({ rule, bad, good, what }) =>
    !rule.startsWith('BDR-') &&
    !refused.includes(rule) &&
    what !== 'a tool added that is unknown' &&
    !isOfBedrock(bad) &&
    !isOfBedrock(good) &&
    typeof bad !== 'function',
);

test.each(behind)('$rule on Vertex: $what', ({ rule, bad, good }) => {
  const bench = createBench(onVertex(createVertexClaude()));
  const findings = (sent: typeof bad): readonly string[] => {
    const outcome = bench.send(typeof sent === 'function' ? sent(bench) : sent);
    return findingsOf(outcome).map((found) => found.rule);
  };
  expect(findings(bad)).toContain(rule);
  expect(findings(good)).toEqual([]);
});

test.each([true, false])('VTX-008, VTX-009 the answer has Vertex ids, streamed: %s', (stream) => {
  const more = { stream, tools: [{ name: 'read', input_schema: { type: 'object' } }] };
  const outcome = send(
    createVertexClaude(),
    claude('claude-opus-4-6', more, stream ? 'streamRawPredict' : 'rawPredict'),
  );
  if (outcome.kind !== 'asked') throw new Error('refused');
  const { body, headers } = outcome.answer({ parts: [{ call: 'read', args: {} }], stop: 'calls' });
  expect(typeof body === 'string').toBe(!stream);
  expect(String(body)).toMatch(/msg_vrtx_01\w{22}/);
  expect(String(body)).toMatch(/toolu_vrtx_01\w{22}/);
  expect(headers['request-id']).toMatch(/^req_vrtx_011C/);
});

test('VTX-012 tokens are counted', () => {
  const sent = claude('count-tokens', { model: 'claude-opus-4-6', max_tokens: undefined });
  expect(bodyOf(send(createVertexClaude(), sent))).toEqual({ input_tokens: 2 });
});
