/**
 * Complete bodies, as files: one conversation with every kind of content, for each protocol and for the targets with special rules.
 * A change to what is sent changes these files and is reviewed with them (`vitest -u` writes them).
 */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Content } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { prepareRequest, type Settings, type Target, type Tool } from '../src/index.ts';

const folder = fileURLToPath(new URL('../../../fixtures/wire/', import.meta.url));

interface Conversation {
  readonly contents: readonly Content[];
  readonly tools: readonly Tool[];
  readonly system: string;
  readonly settings: Settings;
}

const conversation: Conversation = JSON.parse(readFileSync(`${folder}conversation.json`, 'utf8'));

const goldens: readonly { readonly name: string; readonly target: Target }[] = [
  { name: 'openai-chat', target: { provider: 'openai', model: 'gpt-4.1' } },
  { name: 'openai-responses', target: { provider: 'openai', model: 'gpt-5.6-terra' } },
  { name: 'anthropic-opus-4-8', target: { provider: 'anthropic', model: 'claude-opus-4-8' } },
  { name: 'anthropic-haiku-4-5', target: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
  { name: 'gemini-2.5', target: { provider: 'google', model: 'gemini-2.5-pro' } },
  { name: 'gemini-3.1', target: { provider: 'google', model: 'gemini-3.1-pro' } },
  { name: 'mistral-large', target: { provider: 'mistral', model: 'mistral-large-latest' } },
  { name: 'kimi-k2-thinking', target: { provider: 'moonshot', model: 'kimi-k2-thinking' } },
  { name: 'deepseek-v4-pro', target: { provider: 'deepseek', model: 'deepseek-v4-pro' } },
  { name: 'groq', target: { provider: 'groq' } },
  { name: 'openrouter', target: { provider: 'openrouter', model: 'anthropic/claude-opus-4.6' } },
  { name: 'ollama', target: { provider: 'ollama', model: 'qwen3' } },
  { name: 'ollama-without-tools', target: { provider: 'ollama', model: 'llama3' } },
];

test.each(goldens)('$name', async ({ name, target }) => {
  const { url, body, diagnostics } = prepareRequest({ ...conversation, target, policy: { onFault: 'throw' } });
  const { settings, seals, names, media } = diagnostics;
  const said = JSON.stringify({ url, body, diagnostics: { settings, names, media, seals } }, null, 2);
  await expect(`${said}\n`).toMatchFileSnapshot(`${folder}${name}.json`);
});
