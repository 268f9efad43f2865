/** What an agent is told of a gateway: where it is, with which key, and which models it has. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { modelFacts } from '../agent/model-facts.ts';
import type { Config } from '../config/config.ts';
import type { Io } from '../io.ts';
import type { AgentModel, Pointing } from './client-agents.ts';
import { gatewayModels } from './gateway-models.ts';

export function pointAt(url: string, key: string, config: Config, env: Io['env']): Pointing {
  const directory = gatewayModels(config, env);
  const models = directory.list().flatMap((name) => agentModel(name, directory.find(name)));
  const model = config.route ?? config.model ?? models[0]?.name ?? '';
  return { url, key, models, model };
}

/** Of a route, the smallest: any of its targets may be asked. */
function agentModel(name: string, found: RouteTarget | RouteConfig | undefined): readonly AgentModel[] {
  const targets = found === undefined ? [] : 'targets' in found ? found.targets : [found];
  const facts = targets.map(modelFacts).flatMap((one) => ('problem' in one ? [] : [one]));
  if (facts.length === 0) return [];
  return [
    {
      name,
      contextWindow: Math.min(...facts.map(({ window }) => window)),
      maxOutput: Math.min(...facts.map(({ maxOutput }) => maxOutput)),
    },
  ];
}

/** How clients on this machine reach what listens on `host`. */
export function localUrl(host: string, port: number): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
