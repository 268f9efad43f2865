/**
 * Whether a pattern with a star really means the words it matches. Nobody who writes `npm test *` thinks of `--node-options`: options are
 * covered where the pattern names them, or where the tables know that they do no harm. Other words are covered, unless the
 * program writes to a file of that name, takes them for a program, or would read what it runs from its input.
 */
import { isLauncher } from './hides-command.ts';
import { findKnown } from './known-table.ts';
import { matchesWildcard, type Wildcard } from './pattern.ts';
import { isKnownProgram } from './program-name.ts';
import { type ReadCommand, readCommand } from './read-command.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** `wanted`: the words of the pattern, without its lone stars. */
export function coversWords(wanted: readonly Wildcard[], command: SimpleCommand): boolean {
  const read = readCommand(command);
  if (isLauncher(read) || runsInput(read, command)) return false;
  // What their scripts and options do has been read already.
  if (read.name === 'sed' || read.name === 'awk') return true;
  const isNamed = ({ text }: CommandWord): boolean => wanted.some((pattern) => namesOption(pattern, text));
  if (!read.unknown.every(isNamed)) return false;
  if (read.known === undefined) return coversUnlisted(wanted, read);
  const { words, all, most } = read.known;
  if (!words.startsWith('git') && read.words.length > most) return false;
  if (read.name === 'make' && read.words.some(({ text }) => text.includes('='))) return false;
  // An option may come out of an expansion.
  return all || words === 'text' || read.words.every(({ fixed }) => fixed);
}

/** `mytool build x` is what `mytool *` says; `mytool rm x` may be something else, and `git frobnicate` an alias. */
function coversUnlisted(wanted: readonly Wildcard[], { name, words }: ReadCommand): boolean {
  const isSpelled = ({ text }: CommandWord): boolean =>
    wanted.some((pattern) => pattern.length === 1 && pattern[0] === text);
  const [first] = words;
  if (findKnown(name) !== undefined && first !== undefined && !isSpelled(first)) return false;
  return words.every((word) => word.fixed && (isSpelled(word) || !looksLikeProgram(word.text)));
}

/** Words that are names of programs and also what people call the parts of their own. */
const everyday: ReadonlySet<string> = new Set(
  'test build run start stop install add update make watch time set read env help version check list show status go node python tree sort find file date split join cut head tail type link sleep id env true false dir export source exec command start script batch complete wait hash local enable expect at cargo npm docker jest mocha vitest black biome'.split(
    ' ',
  ),
);

function looksLikeProgram(text: string): boolean {
  return text.split(/[\s;|&()<>"'`=:,{}$]+/).some((part) => part !== '' && !everyday.has(part) && isKnownProgram(part));
}

/** The option is written in the pattern, if only up to its value. `--*` names none. */
function namesOption(pattern: Wildcard, text: string): boolean {
  const [start] = pattern;
  if (pattern.length === 1) return start === text;
  const name = /^--?[\w-]*\w/.exec(text)?.[0] ?? text;
  return start.startsWith(name) && matchesWildcard(pattern, text);
}

/** Without a script, these take one from their input: from a pipe, a file or a text. */
const interpreters: ReadonlySet<string> = new Set(
  'node deno bun tsx ts-node python ruby perl php lua psql mysql mariadb sqlite3 duckdb ed vi vim nvim emacs gdb lldb bc dc r rscript ghci irb julia ocaml erl iex scala groovy jshell clojure guile racket swift tclsh wish expect octave gnuplot m4'.split(
    ' ',
  ),
);
const telling = /^(--version|--help|-V|-v|-h|--check|-c|--copyright|--ini|--modules)$/;

function runsInput({ name, words, options }: ReadCommand, { words: [, ...rest] }: SimpleCommand): boolean {
  if (!interpreters.has(name)) return false;
  const texts = rest.map(({ text }) => text);
  if (
    texts.some(
      (text) => text === '-' || text === '/dev/stdin' || text.startsWith('/dev/fd/') || text.startsWith('/proc/'),
    )
  )
    return true;
  return words.length === 0 && !(options.length > 0 && options.every((option) => telling.test(option)));
}
