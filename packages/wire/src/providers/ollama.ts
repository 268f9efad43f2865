/** Ollama, local or remote. What a model can do depends only on the model (OLL-005, OLL-006). */
import { ollamaModels } from '../models/ollama.ts';
import type { Provider } from './provider.ts';

export const ollama: Provider<'ollama'> = {
  name: 'ollama',
  label: 'Ollama',
  protocols: ['ollama-chat', 'openai-chat', 'anthropic-messages'],
  endpoints: {
    'ollama-chat': 'http://127.0.0.1:11434',
    'openai-chat': 'http://127.0.0.1:11434/v1',
    'anthropic-messages': 'http://127.0.0.1:11434/v1',
  },
  keyEnv: ['OLLAMA_API_KEY'],
  endpointEnv: 'OLLAMA_HOST',
  needsKey: false,
  defaultModel: 'qwen3',
  traits: {
    checkedBy: 'ollama',
    contextWindow: 32_768,
    maxOutput: 8192,
    tools: 'prompt', // OLL-005
    media: { user: [], results: [], urls: false }, // OLL-010
    thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true }, // OLL-006
  },
  families: ollamaModels,
};
