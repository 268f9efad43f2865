/** Who is asked when nobody is named: the first of these with a key. A provider without a place of its own comes last. */
import { providers } from '@interlock/wire';

const placed: readonly string[] = [
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

const others = providers.filter(({ name, needsKey }) => needsKey && !placed.includes(name));

export const preferredProviders: readonly string[] = [...placed, ...others.map(({ name }) => name)];
