/** Confinement by bubblewrap: a boundary as its arguments. Bubblewrap drops all capabilities and brings up loopback itself. */
import { join } from 'node:path';
import type { Boundary, Invocation } from './boundary.ts';
import { initScript } from './init-script.ts';

export interface BubblewrapFacts {
  readonly bwrap: string;
  /** Since 0.11. Without overlays caches start empty. */
  readonly hasOverlays: boolean;
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly node: string;
}

/** In the stage: what replaces hidden paths, and where the bridge reports that it is ready. */
export const stagedNames = { folder: 'none', file: 'none-file', ready: 'ready' } as const;

export function bubblewrapInvocation(
  command: Invocation,
  cwd: string,
  boundary: Boundary,
  facts: BubblewrapFacts,
): Invocation {
  const { stage, temp, network, proxy } = boundary;
  const nothing = (isFolder: boolean): string => join(stage, isFolder ? stagedNames.folder : stagedNames.file);
  const bridge =
    proxy === undefined
      ? []
      : ['--bind', proxy, '/run/interlock/proxy', '--bind', join(stage, stagedNames.ready), '/run/interlock/ready'];
  return {
    file: facts.bwrap,
    args: [
      ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--unshare-uts', ...(network ? [] : ['--unshare-net'])],
      ...['--die-with-parent', '--cap-drop', 'ALL', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
      ...['--tmpfs', '/run', '--bind', temp, '/tmp', '--bind', temp, '/var/tmp'],
      ...facts.links.flatMap(({ path, target }) => ['--symlink', target, path]),
      ...boundary.caches.flatMap(({ path, upper, work }) =>
        facts.hasOverlays ? ['--overlay-src', path, '--overlay', upper, work, path] : ['--bind', upper, path],
      ),
      ...boundary.readable.flatMap((path) => ['--ro-bind', path, path]),
      ...boundary.writable.flatMap((path) => ['--bind', path, path]),
      ...boundary.guarded.flatMap((path) => ['--ro-bind', path, path]),
      ...boundary.hidden.flatMap(({ path, isFolder }) => ['--ro-bind', nothing(isFolder), path]),
      ...bridge,
      ...['--chdir', cwd, '--', '/bin/sh', '-c', initScript, 'interlock-init'],
      ...[proxy === undefined ? '' : facts.node, command.file, ...command.args],
    ],
  };
}
