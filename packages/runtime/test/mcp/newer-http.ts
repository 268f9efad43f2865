/** The server of the 2026-07-28 revision over HTTP on loopback. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler } from '@modelcontextprotocol/server';
import { onTestFinished } from 'vitest';
import { createNewerDemo } from './newer-demo.ts';

export interface NewerHttp {
  readonly url: string;
  /** The requests in order: `server/discover`, `tools/call`, … */
  readonly methods: readonly string[];
  /** Adds a tool, and notifies listeners. */
  grow(name: string): void;
}

/** `legacy`: whether older revisions are served, too. */
export async function startNewerHttp(legacy: 'stateless' | 'reject' = 'reject'): Promise<NewerHttp> {
  const more: string[] = [];
  const methods: string[] = [];
  const serve = createMcpHandler(() => createNewerDemo(more), { legacy });
  const answer = toNodeHandler(serve);
  const http = createServer((request, response) => {
    const method = request.headers['mcp-method'];
    if (typeof method === 'string') methods.push(method);
    // The library's types do not match with `exactOptionalPropertyTypes`.
    void answer(request as Parameters<typeof answer>[0], response);
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await serve.close();
    http.closeAllConnections();
    await new Promise((resolve) => http.close(resolve));
  });
  const { port } = http.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    methods,
    grow: (name) => {
      more.push(name);
      serve.notify.toolsChanged();
    },
  };
}
