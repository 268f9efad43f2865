/** The rows of all program tables by name, with parsed options. */
import { knownChangers } from './known-changers.ts';
import type { KnownRow, WordsKind } from './known-command.ts';
import { knownGit } from './known-git.ts';
import { knownReaders } from './known-readers.ts';

/** `maybe`: the next word may be its value, or not. */
type Form = 'plain' | 'valued' | 'maybe';

/** What is known about a program, or about one of its commands. */
export interface Known {
  readonly words: WordsKind;
  readonly most: number;
  /** All options are harmless. */
  readonly all: boolean;
  /** `--name`, and `-name` for programs that use a single dash. */
  readonly named: ReadonlyMap<string, Form>;
  readonly letters: ReadonlyMap<string, Form>;
  /** `-5`. */
  readonly numbers: boolean;
  /** `+%H`. */
  readonly plus: boolean;
}

/** Programs with whole option names after a single dash; their short options cannot be combined. */
const spelledOut: ReadonlySet<string> = new Set(['find', 'go', 'xxd']);

function formOf(option: string): Form {
  if (option.endsWith('=')) return 'valued';
  return option.endsWith('?') ? 'maybe' : 'plain';
}

function readRow([program, words, text, most = Number.POSITIVE_INFINITY]: KnownRow): Known {
  const options = text.split(' ').filter((word) => word !== '');
  const isSpelledOut = spelledOut.has(program.split(' ')[0] ?? '');
  const named = new Map<string, Form>();
  const letters = new Map<string, Form>();
  for (const option of options) {
    const form = formOf(option);
    const name = option.replace(/[=?]$/, '');
    if (name.startsWith('--') || isSpelledOut) named.set(name, form);
    else if (form !== 'plain' && name.length > 2) throw new Error(`${program}: ${option} must be one letter`);
    else for (const letter of name.slice(1)) if (form !== 'plain' || !letters.has(letter)) letters.set(letter, form);
  }
  const has = (option: string): boolean => options.includes(option);
  return { words, most, all: text === '*', named, letters, numbers: has('-#'), plus: has('+') };
}

const table: ReadonlyMap<string, Known> = new Map(
  [...knownReaders, ...knownGit, ...knownChangers].map((row) => [row[0], readRow(row)]),
);

/** Programs whose first word says what they do: `git push`. */
const withCommands: ReadonlySet<string> = new Set(
  [...table.keys()].flatMap((name) => (name.includes(' ') ? [name.slice(0, name.indexOf(' '))] : [])),
);

/** Programs, without their commands. */
export const knownNames: ReadonlySet<string> = new Set([...table.keys()].map((name) => name.split(' ')[0] ?? ''));

export function findKnown(name: string): Known | undefined {
  return table.get(name);
}

export function hasCommands(program: string): boolean {
  return withCommands.has(program);
}
