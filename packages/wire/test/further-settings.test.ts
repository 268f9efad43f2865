/** Settings that not every API has: each is read under its name in one API and written under its name in another, or left out and reported. */
import { expect, test } from 'vitest';
import { prepareRequest, protocolOf, type ReadRequest, type Settings } from '../src/index.ts';
import { targetOf } from './models/sent-fields.ts';

const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }] as const;

const all: Settings = {
  topK: 40,
  minP: 0.05,
  seed: 7,
  frequencyPenalty: 0.5,
  presencePenalty: -0.5,
  repetitionPenalty: 1.1,
  verbosity: 'low',
  serviceTier: 'standard',
  user: 'u-1',
};

type Fields = Readonly<Record<string, unknown>>;

const ofChat: Fields = {
  top_k: 40,
  min_p: 0.05,
  seed: 7,
  frequency_penalty: 0.5,
  presence_penalty: -0.5,
  repetition_penalty: 1.1,
  verbosity: 'low',
  service_tier: 'default',
  user: 'u-1',
};

function read(protocol: string, body: Fields): ReadRequest {
  return protocolOf(protocol).decodeRequest(body as never);
}

test.each<[protocol: string, body: Fields, settings: Settings]>([
  ['openai-chat', { messages: [], ...ofChat }, all],
  ['openai-chat', { messages: [], random_seed: 7 }, { seed: 7 }],
  ['openai-chat', { messages: [], safety_identifier: 's', user: 's' }, { user: 's' }],
  [
    'openai-responses',
    { input: [], text: { verbosity: 'low' }, service_tier: 'priority', user: 'u-1' },
    { verbosity: 'low', serviceTier: 'priority', user: 'u-1' },
  ],
  [
    'anthropic-messages',
    { messages: [], top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u-1' } },
    { topK: 40, serviceTier: 'standard', user: 'u-1', cache: false },
  ],
  [
    'gemini',
    { contents: [], generationConfig: { topK: 40, seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 } },
    { topK: 40, seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 },
  ],
  ['gemini', { contents: [], generation_config: { top_k: 40, presence_penalty: 1 } }, { topK: 40, presencePenalty: 1 }],
  ['gemini', { contents: [], serviceTier: 'flex' }, { serviceTier: 'flex' }],
  ['gemini', { contents: [], service_tier: 'SERVICE_TIER_PRIORITY' }, { serviceTier: 'priority' }],
  ['gemini', { contents: [], serviceTier: 'SERVICE_TIER_UNSPECIFIED' }, {}],
  [
    'ollama-chat',
    {
      messages: [],
      options: {
        ...{ top_k: 40, min_p: 0.05, seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5, repeat_penalty: 1.1 },
      },
    },
    {
      ...{ topK: 40, minP: 0.05, seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5, repetitionPenalty: 1.1 },
      stream: true,
    },
  ],
  ['bedrock-converse', { messages: [], additionalModelRequestFields: { top_k: 40 } }, { topK: 40, cache: false }],
])('%s reads %j', (protocol, body, settings) => {
  expect(read(protocol, body)).toMatchObject({ settings, problems: [] });
  expect(Object.keys(read(protocol, body).settings).toSorted()).toEqual(Object.keys(settings).toSorted());
});

test.each<[protocol: string, body: Fields, path: string]>([
  ['openai-chat', { messages: [], verbosity: 'brief' }, 'verbosity'],
  ['openai-chat', { messages: [], service_tier: 'scale' }, 'service_tier'],
  ['gemini', { contents: [], serviceTier: 'scale' }, 'serviceTier'],
  ['openai-chat', { messages: [], user: 'one', safety_identifier: 'other' }, 'user'],
  ['openai-responses', { input: [], user: 'one', safety_identifier: 'other' }, 'user'],
  ['openai-responses', { input: [], text: { verbosity: 1 } }, 'text.verbosity'],
])('%s reports a value that has no meaning elsewhere: %j', (protocol, body, path) => {
  expect(read(protocol, body).problems.map((problem) => problem.path)).toEqual([path]);
});

test('of two ids of a user, the newer field counts', () => {
  const { settings } = read('openai-chat', { messages: [], user: 'one', safety_identifier: 'other' });
  expect(settings.user).toBe('other');
});

/** The fields of a request that exist because of these settings, and the settings that were left out. */
function asked(name: string, settings: Settings): { readonly sent: Fields; readonly left: readonly string[] } {
  const bodyOf = (given: Settings): ReturnType<typeof prepareRequest> =>
    prepareRequest({
      contents,
      tools: [],
      settings: { cache: false, ...given },
      target: targetOf(name),
      policy: { onFault: 'throw' },
    });
  const { body, diagnostics } = bodyOf(settings);
  const usual = JSON.stringify;
  const without: Fields = bodyOf({}).body;
  const sent = Object.entries(body).filter(([field, value]) => usual(value) !== usual(without[field]));
  return { sent: Object.fromEntries(sent), left: diagnostics.settings.map(({ setting }) => setting) };
}

const sampling = {
  ...{ top_k: 40, min_p: 0.05, seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5 },
} as const;
const penalties = ['frequencyPenalty', 'presencePenalty'] as const;
const words = ['verbosity', 'serviceTier', 'user'] as const;

test.each<[target: string, sent: Fields, left: readonly string[]]>([
  ['openai-compatible my-model', ofChat, []],
  [
    'openai gpt-4.1',
    { seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5, service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', 'repetitionPenalty', 'verbosity'],
  ],
  // OAC-015: penalties are sampling, a seed is not.
  [
    'openai gpt-5',
    { seed: 7, verbosity: 'low', service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', ...penalties, 'repetitionPenalty'],
  ],
  // OAC-035
  [
    'openai o4-mini',
    { seed: 7, service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', ...penalties, 'repetitionPenalty', 'verbosity'],
  ],
  [
    'openai o3-pro',
    { service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', 'verbosity'],
  ],
  [
    'openai gpt-5.1',
    {
      ...{ seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5 },
      ...{ verbosity: 'low', service_tier: 'default', user: 'u-1' },
    },
    ['topK', 'minP', 'repetitionPenalty'],
  ],
  [
    'openai gpt-5.6-terra',
    { text: { verbosity: 'low' }, service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty'],
  ],
  [
    'azure gpt-4.1',
    { seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5, service_tier: 'default', user: 'u-1' },
    ['topK', 'minP', 'repetitionPenalty', 'verbosity'],
  ],
  [
    'mistral mistral-large-latest',
    { random_seed: 7, frequency_penalty: 0.5, presence_penalty: -0.5 },
    ['topK', 'minP', 'repetitionPenalty', ...words],
  ],
  [
    'groq llama-3.3-70b-versatile',
    { seed: 7, user: 'u-1' },
    ['topK', 'minP', ...penalties, 'repetitionPenalty', 'verbosity', 'serviceTier'],
  ],
  [
    'xai grok-4.7',
    { seed: 7, user: 'u-1' },
    ['topK', 'minP', ...penalties, 'repetitionPenalty', 'verbosity', 'serviceTier'],
  ],
  [
    'qwen qwen3-max',
    { top_k: 40, seed: 7, presence_penalty: -0.5, repetition_penalty: 1.1 },
    ['minP', 'frequencyPenalty', ...words],
  ],
  ['zai glm-5.3', {}, ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', ...words]],
  ['moonshot kimi-k3', {}, ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', ...words]],
  // DSK-007: ignored while it thinks.
  ['deepseek deepseek-v4-pro', {}, ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', ...words]],
  [
    'deepseek deepseek-chat',
    { frequency_penalty: 0.5, presence_penalty: -0.5 },
    ['topK', 'minP', 'seed', 'repetitionPenalty', ...words],
  ],
  [
    'openrouter mistralai/mistral-large-4',
    { ...sampling, repetition_penalty: 1.1, verbosity: 'low', user: 'u-1' },
    ['serviceTier'],
  ],
  // GEM-038
  [
    'openrouter google/gemini-3.8-flash',
    { top_k: 40, seed: 7, user: 'u-1' },
    ['minP', ...penalties, 'repetitionPenalty', 'verbosity', 'serviceTier'],
  ],
  // ANT-050
  [
    'anthropic claude-opus-5-5',
    { service_tier: 'standard_only', metadata: { user_id: 'u-1' } },
    ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', 'verbosity'],
  ],
  [
    'anthropic claude-sonnet-4-5',
    { top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u-1' } },
    ['minP', 'seed', ...penalties, 'repetitionPenalty', 'verbosity'],
  ],
  ['vertex claude-sonnet-4-5', { top_k: 40 }, ['minP', 'seed', ...penalties, 'repetitionPenalty', ...words]],
  [
    'bedrock anthropic.claude-sonnet-4-5 bedrock-converse',
    { additionalModelRequestFields: { top_k: 40 } },
    ['minP', 'seed', ...penalties, 'repetitionPenalty', ...words],
  ],
  ['bedrock amazon.nova-pro-v1:0', {}, ['topK', 'minP', 'seed', ...penalties, 'repetitionPenalty', ...words]],
  [
    'google gemini-3.8-flash',
    { generationConfig: { topK: 40, seed: 7 }, serviceTier: 'standard' },
    ['minP', ...penalties, 'repetitionPenalty', 'verbosity', 'user'],
  ],
  [
    'google gemini-2.0-flash',
    { generationConfig: { topK: 40, seed: 7, frequencyPenalty: 0.5, presencePenalty: -0.5 } },
    ['minP', 'repetitionPenalty', ...words],
  ],
  ['ollama qwen3', { options: { ...sampling, repeat_penalty: 1.1 } }, words],
])('%s gets what it has a name for', (target, sent, left) => {
  expect(asked(target, all)).toEqual({ sent, left });
});

test.each<[target: string, settings: Settings, sent: Fields, left: readonly string[]]>([
  // Values that change nothing are no loss.
  ['openai gpt-5.6-terra', { topK: 0, minP: 0, frequencyPenalty: 0, repetitionPenalty: 1 }, {}, []],
  ['xai grok-4.7', { presencePenalty: 0 }, {}, []],
  ['google gemini-3.8-flash', { topK: -1 }, {}, []],
  ['ollama qwen3', { topK: 0 }, { options: { top_k: 0 } }, []],
  // ANT-049: not while it thinks.
  ['anthropic claude-sonnet-4-5', { topK: 5 }, { top_k: 5 }, []],
  // Out of range.
  ['mistral mistral-large-latest', { seed: -1 }, {}, ['seed']],
  ['google gemini-3.8-flash', { seed: 2 ** 40 }, {}, ['seed']],
  ['openai gpt-4.1', { seed: -1, presencePenalty: 3 }, { seed: -1, presence_penalty: 2 }, ['presencePenalty']],
  ['openai gpt-4.1', { seed: 0.5 }, {}, ['seed']],
  // OAC-034, ANT-081
  ['openai gpt-4.1', { user: 'u'.repeat(65) }, {}, ['user']],
  ['anthropic claude-opus-5-5', { user: 'ann@example.com' }, {}, ['user']],
  ['anthropic claude-opus-5-5', { user: '+49 30 123456' }, {}, ['user']],
  ['anthropic claude-opus-5-5', { serviceTier: 'flex' }, {}, ['serviceTier']],
  ['anthropic claude-opus-5-5', { verbosity: 'medium' }, {}, []],
  ['openai gpt-4.1', { verbosity: 'medium' }, {}, []],
  ['openai gpt-4.1', { verbosity: 'high' }, {}, ['verbosity']],
  ['openai gpt-5.6-terra', { serviceTier: 'priority' }, { service_tier: 'priority' }, []],
])('%s with %j', (target, settings, sent, left) => {
  expect(asked(target, settings)).toEqual({ sent, left });
});

test('ANT-049: top_k is left out while the model thinks', () => {
  const { body, diagnostics } = prepareRequest({
    contents,
    settings: { topK: 5, reasoning: 'low' },
    target: targetOf('anthropic claude-sonnet-4-5'),
  });
  expect(body).not.toHaveProperty('top_k');
  expect(diagnostics.settings).toEqual([{ setting: 'topK', why: 'ANT-049: not while the model thinks' }]);
});

test('a format and a verbosity share a field of Responses', () => {
  const settings: Settings = { verbosity: 'high', responseFormat: 'json' };
  expect(asked('openai gpt-5.6-terra', settings).sent).toEqual({
    text: { format: { type: 'json_object' }, verbosity: 'high' },
  });
});
