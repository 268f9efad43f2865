/**
 * Models that are offered by name, the default of each provider first. Any other name works too: what is known about models is
 * in the files next to this one. Ollama's models are read from the server.
 */
export const knownModels = {
  anthropic: [
    'claude-opus-5-5',
    'claude-sonnet-5-5',
    'claude-haiku-5-5',
    'claude-fable-5-1',
    'claude-opus-5',
    'claude-sonnet-5',
    'claude-opus-4-8',
    'claude-sonnet-4-6',
    'claude-haiku-4-5',
  ],
  openai: [
    'gpt-5.6-terra',
    'gpt-5.6-sol',
    'gpt-5.6-luna',
    'gpt-6-astra',
    'gpt-6.1-sol',
    'gpt-5.5',
    'gpt-5.4',
    'gpt-5.4-mini',
    'gpt-4.1',
  ],
  google: [
    'gemini-3.1-pro-preview',
    'gemini-4-argon',
    'gemini-3.8-flash',
    'gemini-2.5-pro',
    'gemini-2.5-flash',
    'gemini-2.5-flash-lite',
  ],
  mistral: [
    'mistral-medium-latest',
    'mistral-large-latest',
    'mistral-small-latest',
    'magistral-medium-latest',
    'devstral-latest',
    'codestral-latest',
  ],
  moonshot: ['kimi-k3', 'kimi-k2.6', 'kimi-k2-thinking'],
  deepseek: ['deepseek-v4-pro', 'deepseek-v4-flash'],
  xai: ['grok-4.7', 'grok-4.3', 'grok-code-fast-1'],
  groq: [
    'openai/gpt-oss-120b',
    'openai/gpt-oss-20b',
    'moonshotai/kimi-k2-instruct-0905',
    'llama-3.3-70b-versatile',
    'llama-3.1-8b-instant',
  ],
  qwen: ['qwen3.8-max', 'qwen3.7-max', 'qwen3-coder-plus', 'qwen3-max'],
  zai: ['glm-5.3', 'glm-5.2', 'glm-4.6'],
  openrouter: [
    'anthropic/claude-opus-5.5',
    'anthropic/claude-sonnet-5.5',
    'openai/gpt-5.6-terra',
    'google/gemini-3.1-pro-preview',
    'moonshotai/kimi-k3',
    'deepseek/deepseek-v4-pro',
    'z-ai/glm-5.3',
  ],
  azure: ['gpt-5.6-terra', 'gpt-5.4', 'gpt-4.1'],
  vertex: ['gemini-3.1-pro-preview', 'gemini-2.5-flash', 'claude-opus-5-5', 'claude-sonnet-5-5'],
  bedrock: [
    'global.anthropic.claude-opus-5-5',
    'global.anthropic.claude-sonnet-5-5',
    'amazon.nova-pro-v1:0',
    'us.meta.llama3-3-70b-instruct-v1:0',
  ],
} as const;

/** For editors: names to complete. Every other name is accepted as well. */
export type ModelName = (typeof knownModels)[keyof typeof knownModels][number];

/** The models of one provider; empty if we know none. */
export function knownModelsOf(provider: string): readonly string[] {
  const all: Readonly<Record<string, readonly string[]>> = knownModels;
  return Object.hasOwn(all, provider) ? (all[provider] ?? []) : [];
}
