/**
 * The last word on a boundary, spoken from inside and before the command starts: each mask and each writable folder is a mount at its
 * own path, and is what was checked. Between the check and the mount, another confined process may have given a name to something
 * else; then nothing is started. After it, mounts stay what they are.
 */
import { quoteWord } from '../quote-word.ts';
import type { Boundary } from './boundary.ts';

/** Calls `fail` of the script that it is put into, with a sentence. `stat`: the program. */
export function checkScript({ writable, masks }: Boundary, stat: string): string {
  const places = [...writable.map(({ path, id }) => ({ path, id, how: 'writable' as const })), ...masks];
  if (places.length === 0) return ':';
  const lines = places.map(({ path, how }) => {
    // A read-only disk may be mounted as a writable folder.
    const options = how === 'read-only' || how === 'hidden' ? ' ro' : '';
    return `case $mounts in *${quoteWord(`\n${mountPoint(path)}${options}`)}[,\\ ]*) ;; *) fail ${quoteWord(exchanged)};; esac`;
  });
  return [
    `seen=$(${quoteWord(stat)} -c '%d:%i' -- ${places.map(({ path }) => quoteWord(path)).join(' ')} 2>/dev/null) || fail ${quoteWord(exchanged)}`,
    `[ "$seen" = ${quoteWord(places.map(({ id }) => id).join('\n'))} ] || fail ${quoteWord(exchanged)}`,
    "mounts='\n'",
    'while read -r _ _ _ _ path how _; do mounts="$mounts$path $how \n"; done < /proc/self/mountinfo',
    ...lines,
  ].join('\n');
}

export const exchanged = 'A file or folder was moved or replaced while the sandbox was set up. Try again.';

/** As the kernel writes it. */
function mountPoint(path: string): string {
  return path.replaceAll(/[ \t\n\\]/g, (letter) => `\\${letter.charCodeAt(0).toString(8).padStart(3, '0')}`);
}
