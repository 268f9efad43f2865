/** How an agent connects to a gateway: URL, key and models. */
import { type ModelDirectory, modelLimits } from '@interlock/gateway';
import type { AgentConnection } from './client-agent.ts';

export function agentConnection(
  url: string,
  key: string,
  directory: ModelDirectory,
  preferred?: string,
): AgentConnection {
  const models = directory.list().flatMap((name) => {
    const limits = modelLimits(directory.find(name));
    return limits === undefined ? [] : [{ name, ...limits }];
  });
  const model = preferred ?? models[0]?.name ?? '';
  return { url, key, models, model };
}

/** The URL under which clients on this machine reach `host`. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
