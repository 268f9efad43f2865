/** Claude through InvokeModel: Bedrock's own rules, Anthropic's behind them, and the stream of chunks. */
import { describe, expect, test } from 'vitest';
import type { Api, Outcome } from '../../src/api/api.ts';
import { createBedrockClaude } from '../../src/bedrock/index.ts';
import { createBench } from '../anthropic/bench.ts';
import { cases as anthropicCases } from '../anthropic/cases.ts';
import { readMessages } from '../event-stream.ts';
import { rulebook } from '../rulebook.ts';
import { bodyOf, findingsOf, type Sent, send } from '../send.ts';

const api = createBedrockClaude();
const invoke = (
  more: object = {},
  model = 'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
  operation = 'invoke',
): Sent => ({
  path: `/model/${encodeURIComponent(model)}/${operation}`,
  body: {
    anthropic_version: 'bedrock-2023-05-31',
    max_tokens: 100,
    messages: [{ role: 'user', content: 'hello' }],
    ...more,
  },
});
const look = { name: 'look', input_schema: { type: 'object', properties: {}, additionalProperties: false } };
const answerAs = {
  output_config: {
    format: { type: 'json_schema', schema: { type: 'object', properties: {}, additionalProperties: false } },
  },
};
const old = 'anthropic.claude-3-5-haiku-20241022-v1:0';
const arn = 'arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.anthropic.claude-opus-4-6-v1';

