/** Settings that several APIs have under different names reach every target under its own, or are named in the report. */
import type { RouteTarget } from '@interlock/runtime';
import { afterEach, expect, test } from 'vitest';
import { openRefusing, openUpstream, sayYes, sentFor, type Upstream } from './open-upstream.ts';

const said = [{ role: 'user', content: 'Hello.' }];

type Fields = Readonly<Record<string, unknown>>;

/** At the gateway: the same in the words of each API. */
const asked: readonly (readonly [at: string, body: Fields])[] = [
  [
    '/v1/chat/completions',
    {
      ...{ messages: said, top_k: 40, seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5 },
      ...{ min_p: 0.05, repetition_penalty: 1.1, verbosity: 'low', service_tier: 'default', user: 'u-1' },
    },
  ],
  // Mistral's SDK
  ['/v1/chat/completions', { messages: said, random_seed: 7 }],
  ['/v1/responses', { input: 'Hello.', text: { verbosity: 'low' }, service_tier: 'default', user: 'u-1' }],
  [
    '/v1/messages',
    {
      max_tokens: 900,
      messages: said,
      ...{ top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u-1' } },
    },
  ],
  [
    '/v1beta/models/x:generateContent',
    {
      contents: [{ role: 'user', parts: [{ text: 'Hello.' }] }],
      generationConfig: { topK: 40, seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 },
    },
  ],
  [
    '/api/chat',
    {
      stream: false,
      messages: said,
      options: {
        ...{ top_k: 40, seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5, min_p: 0.05 },
        repeat_penalty: 1.1,
      },
    },
  ],
];

interface Row {
  readonly target: RouteTarget;
  readonly path: string;
  /** What each of the requests above asks of the provider, and what the report names. */
  readonly wanted: readonly (readonly [sent: Fields, leftOut: string | null])[];
}

const both = { frequency_penalty: 0.5, presence_penalty: -0.5 };
const rows: readonly Row[] = [
  {
    target: { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' },
    path: '/v1',
    wanted: [
      [{ seed: 7, ...both, service_tier: 'default', user: 'u-1' }, 'topK, minP, repetitionPenalty, verbosity'],
      [{ seed: 7 }, null],
      [{ service_tier: 'default', user: 'u-1' }, 'verbosity'],
      [{ service_tier: 'default', user: 'u-1' }, 'topK'],
      [{ seed: 7, ...both }, 'topK'],
      [{ seed: 7, ...both }, 'topK, minP, repetitionPenalty'],
    ],
  },
  {
    target: { provider: 'openai', protocol: 'openai-responses', model: 'gpt-5.6-terra' },
    path: '/v1',
    wanted: [
      [
        { text: { verbosity: 'low' }, service_tier: 'default', user: 'u-1' },
        'topK, minP, seed, frequencyPenalty, presencePenalty, repetitionPenalty',
      ],
      [{}, 'seed'],
      [{ text: { verbosity: 'low' }, service_tier: 'default', user: 'u-1' }, null],
      [{ service_tier: 'default', user: 'u-1' }, 'topK'],
      [{}, 'topK, seed, frequencyPenalty, presencePenalty'],
      [{}, 'topK, minP, seed, frequencyPenalty, presencePenalty, repetitionPenalty'],
    ],
  },
  {
    target: { provider: 'mistral', model: 'mistral-large-4' },
    path: '/v1',
    wanted: [
      [{ random_seed: 7, ...both }, 'topK, minP, repetitionPenalty, verbosity, serviceTier, user'],
      [{ random_seed: 7 }, null],
      [{}, 'verbosity, serviceTier, user'],
      [{}, 'topK, serviceTier, user'],
      [{ random_seed: 7, ...both }, 'topK'],
      [{ random_seed: 7, ...both }, 'topK, minP, repetitionPenalty'],
    ],
  },
  {
    target: { provider: 'anthropic', model: 'claude-sonnet-4-5' },
    path: '',
    wanted: [
      [
        { top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u-1' } },
        'minP, seed, frequencyPenalty, presencePenalty, repetitionPenalty, verbosity',
      ],
      [{}, 'seed'],
      [{ service_tier: 'standard_only', metadata: { user_id: 'u-1' } }, 'verbosity'],
      [{ top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u-1' } }, null],
      [{ top_k: 40 }, 'seed, frequencyPenalty, presencePenalty'],
      [{ top_k: 40 }, 'minP, seed, frequencyPenalty, presencePenalty, repetitionPenalty'],
    ],
  },
  {
    target: { provider: 'google', model: 'gemini-3.1-pro' },
    path: '/v1beta',
    wanted: [
      [
        { generationConfig: { topK: 40, seed: 7 }, serviceTier: 'standard' },
        'minP, frequencyPenalty, presencePenalty, repetitionPenalty, verbosity, user',
      ],
      [{ generationConfig: { seed: 7 } }, null],
      [{ serviceTier: 'standard' }, 'verbosity, user'],
      [{ generationConfig: { topK: 40, maxOutputTokens: 900 }, serviceTier: 'standard' }, 'user'],
      // GEM-038: the model would refuse them.
      [{ generationConfig: { topK: 40, seed: 7 } }, 'frequencyPenalty, presencePenalty'],
      [{ generationConfig: { topK: 40, seed: 7 } }, 'minP, frequencyPenalty, presencePenalty, repetitionPenalty'],
    ],
  },
  {
    target: { provider: 'ollama', model: 'qwen3' },
    path: '',
    wanted: [
      [{ options: { top_k: 40, min_p: 0.05, seed: 7, ...both, repeat_penalty: 1.1 } }, 'verbosity, serviceTier, user'],
      [{ options: { seed: 7 } }, null],
      [{}, 'verbosity, serviceTier, user'],
      [{ options: { top_k: 40, num_predict: 900 } }, 'serviceTier, user'],
      [{ options: { top_k: 40, seed: 7, ...both } }, null],
      [{ options: { top_k: 40, min_p: 0.05, seed: 7, ...both, repeat_penalty: 1.1 } }, null],
    ],
  },
];

let upstream: Upstream | undefined;
afterEach(() => upstream?.close());

const names = [
  ...['top_k', 'min_p', 'seed', 'random_seed', 'frequency_penalty', 'presence_penalty', 'repetition_penalty'],
  ...['verbosity', 'text', 'service_tier', 'user', 'metadata', 'generationConfig', 'options', 'serviceTier'],
];

test.each(rows)('$target.provider $target.model', async ({ target, path, wanted }) => {
  upstream = await openRefusing(target, path);
  const got: unknown[] = [];
  for (const [at, body] of asked) {
    const { body: sent, leftOut } = await sentFor(upstream, at, body);
    got.push([Object.fromEntries(Object.entries(sent).filter(([name]) => names.includes(name))), leftOut]);
  }
  expect(got).toEqual(wanted);
});

test.each<[title: string, target: RouteTarget, fields: Fields, sent: Fields, leftOut: string | null]>([
  [
    'Mistral refuses fields it does not know',
    { provider: 'mistral', model: 'mistral-large-4' },
    { logit_bias: { 5: 1 }, store: true, safe_prompt: true, metadata: { a: 'b' } },
    { safe_prompt: true, metadata: { a: 'b' } },
    'logit_bias, store',
  ],
  [
    "OpenAI refuses Mistral's fields, and gets what it may know",
    { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' },
    { logit_bias: { 5: 1 }, safe_prompt: true, made_up: 1 },
    { logit_bias: { 5: 1 }, made_up: 1 },
    'safe_prompt',
  ],
  [
    'a tier that only OpenAI knows, beside a field that it does not know',
    { provider: 'openai', protocol: 'openai-chat', model: 'gpt-4.1' },
    { service_tier: 'scale', top_k: 5 },
    { service_tier: 'scale' },
    'topK',
  ],
])('a client of Chat: %s', async (_, target, fields, sent, leftOut) => {
  upstream = await openUpstream({
    target: { ...target, credentials: [{ key: 'k' }] },
    answer: sayYes,
  });
  const body = JSON.stringify({ model: 'x', messages: said, ...fields });
  const response = await fetch(`${upstream.gateway.url}/v1/chat/completions`, { method: 'POST', body });
  const { model: _model, messages: _messages, ...rest } = JSON.parse(upstream.sent[0]?.body ?? '{}');
  expect([rest, response.headers.get('x-interlock-left-out')]).toEqual([sent, leftOut]);
});

test.each([
  // The answer's limit includes the thinking.
  [4000, { max_tokens: 4000, thinking: { type: 'enabled', budget_tokens: 2976 } }, 'reasoning'],
  [20_000, { max_tokens: 20_000, thinking: { type: 'enabled', budget_tokens: 16_384 } }, null],
  [500, { max_tokens: 16_884, thinking: { type: 'enabled', budget_tokens: 16_384 } }, 'maxOutputTokens'],
])('an effort is a budget within the limit of %i, for a model with budgets', async (limit, sent, leftOut) => {
  upstream = await openRefusing({ provider: 'anthropic', model: 'claude-haiku-4-5' }, '');
  const fields = { messages: said, max_completion_tokens: limit, reasoning_effort: 'high' };
  expect(await sentFor(upstream, '/v1/chat/completions', fields)).toMatchObject({ body: sent, leftOut });
});
