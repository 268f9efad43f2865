/** The targets of the tests: every provider with its default model, and the models and quirks that have their own rules. */
import type { Target } from '../src/index.ts';
import { providers } from '../src/providers/index.ts';

export interface NamedTarget {
  readonly name: string;
  readonly target: Target;
}

const endpoint = 'http://127.0.0.1:8000/v1';
const compatible = { provider: 'openai-compatible', model: 'some-model', endpoint } as const;

/** The required parts of an address. */
export function placesOf(provider: string): Pick<Target, 'places'> {
  if (provider === 'azure') return { places: { resource: 'acme' } };
  if (provider === 'bedrock') return { places: { region: 'us-east-1' } };
  return provider === 'vertex' ? { places: { project: 'acme' } } : {};
}

const defaults: readonly NamedTarget[] = providers.map(({ name, defaultModel = 'some-model' }) => ({
  name,
  target: name === 'openai-compatible' ? compatible : { provider: name, model: defaultModel, ...placesOf(name) },
}));

const models: readonly NamedTarget[] = [
  { provider: 'openai', model: 'gpt-5.6-terra' },
  { provider: 'openai', model: 'gpt-5.6-terra', protocol: 'openai-chat' },
  { provider: 'openai', model: 'gpt-4.1' },
  { provider: 'openai', model: 'gpt-4.1', protocol: 'openai-responses' },
  { provider: 'openai', model: 'o1-mini' },
  { provider: 'openai', model: 'o4-mini' },
  { provider: 'anthropic', model: 'claude-haiku-4-5' },
  { provider: 'anthropic', model: 'claude-opus-4-6' },
  { provider: 'anthropic', model: 'claude-opus-4-8' },
  { provider: 'anthropic', model: 'claude-sonnet-5' },
  { provider: 'anthropic', model: 'claude-fable-5-1' },
  { provider: 'google', model: 'gemini-2.5-pro' },
  { provider: 'google', model: 'gemini-3.1-pro' },
  { provider: 'google', model: 'gemma-3-27b-it' },
  { provider: 'mistral', model: 'mistral-large-latest' },
  { provider: 'mistral', model: 'open-mistral-7b' },
  { provider: 'moonshot', model: 'kimi-k2-thinking' },
  { provider: 'moonshot', model: 'kimi-k3' },
  { provider: 'deepseek', model: 'deepseek-v4-pro' },
  { provider: 'deepseek', model: 'deepseek-reasoner' },
  { provider: 'zai', model: 'glm-5.3', protocol: 'anthropic-messages' },
  { provider: 'openrouter', model: 'anthropic/claude-opus-4.6' },
  { provider: 'azure', model: 'gpt-4.1', protocol: 'openai-chat' },
  { provider: 'vertex', model: 'claude-haiku-4-5@20251001' },
  { provider: 'vertex', model: 'gemini-2.5-pro' },
  { provider: 'bedrock', model: 'us.anthropic.claude-haiku-4-5-20251001-v1:0' },
  { provider: 'bedrock', model: 'anthropic.claude-opus-4-8-v1:0', protocol: 'bedrock-converse' },
  { provider: 'bedrock', model: 'amazon.nova-pro-v1:0' },
  { provider: 'bedrock', model: 'us.meta.llama3-3-70b-instruct-v1:0' },
  { provider: 'bedrock', model: 'deepseek.r1-v1:0' },
  { provider: 'ollama', model: 'qwen3' },
  { provider: 'ollama', model: 'llama3' },
  { provider: 'ollama', model: 'gemma2' },
].map(
  (target) =>
    ({
      name: [target.provider, target.model, target.protocol].filter(Boolean).join(' '),
      target: { ...target, ...placesOf(target.provider) },
    }) as NamedTarget,
);

const quirks: readonly NamedTarget[] = [
  { name: 'no tools', target: { ...compatible, compat: { noToolUse: true } } },
  { name: 'no system role', target: { ...compatible, compat: { noSystemRole: true } } },
  { name: 'arguments as objects', target: { ...compatible, compat: { stringifyToolArgs: false } } },
  {
    name: 'a bridge after results',
    target: { ...compatible, traits: { bridgeAfterResults: true, textBesideCalls: false } },
  },
];

export const targets: readonly NamedTarget[] = [...defaults, ...models, ...quirks];
