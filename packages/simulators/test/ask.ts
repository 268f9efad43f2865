/** Sends the smallest request that each API accepts, over HTTP. */
import { clientSettings, type Simulator } from '../src/index.ts';

export interface Asking {
  readonly text?: string;
  readonly stream?: boolean;
  readonly tools?: boolean;
  /** Replaces the smallest request. */
  readonly body?: unknown;
  /** Changes the text that is sent. */
  readonly raw?: (text: string) => string;
  readonly signal?: AbortSignal;
}

export function ask(
  simulator: Simulator,
  { body, raw = (text) => text, signal, ...asking }: Asking = {},
): Promise<Response> {
  const { path, body: smallest } = smallestRequest(simulator.name, asking);
  const { name, url } = simulator;
  // A cloud's paths are longer than the base URL of its clients.
  return fetch((/^(azure|vertex|bedrock)-/.test(name) ? url : clientSettings(simulator).baseUrl) + path, {
    method: 'POST',
    headers: {
      ...(simulator.name === 'gemini'
        ? { 'x-goog-api-key': simulator.key }
        : { authorization: `Bearer ${simulator.key}` }),
      ...(simulator.name === 'anthropic' ? { 'x-api-key': simulator.key } : {}),
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: raw(JSON.stringify(body ?? smallest)),
    ...(signal ? { signal } : {}),
  });
}

const chatModels: Readonly<Record<string, string>> = {
  'openai-chat': 'gpt-4.1',
  mistral: 'mistral-large-latest',
  moonshot: 'kimi-k2-0905',
  deepseek: 'deepseek-v4-flash',
  groq: 'llama-3.3-70b-versatile',
  xai: 'grok-4',
  qwen: 'qwen-plus',
  glm: 'glm-4.6',
  openrouter: 'openai/gpt-4o',
  vllm: 'meta-llama/Llama-3.3-70B-Instruct',
};

const parameters = { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] };
const read = { name: 'read_file', description: 'Reads a file.' };

interface Smallest {
  readonly path: string;
  readonly body: object;
}

function smallestRequest(name: string, { text = 'Hello', stream = false, tools = false }: Asking): Smallest {
  const messages = [{ role: 'user', content: text }];
  const chatTools = tools ? { tools: [{ type: 'function', function: { ...read, parameters } }] } : {};
  switch (name) {
    case 'anthropic':
    case 'glm-messages': {
      const model = name === 'anthropic' ? 'claude-opus-4-6' : 'glm-4.6';
      const own = tools ? { tools: [{ ...read, input_schema: parameters }] } : {};
      return { path: '/v1/messages', body: { model, max_tokens: 1000, messages, stream, ...own } };
    }
    case 'openai-responses': {
      const own = tools ? { tools: [{ type: 'function', ...read, parameters, strict: false }] } : {};
      return { path: '/responses', body: { model: 'gpt-4.1', input: text, stream, ...own } };
    }
    case 'gemini': {
      const own = tools ? { tools: [{ functionDeclarations: [{ ...read, parameters }] }] } : {};
      const method = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
      const body = { contents: [{ role: 'user', parts: [{ text }] }], ...own };
      return { path: `/v1beta/models/gemini-2.5-flash:${method}`, body };
    }
    case 'ollama':
      return { path: '/api/chat', body: { model: 'llama3.2', messages, stream, ...chatTools } };
    default:
      return (
        cloudRequest(name, { text, stream, tools }) ?? {
          path: '/chat/completions',
          body: { model: chatModels[name], messages, stream, ...chatTools },
        }
      );
  }
}

function cloudRequest(name: string, { text = '', stream = false, tools = false }: Asking): Smallest | undefined {
  const messages = [{ role: 'user', content: text }];
  const claudeTools = tools ? { tools: [{ ...read, input_schema: parameters }] } : {};
  switch (name) {
    case 'azure-chat': {
      const own = tools ? { tools: [{ type: 'function', function: { ...read, parameters } }] } : {};
      const path = '/openai/deployments/gpt-4.1/chat/completions?api-version=2024-10-21';
      return { path, body: { messages, stream, ...own } };
    }
    case 'azure-responses': {
      const own = tools ? { tools: [{ type: 'function', ...read, parameters, strict: false }] } : {};
      const path = '/openai/responses?api-version=2025-04-01-preview';
      return { path, body: { model: 'gpt-4.1', input: text, stream, ...own } };
    }
    case 'vertex-gemini': {
      const { path, body } = smallestRequest('gemini', { text, stream, tools });
      return { path: path.replace('/v1beta/', '/v1/projects/p/locations/global/publishers/google/'), body };
    }
    case 'vertex-claude': {
      const verb = stream ? 'streamRawPredict' : 'rawPredict';
      const path = `/v1/projects/p/locations/global/publishers/anthropic/models/claude-sonnet-4-5@20250929:${verb}`;
      return {
        path,
        body: { anthropic_version: 'vertex-2023-10-16', max_tokens: 1000, messages, stream, ...claudeTools },
      };
    }
    case 'bedrock-claude': {
      const path = `/model/us.anthropic.claude-sonnet-4-5-v1%3A0/invoke${stream ? '-with-response-stream' : ''}`;
      return { path, body: { anthropic_version: 'bedrock-2023-05-31', max_tokens: 1000, messages, ...claudeTools } };
    }
    case 'bedrock-converse': {
      const own = tools
        ? { toolConfig: { tools: [{ toolSpec: { ...read, inputSchema: { json: parameters } } }] } }
        : {};
      const path = `/model/us.anthropic.claude-sonnet-4-5-v1%3A0/converse${stream ? '-stream' : ''}`;
      return { path, body: { messages: [{ role: 'user', content: [{ text }] }], ...own } };
    }
    default:
      return undefined;
  }
}
