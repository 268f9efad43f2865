/** The folders of the user: XDG folders, or their defaults. */
import { isAbsolute, join } from 'node:path';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { homeFolder } from './home-folder.ts';

export interface Folders {
  readonly home: string;
  /** Contains `config.json`. */
  readonly config: string;
  /** Contains `sessions`, `route.json` and trust decisions. */
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

/** Contains the sessions of `interlock --offline`. */
export function offlineFolder({ state }: Folders): string {
  return join(state, 'offline');
}

/** Expands `~` and `~/…`. */
export function withoutTilde(path: string, { home }: Folders): string {
  if (path === '~') return home;
  return path.startsWith('~/') ? join(home, path.slice(2)) : path;
}

/** As specified by XDG: a relative path counts as not set. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
