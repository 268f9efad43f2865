/** Real servers on this machine, each on a free port, closed when the test ends. */
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  type AddressInfo,
  connect,
  createServer as createTcpServer,
  type Socket,
  type Server as TcpServer,
} from 'node:net';
import { onTestFinished } from 'vitest';

export interface Loopback {
  readonly port: number;
  readonly origin: string;
  readonly sockets: ReadonlySet<Socket>;
}

export function serve(listener: RequestListener): Promise<Loopback> {
  return open(createServer(listener));
}

/** Accepts connections and never answers. */
export function serveSilence(): Promise<Loopback> {
  return open(createTcpServer());
}

export interface ProxyServer extends Loopback {
  /** `host:port` of every requested tunnel, with its credentials. */
  readonly asked: readonly { readonly to: string; readonly authorization: string | undefined }[];
}

/** A CONNECT proxy that sends every host name to this machine; `refuse` is the status it answers with instead. */
export async function serveProxy(refuse?: number): Promise<ProxyServer> {
  const asked: { to: string; authorization: string | undefined }[] = [];
  const server = createServer((_, response) => response.writeHead(501).end());
  server.on('connect', ({ url = '', headers }, socket) => {
    asked.push({ to: url, authorization: headers['proxy-authorization'] });
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} Refused\r\n\r\n`);
      return;
    }
    const upstream = connect(Number(url.split(':').at(-1)), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.pipe(socket).pipe(upstream);
    });
    upstream.on('error', () => socket.destroy());
    socket.on('error', () => upstream.destroy());
    socket.on('close', () => upstream.destroy());
  });
  return { ...(await open(server)), asked };
}

/** A port on which nothing listens. */
export async function freePort(): Promise<number> {
  const server = createTcpServer();
  await listening(server);
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function open(server: Server | TcpServer): Promise<Loopback> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
  });
  await listening(server);
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, origin: `http://127.0.0.1:${port}`, sockets };
}

function listening(server: Server | TcpServer): Promise<void> {
  return new Promise((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
}
