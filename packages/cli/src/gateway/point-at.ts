/** The settings that point an agent at a gateway: its address, the key, and its models. */
import { modelLimits } from '@interlock/gateway';
import type { Config } from '../config/config.ts';
import type { Io } from '../io/io.ts';
import type { Pointing } from './client-agents.ts';
import { gatewayModels } from './gateway-models.ts';

export function pointAt(url: string, key: string, config: Config, env: Io['env']): Pointing {
  const directory = gatewayModels(config, env);
  const models = directory.list().flatMap((name) => {
    const limits = modelLimits(directory.find(name));
    return limits === undefined ? [] : [{ name, ...limits }];
  });
  const model = config.route ?? config.model ?? models[0]?.name ?? '';
  return { url, key, models, model };
}

/** How clients on this machine reach what listens on `host`. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
