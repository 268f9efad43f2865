/**
 * The environment inside the sandbox: without sockets of agents and desktops, with a private temp folder, and the proxy if there is
 * one.
 */
import { join } from 'node:path';
import type { Environment } from '../clean-environment.ts';

export interface InsideFacts {
  /** Its path inside. */
  readonly temp: string;
  readonly by: string;
  /** The proxy's port on loopback inside. Absent: no proxy. */
  readonly proxyPort: number | undefined;
  /** Home folders without caches: npm and others would try to create them. */
  readonly hasFolder: (path: string) => boolean;
  /** Where caches are set by variables (macOS): the folder that replaces the home folder. */
  readonly cacheHome?: string;
}

const gone: readonly string[] = [
  ...['SSH_AUTH_SOCK', 'SSH_AGENT_PID', 'GPG_AGENT_INFO', 'DBUS_SESSION_BUS_ADDRESS', 'DBUS_SYSTEM_BUS_ADDRESS'],
  ...[
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'XAUTHORITY',
    'XDG_RUNTIME_DIR',
    'DOCKER_HOST',
    'CONTAINER_HOST',
    'TMUX',
    'TMP',
    'TEMP',
  ],
  ...[
    'VSCODE_IPC_HOOK',
    'VSCODE_IPC_HOOK_CLI',
    'VSCODE_GIT_IPC_HANDLE',
    'GIT_ASKPASS',
    'SSH_ASKPASS',
    'KITTY_LISTEN_ON',
  ],
  ...[
    'BWRAP_ARGS',
    'NOTIFY_SOCKET',
    'LISTEN_FDS',
    'I3SOCK',
    'SWAYSOCK',
    'WEZTERM_UNIX_SOCKET',
    'NVIM',
    'NVIM_LISTEN_ADDRESS',
  ],
];

export function confinedEnvironment(environment: Environment, facts: InsideFacts): Environment {
  const kept = Object.entries(environment).filter(([name]) => !gone.includes(name));
  return {
    ...Object.fromEntries(kept),
    ...cacheVariables(environment, facts),
    ...(facts.proxyPort === undefined ? {} : proxyVariables(facts.proxyPort)),
    TMPDIR: facts.temp,
    INTERLOCK_SANDBOX: facts.by,
  };
}

/** In the private temp folder, unless configured otherwise. */
function cacheVariables(environment: Environment, { temp, hasFolder, cacheHome }: InsideFacts): Environment {
  const home = environment['HOME'] ?? '/';
  const places: readonly (readonly [string, string])[] = [
    ['npm_config_cache', '.npm'],
    ['XDG_CACHE_HOME', '.cache'],
    ['GOMODCACHE', 'go/pkg/mod'],
    ['GRADLE_USER_HOME', '.gradle'],
    ['NUGET_PACKAGES', '.nuget/packages'],
  ];
  const wanted = places.filter(
    ([name, place]) => environment[name] === undefined && (cacheHome !== undefined || !hasFolder(join(home, place))),
  );
  return Object.fromEntries(wanted.map(([name, place]) => [name, join(cacheHome ?? temp, place)]));
}

function proxyVariables(port: number): Environment {
  const url = `http://127.0.0.1:${port}`;
  const names = ['http_proxy', 'https_proxy', 'all_proxy'].flatMap((name) => [name, name.toUpperCase()]);
  const near = 'localhost,127.0.0.1,::1';
  return {
    ...Object.fromEntries(names.map((name) => [name, url])),
    ...{ no_proxy: near, NO_PROXY: near, NODE_USE_ENV_PROXY: '1', npm_config_https_proxy: url, npm_config_proxy: url },
  };
}
