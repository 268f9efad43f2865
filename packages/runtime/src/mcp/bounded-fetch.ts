/**
 * The fetch of the library's HTTP transport: it uses the proxy of the environment, has no time limit, and limits the size of a
 * message. If a stream ends without the response, it adds an error response: the library would wait forever.
 */
import { isJsonObject } from '@interlock/transcript';
import type { Dispatcher } from 'undici';
import { lostAnswer } from './answer-codes.ts';

export interface BoundedFetch {
  readonly fetch: (url: string | URL, init?: RequestInit) => Promise<Response>;
  /** Closes all connections. */
  close(): Promise<void>;
}

const longestMessage = 32 * 1024 * 1024;

export async function createBoundedFetch(environment: Readonly<Record<string, string>>): Promise<BoundedFetch> {
  const { EnvHttpProxyAgent, fetch } = await import('undici');
  const variable = (name: string): string => environment[name] ?? environment[name.toUpperCase()] ?? '';
  const dispatcher: Dispatcher = new EnvHttpProxyAgent({
    headersTimeout: 0,
    bodyTimeout: 0,
    httpProxy: variable('http_proxy'),
    httpsProxy: variable('https_proxy'),
    noProxy: variable('no_proxy'),
  });
  const send = async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET', headers, body, signal, redirect = 'follow' } = init;
    const response = await fetch(url, {
      method,
      headers: [...new Headers(headers)],
      body: typeof body === 'string' ? body : body instanceof URLSearchParams ? body.toString() : null,
      signal: signal ?? null,
      redirect,
      dispatcher,
    });
    const { status, statusText } = response;
    const answer = { status, statusText, headers: [...response.headers] };
    if (response.body === null) return new Response(null, answer);
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    const bytes: AsyncIterable<Uint8Array> = response.body;
    return new Response(streamOf(isStream ? events(bytes, requestId(body)) : limited(bytes)), answer);
  };
  return { fetch: send, close: () => dispatcher.destroy() };
}

async function* limited(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let length = 0;
  for await (const chunk of chunks) {
    length += chunk.length;
    if (length > longestMessage) throw tooLong();
    yield chunk;
  }
}

/** Server-sent events. `id`: the request that they answer; a stream that can be resumed by event ids is left to the library. */
async function* events(chunks: AsyncIterable<Uint8Array>, id: number | string | undefined): AsyncGenerator<Uint8Array> {
  let length = 0;
  let canResume = false;
  let end = '\n';
  try {
    for await (const chunk of chunks) {
      const text = end + Buffer.from(chunk).toString('latin1');
      canResume ||= /[\r\n]id:/.test(text);
      const blank = Math.max(text.lastIndexOf('\n\n'), text.lastIndexOf('\r\n\r\n'), text.lastIndexOf('\r\r'));
      length = blank === -1 ? length + chunk.length : text.length - blank;
      if (length > longestMessage) throw tooLong();
      end = text.slice(-3);
      yield chunk;
    }
  } catch (error) {
    if (id === undefined || canResume) throw error;
    yield closing(id, error instanceof RangeError ? error.message : 'the connection was lost');
    return;
  }
  if (id !== undefined && !canResume) yield closing(id, 'the answer ended without a result');
}

/** If the request has been answered, nobody is waiting. */
function closing(id: number | string, reason: string): Uint8Array {
  const message = { jsonrpc: '2.0', id, error: { code: lostAnswer, message: reason } };
  return Buffer.from(`\n\nevent: message\ndata: ${JSON.stringify(message)}\n\n`);
}

function tooLong(): RangeError {
  return new RangeError(`the server sent a message of more than ${longestMessage / 2 ** 20} MB`);
}

/** The end of a stream that is only listened to loses nothing, and the library notices it. */
function requestId(body: unknown): number | string | undefined {
  if (typeof body !== 'string' || !body.startsWith('{')) return undefined;
  const message: unknown = JSON.parse(body);
  if (!isJsonObject(message) || message['method'] === 'subscriptions/listen') return undefined;
  const { id, method } = message;
  return method !== undefined && (typeof id === 'number' || typeof id === 'string') ? id : undefined;
}

function streamOf(chunks: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { value, done } = await chunks.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await chunks.return(undefined);
    },
  });
}
