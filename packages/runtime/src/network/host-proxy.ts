/**
 * The only network access of a confined process: an HTTP proxy on a socket. It connects to allowed hosts and refuses all others with a
 * reason. It resolves and checks names itself, and connects to the checked addresses.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect, type ListenOptions, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { coversHost, type HostPattern, namesPlace } from './host-pattern.ts';
import { type HostAddress, type Lookup, resolveHost, systemLookup } from './resolve-host.ts';

export interface HostProxyOptions {
  readonly allowed: () => readonly HostPattern[];
  readonly lookup?: Lookup;
}

export interface HostProxy {
  /** `host:port`, without duplicates, in the order of the requests. */
  readonly refused: readonly string[];
  /** The port, if the proxy listens on one. */
  readonly port: number | undefined;
  close(): Promise<void>;
}

const mostRefused = 50;
const connectMs = 30_000;

export async function openHostProxy(at: ListenOptions, options: HostProxyOptions): Promise<HostProxy> {
  const refused = new Set<string>();
  const sockets = new Set<Duplex>();
  const resolve = async (host: string, port: number): Promise<readonly HostAddress[] | string> => {
    const pattern = options.allowed().find((each) => coversHost(each, host, port));
    if (pattern === undefined) {
      if (refused.size < mostRefused) refused.add(`${host}:${port}`);
      return `${host}:${port} is not an allowed host of the sandbox.`;
    }
    const judge = namesPlace(pattern) ? () => undefined : undefined;
    return resolveHost(host, options.lookup ?? systemLookup, judge).catch((error: Error) => error.message);
  };
  const server = createServer((asked, answer) => void forward(asked, answer, resolve));
  server.on('connect', (asked: IncomingMessage, near: Duplex) => void tunnel(asked, near, resolve));
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
  });
  server.on('clientError', (_, socket) => socket.destroy());
  await once(server.listen(at), 'listening');
  // The proxy does not keep this process running.
  server.unref();
  const address = server.address();
  return {
    get refused() {
      return [...refused];
    },
    port: typeof address === 'object' ? address?.port : undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

type Resolve = (host: string, port: number) => Promise<readonly HostAddress[] | string>;

async function tunnel(asked: IncomingMessage, near: Duplex, resolve: Resolve): Promise<void> {
  near.on('error', () => near.destroy());
  const url = URL.parse(`http://${asked.url ?? ''}`);
  const found = url === null ? 'The address is invalid.' : await resolve(url.hostname, Number(url.port || 80));
  if (typeof found === 'string') return refuse(near, found);
  const [first] = found;
  if (first === undefined || url === null) return refuse(near, 'The host has no address.');
  const far = connect({ host: first.address, port: Number(url.port || 80) });
  far.setTimeout(connectMs, () => far.destroy(new Error('no answer')));
  far.once('error', (error) => refuse(near, `The connection failed: ${error.message}`, 502));
  far.once('connect', () => {
    far.setTimeout(0);
    far.removeAllListeners('error').on('error', () => near.destroy());
    near.on('close', () => far.destroy());
    near.write('HTTP/1.1 200 Connection established\r\n\r\n');
    near.pipe(far).pipe(near);
  });
}

function refuse(near: Duplex, why: string, status = 403): void {
  if (near.destroyed) return;
  const name = status === 403 ? 'Forbidden' : 'Bad Gateway';
  near.end(
    `HTTP/1.1 ${status} ${name}\r\nx-interlock-sandbox: refused\r\ncontent-type: text/plain\r\nconnection: close\r\n\r\n${why}\n`,
  );
}

/** Plain HTTP with an absolute URL. */
async function forward(asked: IncomingMessage, answer: ServerResponse, resolve: Resolve): Promise<void> {
  const url = URL.parse(asked.url ?? '');
  const say = (status: number, why: string): void => {
    if (answer.headersSent) answer.destroy();
    else answer.writeHead(status, { 'x-interlock-sandbox': 'refused', 'content-type': 'text/plain' }).end(`${why}\n`);
  };
  if (url?.protocol !== 'http:') return say(400, 'Only http:// addresses are forwarded; use CONNECT for others.');
  const port = Number(url.port || 80);
  const found = await resolve(url.hostname, port);
  const first = typeof found === 'string' ? undefined : found[0];
  if (first === undefined) return say(403, typeof found === 'string' ? found : 'The host has no address.');
  const { 'proxy-connection': _, 'proxy-authorization': __, ...headers } = asked.headers;
  const far = request(
    {
      host: first.address,
      port,
      path: `${url.pathname}${url.search}`,
      method: asked.method,
      headers: { ...headers, host: url.host },
      agent: false,
    },
    (reply) => {
      answer.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(answer);
    },
  );
  far.on('error', (error) => say(502, `The connection failed: ${error.message}`));
  answer.on('close', () => far.destroy());
  asked.pipe(far);
}
