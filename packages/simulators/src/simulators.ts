/** Every simulated API by name, and all of them at once. */
import { createAnthropic, createGlmMessages } from './anthropic/index.ts';
import type { Api } from './api/api.ts';
import { createAzureChat, createAzureResponses } from './azure/index.ts';
import { createBedrockClaude, createBedrockConverse } from './bedrock/index.ts';
import { deepseek, glm, groq, mistral, moonshot, openaiChat, openrouter, qwen, vllm, xai } from './chat/index.ts';
import { gemini } from './gemini/index.ts';
import { ollama } from './ollama/index.ts';
import { createOpenaiResponses } from './responses/index.ts';
import type { LoggedRequest } from './server/logged-request.ts';
import { type Simulator, type SimulatorOptions, startSimulator } from './server/server.ts';
import { createVertexClaude, createVertexGemini } from './vertex/index.ts';

export type ApiName =
  | ('anthropic' | 'openai-chat' | 'openai-responses' | 'gemini' | 'mistral' | 'moonshot' | 'deepseek')
  | ('groq' | 'xai' | 'qwen' | 'glm' | 'glm-messages' | 'openrouter' | 'vllm' | 'ollama')
  | ('azure-chat' | 'azure-responses' | 'vertex-gemini' | 'vertex-claude' | 'bedrock-claude' | 'bedrock-converse');

export const apiNames: readonly ApiName[] = [
  ...(['anthropic', 'openai-chat', 'openai-responses', 'gemini', 'mistral', 'moonshot', 'deepseek'] as const),
  ...(['groq', 'xai', 'qwen', 'glm', 'glm-messages', 'openrouter', 'vllm', 'ollama'] as const),
  ...([
    'azure-chat',
    'azure-responses',
    'vertex-gemini',
    'vertex-claude',
    'bedrock-claude',
    'bedrock-converse',
  ] as const),
];

/** Some remember what they have issued, so each simulator gets its own API. */
const makers: Readonly<Record<ApiName, () => Api>> = {
  anthropic: createAnthropic,
  'openai-chat': () => openaiChat,
  'openai-responses': createOpenaiResponses,
  gemini: () => gemini,
  mistral: () => mistral,
  moonshot: () => moonshot,
  deepseek: () => deepseek,
  groq: () => groq,
  xai: () => xai,
  qwen: () => qwen,
  glm: () => glm,
  'glm-messages': createGlmMessages,
  openrouter: () => openrouter,
  vllm: () => vllm,
  ollama: () => ollama,
  'azure-chat': createAzureChat,
  'azure-responses': createAzureResponses,
  'vertex-gemini': createVertexGemini,
  'vertex-claude': createVertexClaude,
  'bedrock-claude': createBedrockClaude,
  'bedrock-converse': createBedrockConverse,
};

export function createApi(name: ApiName): Api {
  return makers[name]();
}

export interface SimulatorSet {
  /** In the order of their names in the options. */
  readonly all: readonly Simulator[];
  /** Throws if it was not started. */
  of(name: ApiName): Simulator;
  close(): Promise<void>;
}

export interface SetOptions extends Omit<SimulatorOptions, 'keys' | 'onRequest' | 'endpoint'> {
  /** The simulators to start; all by default. */
  readonly names?: readonly ApiName[];
  /** The port of the first; the others use the following ports. Free ones by default. */
  readonly port?: number;
  readonly keysOf?: (name: ApiName) => Readonly<Record<string, string>>;
  readonly onRequest?: (request: LoggedRequest, name: ApiName) => void;
}

/** Starts them all, or none: if one cannot be started the others are closed. */
export async function startAll(options: SetOptions = {}): Promise<SimulatorSet> {
  const { names = apiNames, port, keysOf, onRequest, ...rest } = options;
  const started = await Promise.allSettled(
    names.map((name, index) =>
      startSimulator(createApi(name), {
        ...rest,
        ...(port === undefined ? {} : { port: port + index }),
        ...(keysOf === undefined ? {} : { keys: keysOf(name) }),
        ...(onRequest === undefined ? {} : { onRequest: (request) => onRequest(request, name) }),
      }),
    ),
  );
  const all = started.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const close = async (): Promise<void> => void (await Promise.all(all.map((simulator) => simulator.close())));
  const failed = started.find((each) => each.status === 'rejected');
  if (failed) {
    await close();
    throw failed.reason;
  }
  const of = (name: ApiName): Simulator => {
    const found = all.find((simulator) => simulator.name === name);
    if (!found) throw new Error(`The simulator '${name}' was not started. Started: ${names.join(', ')}.`);
    return found;
  };
  return { all, of, close };
}
