/**
 * Whether a pattern with a star covers the words it matches. Someone who writes `npm test *` does not have `--node-options` in mind:
 * an option is covered only if the pattern names it or the tables list it as harmless. Other words are covered, unless the program
 * writes a file of that name, runs it as a program, or would read what it runs from standard input.
 */
import { isLauncher, runsInput } from './hides-command.ts';
import { findKnown } from './known-table.ts';
import { matchesWildcard, type Wildcard } from './pattern.ts';
import { isKnownProgram } from './program-name.ts';
import { type ReadCommand, readCommand } from './read-command.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** `wanted`: the words of the pattern, without its lone stars. */
export function coversWords(wanted: readonly Wildcard[], command: SimpleCommand): boolean {
  const read = readCommand(command);
  if (isLauncher(read) || runsInput(read, command)) return false;
  // The scripts and options of these two have been checked already.
  if (read.name === 'sed' || read.name === 'awk') return true;
  if (asksForHelp(command)) return true;
  if (read.words.some((word) => isInstruction(read, word))) return false;
  const isNamed = ({ text }: CommandWord): boolean => wanted.some((pattern) => namesOption(pattern, text));
  if (!read.unknown.every(isNamed)) return false;
  if (read.known === undefined) return coversUnlisted(wanted, read);
  const { words, all, most } = read.known;
  if (!words.startsWith('git') && read.words.length > most) return false;
  // An expansion may produce an option.
  return all || words === 'text' || read.words.every(({ fixed }) => fixed);
}

function asksForHelp({ words: [, only, ...more] }: SimpleCommand): boolean {
  return more.length === 0 && (only?.text === '--version' || only?.text === '--help');
}

/** Package names look like option files. */
const packageManagers: ReadonlySet<string> = new Set(['npm', 'yarn', 'pnpm', 'bun', 'deno', 'npx']);

/** `gcc @file` reads options from the file, `make CC=x` runs x, `mvn exec:exec` runs what its settings say, and SQL may write files. */
function isInstruction({ name, known }: ReadCommand, { text }: CommandWord): boolean {
  if (name === 'make' && text.includes('=')) return true;
  if (name === 'mvn' && text.includes(':')) return true;
  if (name === 'sqlite3' && /\b(writefile|load_extension|edit|attach|into)\b/i.test(text)) return true;
  const kind = known?.words ?? 'run';
  if (kind === 'run' && /^[A-Z_][A-Z0-9_]*[:+?!]{0,2}=/.test(text)) return true;
  return (kind === 'run' || kind === 'files') && text.startsWith('@') && !packageManagers.has(name);
}

/** `mytool *` covers `mytool build x`, but `mytool rm x` may be something else, and `git frobnicate` may be an alias. */
function coversUnlisted(wanted: readonly Wildcard[], { name, words }: ReadCommand): boolean {
  const isSpelled = ({ text }: CommandWord): boolean =>
    wanted.some((pattern) => pattern.length === 1 && pattern[0] === text);
  const [first] = words;
  if (findKnown(name) !== undefined && first !== undefined && !isSpelled(first)) return false;
  return words.every((word) => word.fixed && (isSpelled(word) || !looksLikeProgram(word.text)));
}

/** Program names that are also usual names of subcommands. */
const subcommandNames: ReadonlySet<string> = new Set(
  'test build run start stop install add update make watch time set read env help version check list show status go node python tree sort find file date split join cut head tail type link sleep id env true false dir export source exec command start script batch complete wait hash local enable expect at cargo npm docker jest mocha vitest black biome'.split(
    ' ',
  ),
);

function looksLikeProgram(text: string): boolean {
  return text
    .split(/[\s;|&()<>"'`=:,{}$]+/)
    .some((part) => part !== '' && !subcommandNames.has(part) && isKnownProgram(part));
}

/** The pattern contains the option, at least up to its value. `--*` names no option. */
function namesOption(pattern: Wildcard, text: string): boolean {
  const [start] = pattern;
  if (pattern.length === 1) return start === text;
  const name = /^--?[\w-]*\w/.exec(text)?.[0] ?? text;
  return start.startsWith(name) && matchesWildcard(pattern, text);
}
