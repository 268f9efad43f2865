/**
 * The gateway of `npm run gateway:load:long`, alone in its process, so that what it holds can be measured while it runs. It is given its
 * models as JSON, tells its address, and answers every message with what it holds.
 */
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import { createGateway } from '../src/index.ts';
import { countHandles, forgetfulStore } from './hold-load.ts';

export interface Held {
  readonly megabytes: number;
  readonly handles: number;
  /** Lines of the log about requests. */
  readonly requests: number;
  /** Lines of the log about errors of the gateway itself. */
  readonly faults: number;
}

const models: Readonly<Record<string, RouteTarget | RouteConfig>> = JSON.parse(process.argv[2] ?? '{}');
let [requests, faults] = [0, 0];
const { url } = await createGateway({
  environment: {},
  routeStore: forgetfulStore(),
  models: {
    find: (name) => (Object.hasOwn(models, name) ? models[name] : undefined),
    list: () => Object.keys(models),
  },
  log: {
    write: (line) => {
      const { msg } = JSON.parse(line);
      if (msg === 'request') requests += 1;
      if (msg === 'fault') faults += 1;
    },
  },
});
process.on('message', () => {
  globalThis.gc?.();
  const megabytes = Math.round(process.memoryUsage().heapUsed / 1024 / 1024);
  process.send?.({ megabytes, handles: countHandles(), requests, faults } satisfies Held);
});
process.send?.(url);
