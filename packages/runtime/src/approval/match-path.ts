/**
 * A pattern against a path: `*` within one name, `**` for any number of folders. A relative pattern is about the workspace, so it
 * covers no absolute path and nothing with `..` in it; `.git` is covered only where the pattern names it, because what is written
 * there gets run.
 */
import type { MatchResult } from './match-result.ts';
import { matchesSequence, matchesWildcard, readWildcard } from './pattern.ts';

export function coversPath(pattern: string, path: string): boolean {
  if (pattern === path) return true;
  if (/[\\\0]/.test(path)) return false;
  const names = path.split('/');
  return !names.includes('..') && isAbsolute(pattern) === isAbsolute(path) && matchesNames(pattern, names, true);
}

/** Also where a file system does not tell the letters' case, and where `..` has not been worked out. */
export function matchPath(pattern: string, path: string): MatchResult {
  if (coversPath(pattern, path)) return 'yes';
  const folded = path.replaceAll('\\', '/').replaceAll('\0', '').normalize('NFC').toLowerCase();
  if (isAbsolute(pattern) !== isAbsolute(folded)) return 'no';
  const names: string[] = [];
  for (const name of folded.split('/').filter(isName)) {
    if (name !== '..') names.push(name);
    else if (names.pop() === undefined) return 'no';
  }
  return matchesNames(pattern.normalize('NFC').toLowerCase(), names, false) ? 'yes' : 'no';
}

const isName = (name: string): boolean => name !== '' && name !== '.';

const isAbsolute = (path: string): boolean => /^(\/|[A-Za-z]:)/.test(path);

function matchesNames(pattern: string, names: readonly string[], strict: boolean): boolean {
  const wanted = pattern.split('/').filter(isName);
  const matches = (part: string, name: string): boolean =>
    part === name || (!(strict && isGuarded(name)) && matchesWildcard(readWildcard(part), name));
  const given = names.filter(isName);
  // Excluded from `**`, which matches any name.
  if (strict && given.some((name) => isGuarded(name) && !wanted.includes(name))) return false;
  return matchesSequence(wanted, given, (part) => part === '**', matches);
}

const isGuarded = (name: string): boolean => name.toLowerCase() === '.git';
