/** A gateway in front of every simulator. Models are called like their stations, with a slash: `anthropic/claude-opus-4-8`. */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { type Model, script } from '@interlock/simulators';
import { openStations, type Station } from '../../../test/conformance/stations.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../src/index.ts';

export interface TestGateway {
  readonly gateway: Gateway;
  readonly stations: readonly Station[];
  readonly lines: readonly Record<string, unknown>[];
  close(): Promise<void>;
}

export interface TestOptions extends Partial<GatewayOptions> {
  readonly model?: Model;
  readonly routes?: (targetOf: (name: string) => RouteTarget) => Readonly<Record<string, RouteConfig>>;
}

/** Two calls at once, then what came of them, then what was said. */
export const readingModel: Model = script([
  {
    think: 'Two files are wanted.',
    say: 'I read both.',
    call: [
      { tool: 'read', args: { path: 'a' } },
      { tool: 'read', args: { path: 'b' } },
    ],
  },
  { think: 'Both are here.', say: 'They say {{results}}.' },
  { say: 'You said {{user}}.' },
]);

export async function openGateway({
  model = readingModel,
  routes,
  ...options
}: TestOptions = {}): Promise<TestGateway> {
  const { all, close } = await openStations({ model });
  const targets = new Map(all.map((station) => [nameOf(station), routeTarget(station)]));
  const targetOf = (name: string): RouteTarget => {
    const found = targets.get(name);
    if (found === undefined) throw new Error(`There is no station ${name}: ${[...targets.keys()].join(', ')}`);
    return found;
  };
  const named = routes?.(targetOf) ?? {};
  const lines: Record<string, unknown>[] = [];
  const gateway = await createGateway({
    models: {
      find: (name) => (Object.hasOwn(named, name) ? named[name] : targets.get(name)),
      list: () => [...Object.keys(named), ...targets.keys()],
    },
    environment: {},
    log: { write: (line) => void lines.push(JSON.parse(line)) },
    ...options,
  });
  return {
    gateway,
    stations: all,
    lines,
    close: async () => {
      await gateway.close();
      await close();
    },
  };
}

/** Two stations may share a model behind different protocols. */
export function nameOf({ target }: Station): string {
  return `${target.provider}/${target.model}`;
}

export function routeTarget(station: Station): RouteTarget {
  const { key, account: _, ...target } = station.target;
  return { ...target, name: nameOf(station), ...(key === undefined ? {} : { credentials: [{ key }] }) };
}
