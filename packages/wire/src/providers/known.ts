/** The known providers, one per line, in alphabetical order. */
export { anthropic } from './anthropic.ts';
export { azure } from './azure.ts';
export { bedrock } from './bedrock.ts';
export { deepseek } from './deepseek.ts';
export { google } from './google.ts';
export { groq } from './groq.ts';
export { mistral } from './mistral.ts';
export { moonshot } from './moonshot.ts';
export { ollama } from './ollama.ts';
export { openai } from './openai.ts';
export { openaiCompatible } from './openai-compatible.ts';
export { openrouter } from './openrouter.ts';
export { qwen } from './qwen.ts';
export { vertex } from './vertex.ts';
export { xai } from './xai.ts';
export { zai } from './zai.ts';
