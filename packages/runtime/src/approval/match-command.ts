/** A pattern against one simple command: word by word, where a lone `*` stands for any number of words. */
import { coversWords } from './covers-words.ts';
import { hidesCommand, isLauncher } from './hides-command.ts';
import type { Likeness } from './likeness.ts';
import { likensWords } from './likens-words.ts';
import { matchesSequence } from './pattern.ts';
import { matchesWord, type PatternWord, readCommandPattern } from './pattern-word.ts';
import { readCommand } from './read-command.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** Surely covers the command and everything it does. */
export function coversCommand(pattern: string, command: SimpleCommand): boolean {
  const { words, assigns, redirects } = command;
  if (assigns || redirects || words.length === 0) return false;
  const wanted = readCommandPattern(pattern);
  if (!matchesSequence(wanted, words, ({ any }) => any, matchesWord)) return false;
  const isOpen = wanted.some(({ any, wildcard }) => any || wildcard.length > 1);
  if (!isOpen) return true;
  const spelled = wanted.flatMap(({ any, wildcard }) => (any ? [] : [wildcard]));
  return !hidesCommand(command) && coversWords(spelled, command);
}

/**
 * May be about the command: also by another name of the program, with options between the words, behind a `sudo`, or with words nobody knows
 * yet. A program that is denied is looked for in every word of a program that may run it.
 */
export function likensCommand(pattern: string, command: SimpleCommand): Likeness {
  const wanted = readCommandPattern(pattern);
  const [program, ...rest] = command.words;
  if (program === undefined) return command.redirects ? 'no' : 'unsure';
  const own = likensWords(wanted, command.words);
  if (own === 'yes') return own;
  // Whatever it runs begins somewhere among its words.
  if (hidesCommand(command))
    return starts(rest).some((words) => likensWords(wanted, words) === 'yes') ? 'yes' : 'unsure';
  if (own === 'unsure' || keepsWords(command)) return own;
  const read = readCommand(command);
  if (isLauncher(read) && rest.some(({ fixed }) => !fixed)) return 'unsure';
  const pieces = rest.flatMap(({ text }) => piecesOf(text));
  return namesProgram(wanted) && starts(pieces).some((words) => likensWords(wanted, words) !== 'no') ? 'unsure' : 'no';
}

/** Programs known to take their words for data, and to have been given no option that changes that. */
function keepsWords(command: SimpleCommand): boolean {
  const { known, unknown } = readCommand(command);
  return known !== undefined && known.words !== 'run' && unknown.length === 0;
}

/** A pattern of stars alone names none: it would be found in every word. */
function namesProgram([first]: readonly PatternWord[]): boolean {
  return first !== undefined && !first.any && first.wildcard.some((text) => text !== '');
}

function starts(words: readonly CommandWord[]): readonly (readonly CommandWord[])[] {
  return words.map((_, from) => words.slice(from));
}

/** `--exec=rm`, `EXEC:rm`, `'rm x'`: what a program makes of one word may begin anywhere in it. */
function piecesOf(text: string): readonly CommandWord[] {
  return text
    .split(/[\s;|&()<>"'`=:,{}$]+/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, fixed: true }));
}
