/** Maps other agents' names for a provider to ours. */
const aliases: Readonly<Record<string, string>> = {
  claude: 'anthropic',
  gemini: 'google',
  'google-generative-ai': 'google',
  kimi: 'moonshot',
  moonshotai: 'moonshot',
  grok: 'xai',
  mistralai: 'mistral',
  glm: 'zai',
  zhipu: 'zai',
  dashscope: 'qwen',
  'azure-openai': 'azure',
  'google-vertex': 'vertex',
  vertexai: 'vertex',
  'amazon-bedrock': 'bedrock',
  'aws-bedrock': 'bedrock',
};

export function providerName(name: string): string {
  const lower = name.toLowerCase();
  return Object.hasOwn(aliases, lower) ? (aliases[lower] ?? lower) : lower;
}
