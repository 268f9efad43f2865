/**
 * The environment as the user's shell has it. `npm start` and `npx` put things of their own into it: programs of the repository before
 * the user's, another prefix for global installs. Commands of the agent are the user's, and must not get those.
 */
import { delimiter } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** What npm sets for whatever it runs. */
const byNpm =
  /^(npm_(lifecycle|package)_|npm_(execpath|node_execpath|command)$|npm_config_(cache|global_prefix|globalconfig|init_module|local_prefix|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig)$)/;

export function userEnvironment(environment: Variables): Variables {
  if (environment['npm_execpath'] === undefined) return environment;
  const kept = Object.entries(environment).filter(([name]) => !byNpm.test(name) && name !== 'INIT_CWD');
  const { PATH, ...rest } = Object.fromEntries(kept);
  return { ...rest, ...(PATH === undefined ? {} : { PATH: withoutNpm(PATH) }) };
}

/** It puts its folders first: that of the package, those of all folders above it, and its own. */
function withoutNpm(path: string): string {
  const folders = path.split(delimiter);
  const first = folders.findIndex((folder) => !/[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/.test(folder));
  return folders.slice(Math.max(0, first)).join(delimiter);
}
