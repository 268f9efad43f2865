/** Who is asked when nobody is named: the first of these with a key. */
export const preferredProviders: readonly string[] = [
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
