/** Splits a command pattern into words: quotes group, a backslash escapes the next character. */
import { matchesWildcard, readWildcard, type Wildcard } from './pattern.ts';
import type { CommandWord } from './simple-command.ts';

export interface PatternWord {
  /** Matches any number of words. */
  readonly any: boolean;
  readonly wildcard: Wildcard;
}

export function readCommandPattern(pattern: string): readonly PatternWord[] {
  const pieces = pattern.match(/(?:\\[\s\S]|"[^"]*"|'[^']*'|[^\s\\])+/g) ?? [];
  return pieces.map((piece) => {
    const text = piece.replaceAll(/\\[\s\S]|["']/g, (found) => (found.length === 2 ? found : ''));
    return { any: piece === '*', wildcard: readWildcard(text) };
  });
}

export function matchesWord({ any, wildcard }: PatternWord, { text, fixed }: CommandWord): boolean {
  if (any) return true;
  if (!fixed || !matchesWildcard(wildcard, text)) return false;
  // `cat src/*` does not match `cat src/../../secrets`.
  return wildcard.length === 1 || !text.split('/').includes('..');
}
