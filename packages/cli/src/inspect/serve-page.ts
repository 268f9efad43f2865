/** The page's server: on this machine only, for anyone who knows the token. It sends nothing elsewhere and writes nothing. */

import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { ConfigError } from '@interlock/wire';
import { CommandError, messageOf, usageError } from '../io/command-error.ts';
import { type Answer, answerPage, type PageSources } from './answer-page.ts';
import { checkVisit, strictHeaders } from './check-visit.ts';
import type { LiveFeed } from './live-feed.ts';
import { pageFile } from './page-files.ts';

export interface ServedPage {
  /** With the token. */
  readonly url: string;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly sources: PageSources;
  readonly live: LiveFeed;
  /** 0: any free port. */
  readonly port: number;
}

/** The largest file that can be dropped on the page. */
const maxBodyBytes = 512 * 1024 * 1024;

export async function servePage({ sources, live, port }: ServeOptions): Promise<ServedPage> {
  const token = randomBytes(24).toString('base64url');
  const server = createServer((request, response) => {
    void visit({ request, response, sources, live, token }).catch(() => response.destroy());
  });
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${portOf(server)}/${token}/`,
    close: () =>
      new Promise((resolve) => {
        live.close();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

interface VisitContext extends Omit<ServeOptions, 'port'> {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly token: string;
}

async function visit({ request, response, sources, live, token }: VisitContext): Promise<void> {
  for (const [name, value] of Object.entries(strictHeaders)) response.setHeader(name, value);
  const url = URL.parse(request.url ?? '/', 'http://page');
  const port = request.socket.localPort ?? 0;
  const path = url === null ? undefined : checkVisit({ path: url.pathname, headers: request.headers }, token, port);
  if (url === null || path === undefined) return sendText(response, 403, 'Access denied.');
  if (path === '') return sendText(response.setHeader('location', `/${token}/`), 308, '');
  const parts = path.slice(1).split('/').map(decoded);
  if (parts[0] !== 'api') {
    const file = request.method === 'GET' && parts.length === 1 ? await pageFile(parts[0] || 'index.html') : undefined;
    return file === undefined ? sendText(response, 404, 'Not found.') : sendBytes(response, file);
  }
  if (parts[1] === 'live') return live.add(response) ? undefined : sendText(response, 503, 'Too many pages are open.');
  await sendAnswer(response, () =>
    answerPage(
      { method: request.method ?? 'GET', path: parts.slice(1), query: url.searchParams, body: () => readBody(request) },
      sources,
    ),
  );
}

async function sendAnswer(response: ServerResponse, ask: () => Promise<Answer | undefined>): Promise<void> {
  try {
    const answer = await ask();
    if (answer === undefined) sendJson(response, 404, { error: 'Not found.' });
    else if ('json' in answer) sendJson(response, 200, answer.json);
    else sendBytes(response, answer);
  } catch (error) {
    sendJson(response, error instanceof CommandError || error instanceof ConfigError ? 400 : 500, {
      error: messageOf(error),
    });
  }
}

function sendJson(response: ServerResponse, status: number, json: object): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(json));
}

function sendBytes(response: ServerResponse, answer: Extract<Answer, { readonly bytes: Uint8Array }>): void {
  response.writeHead(200, {
    'content-type': answer.type,
    ...(answer.filename === undefined ? {} : { 'content-disposition': `attachment; filename="${answer.filename}"` }),
  });
  response.end(answer.bytes);
}

function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' });
  response.end(text);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > maxBodyBytes) throw new CommandError(2, 'The file is larger than 512 MB. Split it.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await once(server.listen(port, '127.0.0.1'), 'listening').catch((error: Error) => {
    throw usageError(`Port ${port} cannot be used: ${error.message}`);
  });
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
