/**
 * Determines the author of an answer. Agents store the model's name and often nothing else. A name that belongs to one maker
 * determines the provider; otherwise it stays unknown, and then no provider gets the answer's thinking as its own.
 */
import type { Origin } from '@interlock/transcript';

const makers: readonly (readonly [RegExp, string])[] = [
  [/^claude-/, 'anthropic'],
  [/^(?:gpt-|o\d|chatgpt-|codex-)/, 'openai'],
  [/^gemini-/, 'google'],
  [/^kimi-/, 'moonshot'],
  [/^deepseek-/, 'deepseek'],
  [/^grok-/, 'xai'],
  [/^(?:mistral|magistral|devstral|codestral|ministral)-/, 'mistral'],
  [/^glm-/, 'zai'],
  [/^qwen/, 'qwen'],
];

/** `provider` if the agent names it. */
export function originOf(model: string, provider = ''): Origin {
  const maker = provider || (makers.find(([pattern]) => pattern.test(model))?.[1] ?? '');
  return { provider: maker, ...(model === '' ? {} : { model }) };
}
