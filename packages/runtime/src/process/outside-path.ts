/**
 * Where programs are looked for that this program starts for itself, outside the sandbox: not in folders that commands can write, which
 * `PATH` may name first (`npx` and `npm run` put `node_modules/.bin` there).
 */
import { homedir } from 'node:os';
import { delimiter, isAbsolute, relative } from 'node:path';
import process from 'node:process';
import type { Environment } from '@interlock/wire';
import { realPath } from './real-path.ts';

/** `PATH` without relative folders and those that are inside. */
export function outsidePath(path: string, isInside: (folder: string) => boolean): string {
  return path
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && !isInside(folder))
    .join(delimiter);
}

/** For programs that work for the user and not for the model. In the home folder everything is inside, and its programs are protected. */
export function outsideEnvironment(
  environment: Environment,
  folder: string = process.cwd(),
  home: string = homedir(),
): Environment {
  const root = realPath(folder) ?? folder;
  const path = environment['PATH'];
  if (path === undefined || isBelow(realPath(home) ?? home, root)) return environment;
  return {
    ...environment,
    PATH: outsidePath(path, (each) => isBelow(each, folder) || isBelow(realPath(each) ?? each, root)),
  };
}

function isBelow(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..';
}
