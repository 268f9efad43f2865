/** Open models on any OpenAI-compatible server (vLLM, SGLang, llama.cpp): what their chat templates require on every host. */
import type { ModelFamily } from './model-family.ts';

export const openWeightModels: readonly ModelFamily[] = [
  {
    // KIM-001: with other ids the model silently degrades. KIM-006 for those that think.
    match: 'kimi-k2(?:[.-][5-9]|-thinking)|kimi-k3',
    traits: {
      contextWindow: 262_144,
      maxOutput: 16_384,
      toolIds: 'kimi',
      thinking: { replay: 'reasoning_content', demanded: 'calls', byDefault: true },
    },
  },
  { match: 'kimi-k2', traits: { contextWindow: 131_072, maxOutput: 16_384, toolIds: 'kimi' } },
  {
    // VLL-001, MIS-001, MIS-008: the chat template counts turns of user and assistant but not calls, so text stays next to its
    // calls and a bridge follows results. (Validators before v7 refuse that, MIS-014; few servers run them.)
    match: 'mistral|mixtral|ministral|magistral|devstral|codestral|pixtral',
    traits: {
      toolIds: 'mistral',
      toolSchema: 'mistral',
      lastMessage: 'user',
      bridgeAfterResults: true,
    },
  },
  {
    match: 'gemma-?2', // VLL-001, VLL-007: strict turns, no system role, no calls
    traits: { contextWindow: 8192, maxOutput: 2048, tools: 'prompt', systemRole: 'user' },
  },
  { match: 'llama-?2', traits: { contextWindow: 4096, maxOutput: 1024, tools: 'prompt' } },
  {
    match: 'qwen3[.]5|qwen3.*thinking', // VLL-005: think between calls, and require it back
    traits: {
      contextWindow: 131_072,
      maxOutput: 16_384,
      // Their templates start the thinking in the prompt: a server that does not extract it from the text shows only its end.
      thinking: { replay: 'reasoning', demanded: 'calls', byDefault: true, inText: 'unopened' },
    },
  },
  {
    match: 'gpt-oss', // VLL-005, as above
    traits: {
      contextWindow: 131_072,
      maxOutput: 16_384,
      thinking: { replay: 'reasoning', demanded: 'calls', byDefault: true },
    },
  },
  { match: 'qwq|deepseek-r1', traits: { thinking: { inText: 'unopened' } } },
  { match: 'qwen3|minimax-m', traits: { thinking: { inText: 'tagged' } } },
  {
    match: 'deepseek-v(?:3[.]2|4)', // DSK-001, DSK-002
    traits: {
      contextWindow: 131_072,
      maxOutput: 16_384,
      thinking: { replay: 'reasoning_content', demanded: 'calls', byDefault: true },
    },
  },
];
