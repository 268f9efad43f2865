/**
 * The environment as in the user's shell. `npm start` and `npx` add programs of the repository to the PATH and another prefix for global
 * installs, which commands of the agent must not get.
 */
import { delimiter } from 'node:path';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that npm sets. */
const setByNpm =
  /^(npm_(lifecycle|package)_|npm_(execpath|node_execpath|command)$|npm_config_(cache|global_prefix|globalconfig|init_module|local_prefix|node_gyp|noproxy|npm_version|prefix|user_agent|userconfig)$)/;

export function userEnvironment(environment: Variables): Variables {
  if (environment['npm_execpath'] === undefined) return environment;
  const entries = Object.entries(environment).filter(([name]) => !setByNpm.test(name) && name !== 'INIT_CWD');
  const { PATH, ...rest } = Object.fromEntries(entries);
  return { ...rest, ...(PATH === undefined ? {} : { PATH: withoutNpm(PATH) }) };
}

/** npm puts its folders first: those of the package, of all folders above it, and its own. A script may add programs of a package. */
function withoutNpm(path: string): string {
  const folders = path.split(delimiter);
  const first = folders.findIndex(
    (folder) => !/[\\/]node_modules[\\/](\.bin|[^\\/]+[\\/]bin)$|[\\/]node-gyp-bin$/.test(folder),
  );
  return folders.slice(Math.max(0, first)).join(delimiter);
}
