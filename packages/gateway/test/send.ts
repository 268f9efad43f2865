/** Plain requests to a gateway, for what no SDK would send. */

export interface Told {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;
}

export async function send(
  url: string,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Told> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text.startsWith('{') ? JSON.parse(text) : text };
}

export interface Asking {
  readonly api: string;
  readonly path: (model: string) => string;
  readonly body: (model: string, text: string, stream: boolean) => object;
}

/** One question in each API. */
export const askings: readonly Asking[] = [
  {
    api: 'anthropic-messages',
    path: () => '/v1/messages',
    body: (model, text, stream) => ({ model, stream, max_tokens: 100, messages: [{ role: 'user', content: text }] }),
  },
  {
    api: 'openai-chat',
    path: () => '/v1/chat/completions',
    body: (model, text, stream) => ({ model, stream, messages: [{ role: 'user', content: text }] }),
  },
  {
    api: 'openai-responses',
    path: () => '/responses',
    body: (model, text, stream) => ({ model, stream, input: text }),
  },
  {
    api: 'gemini',
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    body: (_, text) => ({ contents: [{ role: 'user', parts: [{ text }] }] }),
  },
  {
    api: 'ollama-chat',
    path: () => '/api/chat',
    body: (model, text, stream) => ({ model, stream, messages: [{ role: 'user', content: text }] }),
  },
];
