import { expect, test } from 'vitest';
import { lacksTools } from '../../src/failure/error-texts.ts';

test.each([
  'registry.ollama.ai/library/llama3:latest does not support tools',
  'No endpoints found that support tool use. To learn more about provider routing, visit: https://openrouter.ai/docs',
  "This model doesn't support tool use.",
  "This model doesn't support tool use in streaming mode.",
  'deepseek-reasoner does not support Function Calling',
  "Unsupported parameter: 'tools' is not supported with this model.",
  '`tool calling` is not supported with this model',
  'Function calling is not enabled for models/gemma-3-27b-it',
  '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
])('recognizes that the model does not support tools: %s', (message) => {
  expect(lacksTools(message)).toBe(true);
});

test.each([
  '"llama3" does not support thinking',
  'Thinking mode does not support this tool_choice',
  "Hosted tool 'web_search_preview' is not supported with gpt-4.1-nano.",
  'The model does not support tool type web_search',
  'This model does not support tool_choice required',
  'tools.0.input_schema: Field required',
  "Invalid 'tools': array too long.",
])('recognizes another problem: %s', (message) => {
  expect(lacksTools(message)).toBe(false);
});
