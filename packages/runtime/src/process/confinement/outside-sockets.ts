/**
 * Sockets that a process outside listens on: a desktop's, a container engine's, a key agent's. A read-only file system does not keep
 * a process from connecting, so each is hidden by its path. (Abstract ones belong to the network, which is separate inside.)
 */
import { readFileSync } from 'node:fs';

const mostSockets = 500;

/** Of the network this process is in. Nothing where the system has no such list. */
export function outsideSockets(table = '/proc/net/unix'): readonly string[] {
  const paths = readLines(table).flatMap((line) => /^\S+: \S+ \S+ \S+ \S+ \S+ +\d+ (\/.*)$/.exec(line)?.[1] ?? []);
  return [...new Set(paths)].slice(0, mostSockets);
}

function readLines(path: string): readonly string[] {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch {
    return [];
  }
}
