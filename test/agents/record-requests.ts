/** Sits between an agent and the gateway, and records what the agent sends and the ids of the calls it receives. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Exchange } from './recording.ts';
import { callIdsIn } from './recording.ts';

export interface Recorder {
  readonly url: string;
  readonly exchanges: readonly Exchange[];
  close(): Promise<void>;
}

const keptHeaders = ['anthropic-version', 'anthropic-beta', 'openai-beta', 'originator'] as const;

export async function recordRequests(target: string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const sent = await textOf(incoming);
    const { method = 'GET', url = '/', headers } = incoming;
    const onward = request(target + url, { method, headers: { ...headers, host: new URL(target).host } });
    onward.end(sent);
    const [answer] = (await once(onward, 'response')) as [IncomingMessage];
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    let told = '';
    for await (const chunk of answer) {
      told += String(chunk);
      outgoing.write(chunk);
    }
    outgoing.end();
    if (method !== 'POST') return;
    const kept = keptHeaders.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]]));
    exchanges.push({ path: url, headers: Object.fromEntries(kept), body: JSON.parse(sent), calls: callIdsIn(told) });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    exchanges,
    close: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
