/** Matches a pattern against one simple command, word by word; a lone `*` matches any number of words. */
import { choosesPrograms } from './command-tables.ts';
import { coversWords } from './covers-words.ts';
import { hidesCommand, isLauncher, runsInput } from './hides-command.ts';
import type { MatchResult } from './match-result.ts';
import { matchFirst, matchWords } from './match-words.ts';
import { parseCommand } from './parse-command.ts';
import { matchesSequence } from './pattern.ts';
import { matchesWord, type PatternWord, readCommandPattern } from './pattern-word.ts';
import { type ReadCommand, readCommand } from './read-command.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** Whether the pattern certainly covers the command and everything it does. */
export function coversCommand(pattern: string, command: SimpleCommand): boolean {
  const { words, assigned, redirects } = command;
  if (assigned.length > 0 || redirects || words.length === 0) return false;
  const wanted = readCommandPattern(pattern);
  if (!matchesSequence(wanted, words, ({ any }) => any, matchesWord)) return false;
  const isOpen = wanted.some(({ any, wildcard }) => any || wildcard.length > 1);
  if (!isOpen) return true;
  const spelled = wanted.flatMap(({ any, wildcard }) => (any ? [] : [wildcard]));
  return !hidesCommand(command) && coversWords(spelled, command);
}

/**
 * Whether the pattern may match the command: also under another name of the program, with options between the words, behind a `sudo`, or with words that
 * are not known before it runs. A denied program is looked for in every word of a program that may run it.
 */
export function matchCommand(pattern: string, command: SimpleCommand): MatchResult {
  const wanted = readCommandPattern(pattern);
  const [program, ...rest] = command.words;
  if (program === undefined) return command.redirects ? 'no' : 'unsure';
  const own = matchWords(wanted, command.words);
  if (own === 'yes') return own;
  // The command it runs begins somewhere among its words.
  if (hidesCommand(command)) return likeliest(wanted, rest) === 'yes' ? 'yes' : 'unsure';
  const read = readCommand(command);
  if (own === 'unsure' || runsInput(read, command) || command.assigned.some((one) => runsByVariable(wanted, one)))
    return 'unsure';
  if (keepsWords(read)) return 'no';
  if (rest.some((word) => mayBecomeProgram(read, word))) return 'unsure';
  return isAmong(wanted, rest) || rest.some(({ text }) => isInLine(pattern, text, read)) ? 'unsure' : 'no';
}

/** `hyperfine 'npm --registry http://x publish'`: a word that is a whole line. */
function isInLine(pattern: string, text: string, read: ReadCommand): boolean {
  if (!/\s/.test(text)) return false;
  const parsed = parseCommand(text);
  if ('unparsed' in parsed) return isLauncher(read);
  return parsed.commands.some((command) => matchCommand(pattern, command) !== 'no');
}

/** `npx $X`, `hyperfine 'r""m x'`, `retry $(echo rm)`. File names are not taken for programs. */
function mayBecomeProgram(read: ReadCommand, { text, fixed }: CommandWord): boolean {
  if (isLauncher(read)) return !fixed || /["'\\$`{*?[]/.test(text);
  return !fixed && read.known === undefined && (text.includes('{') || !/[*?[~]/.test(text));
}

/** `GIT_SSH_COMMAND='rm x' git fetch`: programs run what variables say. */
function runsByVariable(wanted: readonly PatternWord[], assigned: CommandWord): boolean {
  return choosesPrograms.test(assigned.text) || isAmong(wanted, [assigned]);
}

/** The command begins somewhere inside these words. */
function isAmong(wanted: readonly PatternWord[], words: readonly CommandWord[]): boolean {
  const pieces = words.flatMap(({ text }) => piecesOf(text));
  return namesProgram(wanted) && (likeliest(wanted, words) !== 'no' || likeliest(wanted, pieces) !== 'no');
}

/** Programs that treat their words as data, called without an option that changes that. */
function keepsWords({ known, unknown }: ReadCommand): boolean {
  return known !== undefined && known.words !== 'run' && unknown.length === 0;
}

/** A pattern of stars only names no program: it would match every word. */
function namesProgram([first]: readonly PatternWord[]): boolean {
  return first !== undefined && !first.any && first.wildcard.some((text) => text !== '');
}

const mostStarts = 40;

/** The command may begin at any word. If many words could be its beginning, they are not tried one by one: each costs all that follows. */
function likeliest(wanted: readonly PatternWord[], words: readonly CommandWord[]): MatchResult {
  const [first] = wanted;
  if (first === undefined) return words.length > 0 ? 'unsure' : 'no';
  const begins = words.flatMap((word, at) => (matchFirst(first, word) === 'no' ? [] : [at]));
  const found = begins.slice(0, mostStarts).map((at) => matchWords(wanted, words.slice(at)));
  if (found.includes('yes')) return 'yes';
  return found.includes('unsure') || begins.length > mostStarts ? 'unsure' : 'no';
}

/** `--exec=rm`, `EXEC:rm`, `'rm x'`: the command may begin anywhere in a word. */
function piecesOf(text: string): readonly CommandWord[] {
  return text
    .split(/[\s;|&()<>"'`=:,{}$]+/)
    .filter((piece) => piece !== '')
    .map((piece) => ({ text: piece, fixed: true }));
}
