/** Confinement by bubblewrap: a boundary as its arguments. Bubblewrap drops all capabilities and brings up loopback itself. */
import { join } from 'node:path';
import type { Boundary, Invocation } from './boundary.ts';
import { checkScript } from './check-script.ts';
import { coverLinks } from './cover-links.ts';
import { initScript } from './init-script.ts';
import { withFilter } from './launch-program.ts';
import type { NamespacePrograms } from './mechanism.ts';

export interface BubblewrapFacts {
  readonly bwrap: string;
  /** Since 0.11. Without overlays caches start empty. */
  readonly hasOverlays: boolean;
  readonly links: readonly { readonly path: string; readonly target: string }[];
  readonly node: string;
  /** Checks what was mounted. */
  readonly stat: string;
  readonly perl?: string;
  /** Bubblewrap cannot mount on a link. Absent: then nothing starts where one must be covered. */
  readonly programs?: NamespacePrograms;
}

export function bubblewrapInvocation(
  command: Invocation,
  cwd: string,
  boundary: Boundary,
  facts: BubblewrapFacts,
): Invocation {
  const { stage, temp, network, proxy } = boundary;
  const bridge =
    proxy === undefined
      ? []
      : ['--ro-bind', proxy, '/run/interlock/proxy', '--bind', join(stage, 'ready'), '/run/interlock/ready'];
  const links = boundary.masks.filter(({ how }) => how === 'link');
  const masks = boundary.masks.filter(({ how }) => how !== 'link');
  const check = ['fail() { echo "bwrap: $1" >&2; exit 125; }', checkScript(boundary, facts.stat), 'exec "$@"'].join(
    '\n',
  );
  const confined: Invocation = {
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
      ...boundary.writable.flatMap(({ path }) => ['--bind', path, path]),
      ...masks.flatMap(({ path, how, source }) => [how === 'pinned' ? '--bind' : '--ro-bind', source, path]),
      ...bridge,
      ...[
        '--chdir',
        cwd,
        '--',
        '/bin/sh',
        '-c',
        check,
        'interlock-check',
        '/bin/sh',
        '-c',
        initScript,
        'interlock-init',
      ],
      ...[proxy === undefined ? '' : facts.node, command.file, ...command.args],
    ],
  };
  const filtered = withFilter(confined, boundary.filter?.file, facts.perl);
  return links.length === 0 ? filtered : coverLinks(filtered, links, facts);
}