const cases: readonly { rule: string; what: string; breaks: Sent; keeps: Sent; says: string }[] = [
  {
    rule: 'BDR-011',
    what: 'no version',
    breaks: invoke({ anthropic_version: undefined }),
    keeps: invoke(),
    says: 'anthropic_version: Field required',
  },
  {
    rule: 'BDR-011',
    what: "Anthropic's own version",
    breaks: invoke({ anthropic_version: '2023-06-01' }),
    keeps: invoke(),
    says: 'Invalid API version: 2023-06-01',
  },
  {
    rule: 'BDR-012',
    what: 'stream in the body',
    breaks: invoke({ stream: false }),
    keeps: invoke({}, undefined, 'invoke-with-response-stream'),
    says: 'stream: Extra inputs are not permitted',
  },
  {
    rule: 'BDR-012',
    what: 'model and stream in the body of an old model',
    breaks: invoke({ model: old, stream: true }, old),
    keeps: invoke({}, old),
    says: 'Malformed input request: #: extraneous key [model] is not permitted#: extraneous key [stream] is not permitted, please reformat your input and try again.',
  },
  {
    rule: 'BDR-013',
    what: 'an unknown model',
    breaks: invoke({}, 'us.anthropic.claude-9'),
    keeps: invoke({}, arn),
    says: 'The provided model identifier is invalid.',
  },
  {
    rule: 'BDR-013',
    what: 'Anthropic’s own name',
    breaks: invoke({}, 'claude-opus-4-6'),
    keeps: invoke({}, 'global.anthropic.claude-opus-4-6-v1'),
    says: 'The provided model identifier is invalid.',
  },
  {
    rule: 'BDR-014',
    what: 'a model without an inference profile',
    breaks: invoke({}, 'anthropic.claude-opus-4-6-v1:0'),
    keeps: invoke({}, 'eu.anthropic.claude-opus-4-6-v1:0'),
    says: 'Invocation of model ID anthropic.claude-opus-4-6-v1:0 with on-demand throughput isn’t supported. Retry your request with the ID or ARN of an inference profile that contains this model.',
  },
  {
    rule: 'BDR-019',
    what: 'more than the window',
    breaks: invoke({ messages: [{ role: 'user', content: 'x'.repeat(4004) }] }, 'us.anthropic.claude-tiny'),
    keeps: invoke({ messages: [{ role: 'user', content: 'x'.repeat(3000) }] }, 'us.anthropic.claude-tiny'),
    says: 'Input is too long for requested model.',
  },
  ...['web_search_20250305', 'web_fetch_20250910', 'code_execution_20250825', 'advisor_20260301', 'mcp_toolset'].map(
    (type) => ({
      ...{ rule: 'BDR-021', what: type, breaks: invoke({ tools: [{ type, name: 'x' }] }) },
      keeps: invoke({ tools: [{ type: 'bash_20250124', name: 'bash' }] }),
      says: `tools.0: Input tag '${type}' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250728'`,
    }),
  ),
  ...[
    ['computer_20250124', 'computer-use-2025-01-24'],
    ['tool_search_tool_regex_20251119', 'tool-search-tool-2025-10-19'],
  ].map(([type, beta]) => ({
    ...{ rule: 'BDR-021', what: `${type} without its beta`, breaks: invoke({ tools: [{ type, name: 'x' }] }) },
    keeps: invoke({ tools: [{ type, name: 'x' }], anthropic_beta: [beta] }),
    says: `tools.0: Input tag '${type}' found using 'type' does not match any of the expected tags: 'bash_20250124', 'custom', 'memory_20250818', 'text_editor_20250728'`,
  })),
  ...['cache_control', 'container', 'diagnostics', 'fallbacks', 'inference_geo', 'mcp_servers', 'speed'].map(
    (name) => ({
      ...{ rule: 'BDR-022', what: name, keeps: invoke({ metadata: { user_id: 'u' } }) },
      breaks: invoke({ [name]: name === 'cache_control' ? { type: 'ephemeral' } : 'x' }),
      says: `${name}: Extra inputs are not permitted`,
    }),
  ),
  {
    rule: 'BDR-022',
    what: 'edits of the context without the beta',
    breaks: invoke({ context_management: { edits: [] } }),
    keeps: invoke({ context_management: { edits: [] }, anthropic_beta: ['context-management-2025-06-27'] }),
    says: 'context_management: Extra inputs are not permitted',
  },
  {
    rule: 'BDR-022',
    what: 'a budget for the task',
    breaks: invoke({ output_config: { task_budget: { type: 'tokens', total: 20_000 } } }),
    keeps: invoke({ output_config: {} }),
    says: 'output_config.task_budget: Extra inputs are not permitted',
  },
  ...['eager_input_streaming', 'allowed_callers', 'defer_loading', 'input_examples'].map((name) => ({
    rule: 'BDR-023',
    what: name,
    breaks: invoke({ tools: [{ ...look, [name]: name.endsWith('ing') ? true : [] }] }),
    keeps: invoke({ tools: [{ ...look, strict: true }] }),
    says: `tools.0.custom.${name}: Extra inputs are not permitted`,
  })),
  {
    rule: 'BDR-023',
    what: 'strict tools of a newer model',
    breaks: invoke({ tools: [{ ...look, strict: true }] }, 'us.anthropic.claude-opus-4-7'),
    keeps: invoke({ tools: [{ ...look, strict: true }] }, 'us.anthropic.claude-opus-4-6-v1'),
    says: 'tools.0.custom.strict: Extra inputs are not permitted',
  },
  {
    rule: 'BDR-023',
    what: 'a schema for the answer of a newer model',
    breaks: invoke(answerAs, 'us.anthropic.claude-opus-4-7'),
    keeps: invoke(answerAs, 'us.anthropic.claude-opus-4-6-v1'),
    says: 'output_config.format: Extra inputs are not permitted',
  },
  {
    rule: 'BDR-024',
    what: 'a beta of Anthropic’s own',
    breaks: invoke({ anthropic_beta: ['interleaved-thinking-2025-05-14', 'prompt-caching-scope-2026-01-05'] }),
    keeps: invoke({ anthropic_beta: ['interleaved-thinking-2025-05-14'] }),
    says: 'invalid beta flag',
  },
];

describe.each(cases)('$rule $what', ({ rule, breaks, keeps, says }) => {
  test(`${rule} is rejected`, () => {
    const outcome = send(api, breaks);
    expect(findingsOf(outcome)).toEqual([expect.objectContaining({ rule, status: 400, message: says })]);
    expect(bodyOf(outcome)).toEqual({ message: says });
    expect(outcome.kind === 'refused' ? outcome.response.headers['x-amzn-errortype'] : '').toBe(
      'ValidationException:http://internal.amazon.com/coral/com.amazon.bedrock/',
    );
  });

  test(`${rule} does not affect a similar valid request`, () => {
    expect(send(api, keeps)).toMatchObject({ kind: 'asked', warnings: [] });
  });
});

