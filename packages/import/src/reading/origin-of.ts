/**
 * Who wrote an answer. Agents keep the model's name and often nothing else. A name that belongs to one maker tells the provider;
 * any other leaves it unknown, and then nobody is given the answer's thinking as their own.
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

/** `provider` where the agent names it. */
export function originOf(model: string, provider = ''): Origin {
  const maker = provider || (makers.find(([pattern]) => pattern.test(model))?.[1] ?? '');
  return { provider: maker, ...(model === '' ? {} : { model }) };
}
