/**
 * Mounts on symbolic links. `mount` follows them, but not through a descriptor that was opened without following: Node opens one, and
 * hands it to `mount`. Few boundaries have such links, so the time that Node takes to start does not matter.
 */
import { constants } from 'node:fs';
import { quoteWord } from '../quote-word.ts';
import type { Invocation, Mask } from './boundary.ts';
import type { NamespacePrograms } from './mechanism.ts';

const program = `
const { openSync, closeSync } = require('node:fs');
const { spawnSync } = require('node:child_process');
const [mount, ...links] = process.argv.slice(1);
for (const link of links) {
  const fd = openSync(link, ${0o10000000 | (constants.O_NOFOLLOW ?? 0)});
  const { status } = spawnSync(mount, ['-c', '--bind', '/dev/null', '/proc/self/fd/3'], { stdio: ['ignore', 2, 2, fd] });
  if (status !== 0) process.exit(1);
  closeSync(fd);
}
`;

/** In a script with `fail`. `placed`: where a path is while mounts are made. */
export function coverLines(
  links: readonly string[],
  placed: (path: string) => string,
  { programs, node }: { readonly programs: NamespacePrograms; readonly node: string },
): readonly string[] {
  if (links.length === 0) return [];
  const words = [node, '-e', program, programs.mount, ...links.map(placed)].map(quoteWord);
  return [`said=$(env -i ${words.join(' ')} 2>&1) || fail "links cannot be covered: $said"`];
}

/** For a mechanism that cannot do it: covers them in a namespace around it. */
export function coverLinks(
  confined: Invocation,
  links: readonly Mask[],
  { programs, node }: { readonly programs?: NamespacePrograms; readonly node: string },
): Invocation {
  const paths = links.map(({ path }) => path);
  const refuse = (why: string): string =>
    `echo ${quoteWord(`bwrap: ${paths.join(', ')} cannot be protected, because it is a link and ${why}.`)} >&2; exit 125`;
  if (programs === undefined)
    return { file: '/bin/sh', args: ['-c', refuse('unshare, setpriv and mount are not all installed')] };
  const drop = [programs.setpriv, '--inh-caps=-all', '--ambient-caps=-all', '--'].map(quoteWord).join(' ');
  const script = [
    'fail() { echo "bwrap: $1" >&2; exit 125; }',
    ...coverLines(paths, (path) => path, { programs, node }),
    `exec ${drop} "$@"`,
  ];
  return {
    file: programs.unshare,
    args: [
      ...['--user', '--map-current-user', '--keep-caps', '--mount', '--', '/bin/sh', '-c', script.join('\n')],
      ...['interlock-links', confined.file, ...confined.args],
    ],
  };
}
