/** How facts about a model change a request: with the same settings, each model gets what it accepts, and the rest is left out. */
import { expect, test } from 'vitest';
import { prepareRequest, type Settings, type Target, type Tool } from '../../src/index.ts';

type Fields = Readonly<Record<string, unknown>>;

const contents = [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hello.' }] }] as const;
const tools: readonly Tool[] = [
  { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } },
];

/** The parts of the request that depend on settings, and the settings that were left out. */
function asked(target: Target, settings: Settings): { readonly body: Fields; readonly left: readonly string[] } {
  const { body, diagnostics } = prepareRequest({ contents, tools, settings, target, policy: { onFault: 'throw' } });
  const { messages, input, contents: _, tools: __, system, model, store, include, stream, ...rest } = body;
  return { body: rest, left: diagnostics.settings.map(({ setting }) => setting) };
}

const anthropic = (model: string): Target => ({ provider: 'anthropic', model });

const shown = { type: 'adaptive', display: 'summarized' };

test.each([
  ...['opus-4-7', 'opus-4-8', 'sonnet-5', 'opus-5', 'mythos-preview', 'fable-5', 'mythos-5', 'fable-5-1', 'mythos-5-1'],
  ...['opus-5-5', 'sonnet-5-5', 'haiku-5-5', 'opus-6'],
])('claude-%s shows its thinking when asked to think', (name) => {
  expect(asked(anthropic(`claude-${name}`), { reasoning: 'xhigh', cache: false })).toEqual({
    body: { max_tokens: 128_000, thinking: shown, output_config: { effort: 'xhigh' } },
    left: [],
  });
});

test.each<[name: string, settings: Settings, body: Fields]>([
  // Shows its thinking by default.
  [
    'opus-4-6',
    { reasoning: 'low' },
    { max_tokens: 128_000, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
  ],
  [
    'sonnet-4-6',
    { reasoning: 'low' },
    { max_tokens: 64_000, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
  ],
  ['haiku-4-5', { reasoning: 'low' }, { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 2048 } }],
  // Nothing was requested.
  ['opus-5-5', {}, { max_tokens: 128_000 }],
  ['opus-4-8', { reasoning: 'off' }, { max_tokens: 128_000 }],
  ['opus-5', { reasoning: 'off' }, { max_tokens: 128_000, thinking: { type: 'disabled' } }],
  ['haiku-5-5', { reasoning: 'off' }, { max_tokens: 128_000, thinking: { type: 'disabled' } }],
  // Not known well enough.
  [
    'saga-7',
    { reasoning: 'low' },
    { max_tokens: 64_000, thinking: { type: 'adaptive' }, output_config: { effort: 'low' } },
  ],
])('claude-%s with %j gets only settings it supports', (name, settings, body) => {
  expect(asked(anthropic(`claude-${name}`), { ...settings, cache: false })).toEqual({ body, left: [] });
});

test.each(['unsaid', 'omitted'] as const)('a user setting of %s is respected', (display) => {
  const target = { ...anthropic('claude-opus-5-5'), traits: { thinking: { display } } };
  const thinking = display === 'unsaid' ? { type: 'adaptive' } : { type: 'adaptive', display };
  expect(asked(target, { reasoning: 'low', cache: false }).body['thinking']).toEqual(thinking);
});

test.each<[name: string, settings: Settings, choice: Fields | undefined]>([
  ['fable-5', {}, undefined],
  ['mythos-5', {}, undefined],
  ['opus-5-5', {}, undefined],
  ['opus-5-5', { reasoning: 'off' }, undefined],
  ['sonnet-5-5', {}, undefined],
  ['sonnet-6', {}, undefined],
  ['haiku-5-5', {}, undefined],
  ['haiku-5-5', { reasoning: 'off' }, { type: 'any' }],
  ['opus-5', { reasoning: 'low' }, { type: 'any' }],
  ['haiku-4-5', { reasoning: 'low' }, undefined],
])('ANT-045 ANT-046: a forced call on claude-%s with %j', (name, settings, choice) => {
  const { body, left } = asked(anthropic(`claude-${name}`), { ...settings, toolChoice: 'required' });
  expect(body['tool_choice']).toEqual(choice);
  expect(left.includes('toolChoice')).toBe(choice === undefined);
});

/** An effort that is replaced by another one is reported. */
const moved = ['reasoning'];

const level = (thinkingLevel: string): Fields => ({
  generationConfig: { thinkingConfig: { thinkingLevel, includeThoughts: true } },
});

test.each<[target: string, settings: Settings, body: Fields, left?: readonly string[]]>([
  ['openai gpt-6-sol', { reasoning: 'off' }, { reasoning: { effort: 'none' } }],
  ['openai gpt-6-luna', { reasoning: 'max' }, { reasoning: { effort: 'max', summary: 'auto' } }],
  ['openai gpt-6.1-sol', { reasoning: 'off' }, { reasoning: { effort: 'low', summary: 'auto' } }, moved],
  ['openai gpt-6-astra', { reasoning: 'off' }, { reasoning: { effort: 'low', summary: 'auto' } }, moved],
  ['google gemini-3.8-flash', { reasoning: 'minimal' }, level('LOW'), moved],
  ['google gemini-3.7-flash', { reasoning: 'minimal' }, level('LOW'), moved],
  ['google gemini-3.1-flash-lite', { reasoning: 'minimal' }, level('MINIMAL')],
  ['mistral mistral-large-4', { reasoning: 'low' }, { reasoning_effort: 'high' }, moved],
  ['mistral mistral-large-4', { reasoning: 'off' }, { reasoning_effort: 'none' }],
  ['xai grok-4.7', { reasoning: 'xhigh' }, { reasoning_effort: 'xhigh' }],
  ['xai grok-4.6', { reasoning: 'xhigh' }, { reasoning_effort: 'high' }, moved],
  ['deepseek deepseek-flash', { reasoning: 'low' }, { thinking: { type: 'enabled' }, reasoning_effort: 'low' }],
  [
    'deepseek deepseek-v4-pro',
    { reasoning: 'low' },
    { thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    moved,
  ],
  ['groq qwen/qwen3.8-27b', { reasoning: 'low' }, {}, ['reasoning']],
  ['zai glm-5.3-flash', { reasoning: 'off' }, {}, ['reasoning']],
  ['xai grok-4.20-multi-agent-0309', { toolChoice: 'required' }, {}, ['toolChoice']],
])('%s asked %j', (name, settings, body, left = []) => {
  const [provider = '', model = ''] = name.split(' ');
  expect(asked({ provider, model }, settings)).toEqual({ body, left });
});
