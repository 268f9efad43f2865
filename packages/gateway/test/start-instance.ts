/** Starts a gateway in a separate process. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { RouteConfig, RouteTarget } from '@interlock/runtime';
import type { GatewayOptions } from '../src/index.ts';

export interface InstanceOptions extends Pick<GatewayOptions, 'tokens' | 'database'> {
  readonly models: Readonly<Record<string, RouteTarget | RouteConfig>>;
}

export interface Instance {
  readonly url: string;
  /** Without a chance to do anything about it. */
  kill(): Promise<void>;
}

/** `descriptors`: how many files and connections it may have open at once. */
export async function startInstance(options: InstanceOptions, descriptors: number = 1_000): Promise<Instance> {
  const limited = ['-c', 'ulimit -n "$0" && exec "$@"', `${descriptors}`, process.execPath];
  const child = fork(join(import.meta.dirname, 'instance-process.ts'), [JSON.stringify(options)], {
    execPath: 'sh',
    execArgv: [...limited, '--conditions=@interlock/source', '--disable-warning=ExperimentalWarning'],
  });
  const ended = once(child, 'close');
  const [url] = await once(child, 'message');
  return {
    url: String(url),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
