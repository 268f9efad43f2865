/** A proxy in front of a provider that records the bodies of requests, byte for byte. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordingProxy {
  readonly url: string;
  readonly bodies: string[];
  close(): Promise<void>;
}

/** `target`: an http address without a path. */
export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const bodies: string[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of incoming) chunks.push(chunk as Buffer);
    } catch {
      return; // the request was aborted
    }
    const body = Buffer.concat(chunks);
    if (body.length > 0) bodies.push(body.toString());
    const onward = request(new URL(incoming.url ?? '/', target), {
      method: incoming.method ?? 'GET',
      headers: incoming.headers,
    });
    onward.on('response', (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.headers);
      reply.pipe(outgoing);
    });
    onward.on('error', () => outgoing.destroy());
    outgoing.on('close', () => onward.destroy());
    onward.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    bodies,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
