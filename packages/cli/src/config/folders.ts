/** Where things of the user are: the XDG folders, or their usual places. */
import { isAbsolute, join } from 'node:path';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { homeFolder } from './home-folder.ts';

export interface Folders {
  readonly home: string;
  /** Holds `config.json`. */
  readonly config: string;
  /** Holds `sessions`, `route.json` and what is remembered about folders. */
  readonly state: string;
}

export function foldersOf(env: Io['env']): Folders {
  const home = homeFolder(env);
  if (home === undefined)
    throw usageError('Cannot find your home folder: HOME is empty or not an absolute path.\nSet HOME.');
  return {
    home,
    config: join(absolute(env['XDG_CONFIG_HOME']) ?? join(home, '.config'), 'interlock'),
    state: join(absolute(env['XDG_STATE_HOME']) ?? join(home, '.local', 'state'), 'interlock'),
  };
}

/** Holds the sessions of `interlock --offline`. */
export function offlineFolder({ state }: Folders): string {
  return join(state, 'offline');
}

/** `~` and `~/…` as people write them in files. */
export function withoutTilde(path: string, { home }: Folders): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** The specification of these variables: one that is not absolute counts as not set. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
