/** Listens for the browser's redirect after signing in: a URL on this machine that is open until then. */
import { once } from 'node:events';
import { createServer } from 'node:http';

export interface RedirectListener {
  /** `http://127.0.0.1:<port>/callback` */
  readonly url: string;
  /** The redirect URL with its parameters. A request without the right `state` is answered and ignored. */
  readonly arrived: Promise<URL>;
  close(): Promise<void>;
}

/** `port` 0: any free port. Rejects with the system's error. */
export async function listenForRedirect(port: number, state: string): Promise<RedirectListener> {
  const arrived = Promise.withResolvers<URL>();
  const server = createServer((request, response) => {
    const url = URL.parse(request.url ?? '', 'http://127.0.0.1');
    const isOurs = request.method === 'GET' && url?.pathname === '/callback' && url.searchParams.get('state') === state;
    response.writeHead(isOurs ? 200 : 404, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': "default-src 'none'",
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      connection: 'close',
    });
    response.end(
      isOurs ? page('You can close this window and go back to the terminal.') : page('There is nothing here.'),
    );
    if (isOurs && url !== null) arrived.resolve(url);
  });
  await once(server.listen(port, '127.0.0.1'), 'listening');
  const address = server.address();
  const open = typeof address === 'object' && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${open}/callback`,
    arrived: arrived.promise,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function page(text: string): string {
  return `<!doctype html><meta charset="utf-8"><title>Interlock</title><p>${text}</p>\n`;
}
