/** Groq. Refuses unknown fields, including thinking (GRQ-001). */
import { groqModels } from '../models/groq.ts';
import type { Provider } from './provider.ts';

export const groq: Provider<'groq'> = {
  name: 'groq',
  label: 'Groq',
  protocols: ['openai-chat'],
  endpoints: { 'openai-chat': 'https://api.groq.com/openai/v1' },
  keyEnv: ['GROQ_API_KEY'],
  needsKey: true,
  defaultModel: 'openai/gpt-oss-120b',
  traits: {
    checkedBy: 'groq',
    contextWindow: 131_072,
    maxOutput: 8192,
    maxTokensField: 'max_completion_tokens',
    parallelToolCalls: 'settable',
    furtherSettings: ['seed', 'user'], // GRQ-006
    thinking: { replay: 'none', control: 'none', efforts: [], byDefault: false, canDisable: true },
  },
  families: groqModels,
};
