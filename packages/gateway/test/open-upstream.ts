/** A provider that does exactly what a test says, and keeps the bytes of what it was sent. A gateway is in front of it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteTarget } from '@interlock/runtime';
import { createTransport, type Transport } from '@interlock/wire';
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts';

export interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Upstream {
  readonly gateway: Gateway;
  readonly sent: readonly Sent[];
  /** Where the provider is. */
  readonly endpoint: string;
  readonly lines: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

export interface UpstreamOptions extends Partial<GatewayOptions> {
  readonly answer: (response: ServerResponse, sent: Sent) => void;
  /** Where requests go; the endpoint is the upstream's, with this path behind it. Default: a server that is compatible with OpenAI. */
  readonly target?: RouteTarget;
  readonly path?: string;
}

export async function openUpstream({ answer, target, path = '/v1', ...options }: UpstreamOptions): Promise<Upstream> {
  const sent: Sent[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() };
    sent.push(one);
    answer(response, one);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const endpoint = `http://127.0.0.1:${port}${path}`;
  const lines: Record<string, unknown>[] = [];
  const gateway = await createGateway({
    environment: {},
    models: {
      find: () => ({ provider: 'openai-compatible', model: 'm', ...target, endpoint }),
      list: () => ['m'],
    },
    log: { write: (line) => void lines.push(JSON.parse(line)) },
    ...options,
  });
  return {
    gateway,
    sent,
    endpoint,
    lines,
    close: async () => {
      await gateway.close();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** For a target at its provider's own address, answered here instead: what the provider ran is its own. */
export function answeredBy(upstream: () => Pick<Upstream, 'endpoint'>): Transport {
  const inner = createTransport({ proxy: 'none' });
  return {
    access: inner.access,
    send: (request, options) =>
      inner.send({ ...request, url: upstream().endpoint + new URL(request.url).pathname }, options),
    close: () => inner.close(),
  };
}

/** One frame of a streamed chat completion. */
export function chatFrame(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }];
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm', choices })}\n\n`;
}

/** The rest of a streamed chat completion. */
export const chatEnd = `${chatFrame({}, 'stop')}data: [DONE]\n\n`;

export function beginStream(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
}

/** An answer of Chat Completions, for tests about what was sent. */
export function sayYes(response: ServerResponse): void {
  say(response, 'yes');
}

export function say(response: ServerResponse, content: string): void {
  const choices = [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }];
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ id: 'x', object: 'chat.completion', created: 1, model: 'm', choices }));
}

/** A provider that refuses everything, for tests about what was sent. */
export function openRefusing(target: RouteTarget, path: string): Promise<Upstream> {
  return openUpstream({
    target: { ...target, credentials: [{ key: 'k' }] },
    path,
    answer: (response) => response.writeHead(400).end('{"error":{"message":"no"}}'),
  });
}

/** What the provider was sent for a request, and what the client was told to be missing. */
export async function sentFor(
  { gateway, sent }: Upstream,
  path: string,
  body: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly body: Record<string, unknown>; readonly leftOut: string | null }> {
  const before = sent.length;
  const request = { method: 'POST', headers, body: JSON.stringify({ model: 'x', ...body }) };
  const response = await fetch(gateway.url + path, request);
  const first = sent.slice(before).find((each) => !each.path.endsWith('/api/show'));
  return { body: JSON.parse(first?.body ?? '{}'), leftOut: response.headers.get('x-interlock-left-out') };
}
