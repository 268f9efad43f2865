/** The default provider: the first of these with a key. A provider that is not listed comes last. */
import { providers } from '@interlock/wire';

const order: readonly string[] = [
  'anthropic',
  'openai',
  'google',
  'openrouter',
  'mistral',
  'deepseek',
  'moonshot',
  'xai',
  'qwen',
  'zai',
  'groq',
  'azure',
];

const others = providers.filter(({ name, needsKey }) => needsKey && !order.includes(name));

export const preferredProviders: readonly string[] = [...order, ...others.map(({ name }) => name)];
