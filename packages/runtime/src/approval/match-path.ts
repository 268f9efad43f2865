/**
 * Matches a pattern against a path: `*` within one name, `**` for any number of folders. A relative pattern refers to the workspace,
 * so it covers no absolute path and no path with `..`. `.git` is covered only if the pattern names it, because git runs what is
 * written there.
 */
import type { MatchResult } from './match-result.ts';
import { matchesSequence, matchesWildcard, readWildcard } from './pattern.ts';

export function coversPath(pattern: string, path: string): boolean {
  if (pattern === path) return true;
  if (/[\\\0]/.test(path)) return false;
  const names = path.split('/');
  return !names.includes('..') && isAbsolute(pattern) === isAbsolute(path) && matchesNames(pattern, names, true);
}

/** Whether the pattern may match, also on file systems that ignore case and for paths with an unresolved `..`. */
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
  // This name is not matched by `**`, which matches any other name.
  if (strict && given.some((name) => isGuarded(name) && !wanted.includes(name))) return false;
  return matchesSequence(wanted, given, (part) => part === '**', matches);
}

const isGuarded = (name: string): boolean => name.toLowerCase() === '.git';
