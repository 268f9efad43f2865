/** Any server that implements OpenAI's (or Anthropic's) protocol: vLLM, SGLang, llama.cpp, LM Studio, a company's own gateway. */
import { openWeightModels } from '../models/open-weights.ts';
import type { Provider } from './provider.ts';

export const openaiCompatible: Provider<'openai-compatible'> = {
  name: 'openai-compatible',
  label: 'OpenAI-compatible server',
  protocols: ['openai-chat', 'openai-responses', 'anthropic-messages'],
  endpoints: {},
  keyEnv: [],
  needsKey: false,
  traits: {},
  families: openWeightModels,
};
