/** One request over undici's connections: what `fetch` does for us, without what it does for a browser. Redirects are not followed. */
import type { Dispatcher } from 'undici';
import { DispatchedBody } from './dispatched-body.ts';
import { isRefusedPort } from './refused-ports.ts';
import { piecesOf, wholeBody } from './request-body.ts';
import type { FetchedResponse, Sending } from './send-over.ts';
import type { HttpRequest } from './transport.ts';
import { unpackBody } from './unpack-body.ts';

/** Bytes up to which a body is sent as one piece of memory: copying them costs less than sending them one by one. */
const longestCopy = 512 * 1024;

export function dispatchRequest(dispatcher: Dispatcher, request: Sending): Promise<FetchedResponse> {
  const { stop } = request;
  const { origin, pathname, search, port, protocol } = request.address;
  if (isRefusedPort(port)) throw new Error('bad port');
  const { promise, resolve, reject } = Promise.withResolvers<FetchedResponse>();
  let body: DispatchedBody | undefined;
  const end = (error?: Error): void => {
    stop.onStop(() => undefined);
    if (error !== undefined) reject(error);
    body?.end(error);
  };
  stop.onStop(() => reject(stopped()));
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (controller) => {
      const abort = (): void => controller.abort(stopped());
      if (stop.isStopped) abort();
      else stop.onStop(abort);
    },
    onResponseStart: (controller, status, given) => {
      // Something before the answer: 100 and 103.
      if (status < 200) return;
      const headers = textHeaders(given);
      body = new DispatchedBody(controller);
      const unpacked = unpackBody(body, headers['content-encoding']);
      resolve({ ok: status < 300, status, headers, body: unpacked });
    },
    onResponseData: (_, chunk) => body?.push(chunk),
    onResponseEnd: () => end(),
    onResponseError: (_, error) => end(error),
  };
  const [sent, length] = bodyOf(request.body);
  const headers = withUsual(protocol, request.headers, length);
  dispatcher.dispatch({ origin, path: pathname + search, method: request.method, headers, body: sent }, handler);
  return promise;
}

/** Whoever stopped it knows why. */
function stopped(): Error {
  return new Error('The request was stopped.');
}

/** With what `fetch` sends of its own (some servers refuse requests without a name of their sender), and the length, without which
 * the body would be sent in chunks of HTTP, which not every server takes. */
function withUsual(protocol: string, given: HttpRequest['headers'], length: number): Record<string, string> {
  const headers: Record<string, string> = {
    accept: '*/*',
    'user-agent': 'undici',
    'accept-encoding': protocol === 'https:' ? 'br, gzip, deflate' : 'gzip, deflate',
  };
  for (const [name, value] of Object.entries(given)) headers[name.toLowerCase()] = value;
  headers['content-length'] = String(length);
  return headers;
}

function bodyOf(given: HttpRequest['body']): readonly [NonNullable<Dispatcher.DispatchOptions['body']>, number] {
  const pieces = piecesOf(given);
  const length = pieces.reduce((size, piece) => size + piece.byteLength, 0);
  const [only] = pieces;
  if (pieces.length === 1 && only !== undefined) return [only, length];
  const stream = length <= longestCopy ? undefined : globalThis.process?.getBuiltinModule?.('node:stream');
  return [stream?.Readable.from(pieces, { objectMode: true }) ?? wholeBody(pieces), length];
}

/** Values of a name that came several times are one, as with `fetch`. */
function textHeaders(given: Readonly<Record<string, string | string[] | undefined>>): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers[name] = typeof value === 'string' ? value : value.join(', ');
  }
  return headers;
}
