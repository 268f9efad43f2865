/** How existing clients are pointed at a simulator: the base URL they expect, and the variables they read it from. */
import type { Simulator } from './server.ts';

export interface ClientSettings {
  /** A client's base URL: the simulator's address and, if clients expect it, the beginning of the path. */
  readonly baseUrl: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** The beginning of each provider's paths that belongs to the base URL of its clients; `/v1` for all others. */
const paths: Readonly<Record<string, string>> = {
  anthropic: '',
  gemini: '',
  ollama: '',
  deepseek: '',
  groq: '/openai/v1',
  qwen: '/compatible-mode/v1',
  glm: '/api/paas/v4',
  'glm-messages': '/api/anthropic',
  openrouter: '/api/v1',
  'azure-chat': '/openai/v1',
  'azure-responses': '/openai/v1',
  'vertex-gemini': '',
  'vertex-claude': '/v1',
  'bedrock-claude': '',
  'bedrock-converse': '',
};

export function clientSettings({ name, url, key }: Pick<Simulator, 'name' | 'url' | 'key'>): ClientSettings {
  const baseUrl = url + (Object.hasOwn(paths, name) ? paths[name] : '/v1');
  return { baseUrl, environment: environmentOf(name, url, baseUrl, key) };
}

function environmentOf(name: string, url: string, baseUrl: string, key: string): Readonly<Record<string, string>> {
  switch (name) {
    case 'anthropic':
      return { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_API_KEY: key };
    // As z.ai documents it: the key goes into the header `authorization`.
    case 'glm-messages':
      return { ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_AUTH_TOKEN: key };
    case 'gemini':
      return { GOOGLE_GEMINI_BASE_URL: baseUrl, GEMINI_API_KEY: key };
    case 'ollama':
      return { OLLAMA_HOST: baseUrl };
    case 'moonshot':
      return { KIMI_BASE_URL: baseUrl, KIMI_API_KEY: key, OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key };
    case 'azure-chat':
    case 'azure-responses':
      return { AZURE_OPENAI_ENDPOINT: url, AZURE_OPENAI_API_KEY: key, OPENAI_API_VERSION: '2025-04-01-preview' };
    case 'vertex-gemini':
      return {
        GOOGLE_VERTEX_BASE_URL: baseUrl,
        GOOGLE_GENAI_USE_VERTEXAI: 'true',
        GOOGLE_CLOUD_PROJECT: 'sim-project',
        GOOGLE_CLOUD_LOCATION: 'global',
        GOOGLE_OAUTH_ACCESS_TOKEN: key,
      };
    case 'vertex-claude':
      return {
        ANTHROPIC_VERTEX_BASE_URL: baseUrl,
        ANTHROPIC_VERTEX_PROJECT_ID: 'sim-project',
        CLOUD_ML_REGION: 'global',
        GOOGLE_OAUTH_ACCESS_TOKEN: key,
      };
    // Signatures: `amazonCredentials(key)`.
    case 'bedrock-claude':
    case 'bedrock-converse':
      return {
        AWS_ENDPOINT_URL_BEDROCK_RUNTIME: baseUrl,
        ANTHROPIC_BEDROCK_BASE_URL: baseUrl,
        AWS_REGION: 'us-east-1',
        AWS_BEARER_TOKEN_BEDROCK: key,
      };
    default:
      return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key };
  }
}
