/** A pattern against one simple command: word by word, where a lone `*` stands for any number of words. */
import { hidesCommand, programName } from './hides-command.ts';
import type { Likeness } from './likeness.ts';
import { matchesSequence, matchesWildcard, readWildcard, type Wildcard } from './pattern.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

interface PatternWord {
  readonly any: boolean;
  readonly wildcard: Wildcard;
}

const anyWords: PatternWord = { any: true, wildcard: ['', ''] };

/** Surely covers the command and everything it does. */
export function coversCommand(pattern: string, command: SimpleCommand): boolean {
  const { words, assigns, redirects } = command;
  if (assigns || redirects || words.length === 0) return false;
  const wanted = readPattern(pattern);
  if (!matchesWords(wanted, words)) return false;
  const isOpen = wanted.some(({ any, wildcard }) => any || wildcard.length > 1);
  return !isOpen || !hidesCommand(command);
}

/** May be about the command: also by another path to the program, behind a `sudo`, or with words nobody knows yet. */
export function likensCommand(pattern: string, command: SimpleCommand): Likeness {
  const wanted = readPattern(pattern);
  const [program, ...rest] = command.words;
  if (program === undefined) return command.redirects ? 'no' : 'unsure';
  // Where the file system does not tell upper from lower case, RM is rm.
  const named = { text: programName(program.text).toLowerCase(), fixed: true };
  if (matchesWords(wanted, command.words) || matchesWords(wanted, [named, ...rest])) return 'yes';
  if (matchesWords(wanted, [{ text: programName(program.text), fixed: true }, ...rest])) return 'yes';
  // Whatever it runs begins somewhere among its words.
  if (hidesCommand(command)) return matchesWords([anyWords, ...wanted], rest) ? 'yes' : 'unsure';
  const [first] = wanted;
  const isSameProgram = first === undefined || matchesWord(first, program) || matchesWord(first, named);
  return isSameProgram && rest.some(({ fixed }) => !fixed) ? 'unsure' : 'no';
}

function matchesWords(pattern: readonly PatternWord[], words: readonly CommandWord[]): boolean {
  return matchesSequence(pattern, words, ({ any }) => any, matchesWord);
}

function matchesWord({ any, wildcard }: PatternWord, { text, fixed }: CommandWord): boolean {
  if (any) return true;
  if (!fixed || !matchesWildcard(wildcard, text)) return false;
  // `cat src/*` is not about `cat src/../../secrets`.
  return wildcard.length === 1 || !text.split('/').includes('..');
}

/** Words of a pattern: quotes hold them together, a backslash takes the next character as it is. */
function readPattern(pattern: string): readonly PatternWord[] {
  const words: PatternWord[] = [];
  const pieces = pattern.match(/(?:\\[\s\S]|"[^"]*"|'[^']*'|[^\s\\])+/g) ?? [];
  for (const piece of pieces) {
    const text = piece.replaceAll(/\\[\s\S]|["']/g, (found) => (found.length === 2 ? found : ''));
    words.push({ any: piece === '*', wildcard: readWildcard(text) });
  }
  return words;
}
