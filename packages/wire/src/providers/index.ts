/** Every provider there is. Adding one is a file beside this one and a line here. */
import type { Provider } from '../provider.ts';
import { anthropic } from './anthropic.ts';
import { deepseek } from './deepseek.ts';
import { google } from './google.ts';
import { groq } from './groq.ts';
import { mistral } from './mistral.ts';
import { moonshot } from './moonshot.ts';
import { ollama } from './ollama.ts';
import { openai } from './openai.ts';
import { openaiCompatible } from './openai-compatible.ts';
import { openrouter } from './openrouter.ts';
import { qwen } from './qwen.ts';
import { xai } from './xai.ts';
import { zai } from './zai.ts';

export const providers: readonly Provider[] = [
  openai,
  anthropic,
  google,
  mistral,
  moonshot,
  deepseek,
  xai,
  groq,
  qwen,
  zai,
  openrouter,
  ollama,
  openaiCompatible,
];
