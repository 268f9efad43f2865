/** A provider that does exactly what a test says, and keeps the bytes of what it was sent. A gateway is in front of it. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RouteTarget } from '@interlock/runtime';
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
