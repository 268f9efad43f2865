/** Which path means what. Clients put `/v1` before paths or leave it out; both are understood. */
import { anthropicMessages } from '../fronts/anthropic-messages.ts';
import type { Front } from '../fronts/front.ts';
import { gemini } from '../fronts/gemini.ts';
import { isOfMistral, mistralChat } from '../fronts/mistral-chat.ts';
import { ollamaChat } from '../fronts/ollama-chat.ts';
import { openaiChat } from '../fronts/openai-chat.ts';
import { openaiResponses } from '../fronts/openai-responses.ts';
import type { RequestUrl } from './request-url.ts';
import type { StoredQuestion } from './serve-stored.ts';

/** How failures are reported to clients of a path of this kind. */
export type Endpoint =
  | {
      readonly do: 'answer';
      readonly front: Front;
      readonly model?: string;
      readonly stream?: boolean;
      readonly list?: true;
    }
  | { readonly do: 'count'; readonly front: Front; readonly model?: string }
  | { readonly do: 'compact'; readonly front: Front }
  | { readonly do: 'list-models'; readonly front: Front; readonly model?: string }
  | { readonly do: 'show-model'; readonly front: Front }
  | { readonly do: 'stored'; readonly question: StoredQuestion; readonly front: Front }
  | { readonly do: 'own'; readonly page: OwnPage; readonly front: Front }
  | { readonly do: 'unknown'; readonly front: Front };

/** What a gateway has in addition to models. */
export type OwnPage = 'health' | 'ready' | 'metrics' | 'hello' | 'version' | 'running';

type Headers = Readonly<Record<string, unknown>>;

export function findEndpoint(method: string, url: RequestUrl, headers: Headers): Endpoint {
  const path = url.pathname.replace(/\/+$/, '') || '/';
  const own = ownPages.get(path);
  if (own !== undefined && isRead(method)) return { do: 'own', page: own, front: openaiChat };
  const front = frontOf(path, headers);
  const plain = path.replace(/^\/v1(?=\/)/, '');
  const question = findStored(method, plain, url);
  if (question !== undefined) return { do: 'stored', question, front: openaiResponses };
  if (method === 'POST') return findPost(plain, url, front, headers);
  if (isRead(method)) return findGet(plain, front);
  return { do: 'unknown', front };
}

/** `/responses/compact` is no response. */
function findStored(method: string, path: string, { searchParams: query }: RequestUrl): StoredQuestion | undefined {
  if (!path.startsWith('/responses/') || path === '/responses/compact') return undefined;
  const [, , id = '', ...part] = path.split('/');
  const action = storedActions[`${method} ${part.join('/')}`];
  return id === '' || action === undefined ? undefined : { action, id: decoded(id), query };
}

const storedActions: Readonly<Record<string, StoredQuestion['action']>> = {
  'GET ': 'show',
  'DELETE ': 'delete',
  'GET input_items': 'list-input',
  'POST cancel': 'cancel',
};

/** HEAD asks for the same as GET, without the body. Some monitors send it. */
function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

const ownPages: ReadonlyMap<string, OwnPage> = new Map([
  ['/healthz', 'health'],
  ['/readyz', 'ready'],
  ['/metrics', 'metrics'],
  ['/api/hello', 'hello'],
  ['/api/version', 'version'],
  ['/api/ps', 'running'],
  ['/', 'hello'],
]);

function findPost(path: string, url: RequestUrl, front: Front, headers: Headers): Endpoint {
  switch (path) {
    case '/chat/completions':
      return { do: 'answer', front: chatOf(headers) };
    case '/responses':
      return { do: 'answer', front: openaiResponses };
    case '/responses/compact':
      return { do: 'compact', front: openaiResponses };
    case '/messages':
      return { do: 'answer', front: anthropicMessages };
    case '/messages/count_tokens':
      return { do: 'count', front: anthropicMessages };
    case '/api/chat':
      return { do: 'answer', front: ollamaChat };
    case '/api/show':
      return { do: 'show-model', front: ollamaChat };
  }
  const google = googlePath.exec(path);
  const [, model = '', action = ''] = google ?? [];
  if (action === 'countTokens') return { do: 'count', front: gemini, model: decoded(model) };
  if (action === 'generateContent') return { do: 'answer', front: gemini, model: decoded(model), stream: false };
  if (action !== 'streamGenerateContent') return { do: 'unknown', front };
  const stream = { do: 'answer', front: gemini, model: decoded(model), stream: true } as const;
  return url.searchParams.get('alt') === 'sse' ? stream : { ...stream, list: true };
}

/**
 * Clients take a name with a slash (`anthropic/…`) for a whole resource name, and leave out `models/`: LangChain and the AI SDK do. Those of
 * Vertex name a project, a place and a publisher before the model.
 */
const googlePath: RegExp =
  /^(?:\/v1(?:beta1?|alpha)?)?\/(?:projects\/[^/]+\/locations\/[^/]+\/)?(?:publishers\/[^/]+\/)?(?:models\/)?(.+):([A-Za-z]+)$/;

function findGet(path: string, front: Front): Endpoint {
  if (path === '/api/tags') return { do: 'list-models', front: ollamaChat };
  const found = /^(\/v1(?:beta|alpha))?\/models(?:\/(.+))?$/.exec(path);
  if (found === null) return { do: 'unknown', front };
  const [, beta, model] = found;
  const listed = { do: 'list-models', front: beta === undefined ? front : gemini } as const;
  return model === undefined ? listed : { ...listed, model: decoded(model) };
}

/** For paths that several APIs have, and for failures of paths that none has: whose client it looks like. */
function frontOf(path: string, headers: Headers): Front {
  if (path.startsWith('/api/')) return ollamaChat;
  if (path.startsWith('/v1beta')) return gemini;
  if (headers['anthropic-version'] !== undefined || path.includes('/messages')) return anthropicMessages;
  if (headers['x-goog-api-key'] !== undefined) return gemini;
  return path.includes('/responses') ? openaiResponses : chatOf(headers);
}

function chatOf(headers: Headers): Front {
  return isOfMistral(headers['user-agent']) ? mistralChat : openaiChat;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