/** Converts bodies of the Messages API to Bedrock's form: BDR-018 has the unchanged wording of the ANT rules. */
function onBedrock(api: Api): Api {
  return {
    ...api,
    handle: (request, world): Outcome => {
      const { model, stream: _, ...body } = request.body as Record<string, unknown>;
      const betas = (request.headers['anthropic-beta'] ?? '').split(',');
      const name = String(model).replace(/^(?:us\.)?anthropic\./, '');
      return api.handle(
        {
          ...request,
          path: `/model/us.anthropic.${encodeURIComponent(name)}/invoke`,
          headers: { authorization: 'Bearer t' },
          body: { anthropic_version: 'bedrock-2023-05-31', anthropic_beta: betas, ...body },
        },
        world,
      );
    },
  };
}

/** Bedrock has its own rules instead of these, and those of Converse do not apply here. */
const otherwise = ['ANT-020', 'ANT-021', 'ANT-028', 'ANT-070', 'BDR-001', 'BDR-002', 'BDR-004', 'BDR-006'];
/** Their cases have tools and fields that Bedrock refuses (BDR-021 … BDR-023). */
const refused = ['ANT-010', 'ANT-064', 'ANT-065', 'ANT-075'];
/** Two messages of one role in a row, which is refused first (ANT-021). */
const twice = ['two assistant messages answered together', 'a reminder between call and result'];
const behind = anthropicCases.filter(
  ({ rule, bad, what }) =>
    ![...otherwise, ...refused].includes(rule) && typeof bad !== 'function' && !twice.includes(what),
);

test.each(behind)('$rule on Bedrock: $what', ({ rule, bad, good }) => {
  const bench = createBench(onBedrock(createBedrockClaude()));
  const findings = (sent: typeof bad): readonly string[] => {
    const outcome = bench.send(typeof sent === 'function' ? sent(bench) : sent);
    return findingsOf(outcome).map((found) => found.rule);
  };
  expect(findings(bad)).toContain(rule);
  expect(findings(good)).toEqual([]);
});

test('fragments of its own rules match the rulebook', () => {
  const own = api.rules.filter(({ id }) => /^BDR-0(?:0[7-9]|1|2)/.test(id));
  expect(own.length).toBeGreaterThan(8);
  expect(own.filter(({ id, fragment }) => !rulebook.find((row) => row.id === id)?.error.includes(fragment))).toEqual(
    [],
  );
});

test('BDR-015 a stream of chunks: Anthropic’s events as bytes, the last with usage', () => {
  const tools = [{ name: 'read', input_schema: { type: 'object' } }];
  const outcome = send(api, invoke({ tools }, undefined, 'invoke-with-response-stream'));
  if (outcome.kind !== 'asked') throw new Error('refused');
  const { headers, body, encoding } = outcome.answer({
    parts: [{ say: 'Grüße 👋🏽' }, { call: 'read', args: { path: 'a' } }],
    stop: 'calls',
  });
  expect([headers['content-type'], encoding]).toEqual(['application/vnd.amazon.eventstream', 'latin1']);
  const messages = readMessages(Buffer.from([...body].join(''), 'latin1'));
  expect(new Set(messages.map((message) => JSON.stringify(message.headers)))).toEqual(
    new Set([
      JSON.stringify({ ':event-type': 'chunk', ':content-type': 'application/json', ':message-type': 'event' }),
    ]),
  );
  const events = messages.map(({ payload }) =>
    JSON.parse(Buffer.from(String(payload['bytes']), 'base64').toString('utf8')),
  );
  expect(events[0]).toMatchObject({ type: 'message_start', message: { id: expect.stringMatching(/^msg_bdrk_01/) } });
  const said = events.flatMap(({ delta }) => (delta?.type === 'text_delta' ? [delta.text] : []));
  expect(said.join('')).toBe('Grüße 👋🏽');
  expect(events.find(({ content_block: block }) => block?.type === 'tool_use').content_block.id).toMatch(
    /^toolu_bdrk_01/,
  );
  expect(events.at(-1)).toMatchObject({
    type: 'message_stop',
    'amazon-bedrock-invocationMetrics': { inputTokenCount: expect.any(Number), outputTokenCount: expect.any(Number) },
  });
});
