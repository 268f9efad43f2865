/** How existing clients are pointed at a simulator: the address they want, and the variables they read it from. */
import type { Simulator } from './server.ts';

export interface ClientSettings {
  /** What a client takes as its base URL: the simulator's address and, where clients want it, the beginning of the path. */
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
};

export function clientSettings({ name, url, key }: Pick<Simulator, 'name' | 'url' | 'key'>): ClientSettings {
  const baseUrl = url + (Object.hasOwn(paths, name) ? paths[name] : '/v1');
  return { baseUrl, environment: environmentOf(name, baseUrl, key) };
}

function environmentOf(name: string, baseUrl: string, key: string): Readonly<Record<string, string>> {
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
    default:
      return { OPENAI_BASE_URL: baseUrl, OPENAI_API_KEY: key };
  }
}
