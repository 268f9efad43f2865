/** The providers a command means when none is named. A test holds this list against the one `wire` knows. */
export const providerNames: readonly string[] = [
  'openai',
  'anthropic',
  'google',
  'mistral',
  'moonshot',
  'deepseek',
  'xai',
  'groq',
  'qwen',
  'zai',
  'openrouter',
  'ollama',
];
