/** The words of a simple command, classified by what is known about the program: options, their values, other words. */

import { findKnown, hasCommands, type Known } from './known-table.ts';
import { canonicalName } from './program-name.ts';
import type { CommandWord, SimpleCommand } from './simple-command.ts';

/** `value`: certainly the value of the option before it. `maybe`: the option before it may take a value, or not. */
export type WordRole = 'option' | 'value' | 'maybe' | 'word';

export interface ReadCommand {
  /** The program's name in the tables. */
  readonly name: string;
  /** Undefined: neither the program nor this command is listed. */
  readonly known: Known | undefined;
  /** The words of `rest` that are not options, without the command itself. */
  readonly words: readonly CommandWord[];
  /** Options that are not listed as harmless. */
  readonly unknown: readonly CommandWord[];
  /** One for each word after the program. */
  readonly roles: readonly WordRole[];
  readonly options: readonly string[];
  /**
   * Options, and values of options, after the first other word. Where options must come first (BSD, macOS, POSIXLY_CORRECT), they are
   * words like others.
   */
  readonly late: readonly CommandWord[];
}

export function readCommand({ words: [program, ...rest] }: Pick<SimpleCommand, 'words'>): ReadCommand {
  const reading = new WordReader(canonicalName(program?.text ?? ''));
  for (const word of rest) reading.take(word);
  return reading.result();
}

class WordReader {
  readonly #name: string;
  readonly #words: CommandWord[] = [];
  readonly #unknown: CommandWord[] = [];
  readonly #options: string[] = [];
  readonly #roles: WordRole[] = [];
  readonly #late: CommandWord[] = [];
  #known: Known | undefined;
  /** `git`, then `git stash`, then `git stash list`. */
  #command: string;
  #mayDescend: boolean;
  /** Its command is not listed, so its options are unknown. */
  #isLost = false;
  #isEnded = false;
  /** What the previous option says about this word. */
  #next: 'value' | 'maybe' | 'word' = 'word';

  constructor(name: string) {
    this.#name = name;
    this.#command = name;
    this.#known = findKnown(name);
    this.#mayDescend = hasCommands(name);
  }

  take(word: CommandWord): void {
    const role = this.#next;
    this.#next = 'word';
    const isWord = role !== 'value' && (this.#isEnded || !isOption(word.text, this.#known));
    if (!isWord && this.#words.length > 0) this.#late.push(word);
    if (role === 'value') this.#roles.push(role);
    else if (isWord) this.#takeWord(word, role);
    else this.#takeOption(word);
  }

  result(): ReadCommand {
    return {
      name: this.#name,
      known: this.#isLost ? undefined : this.#known,
      words: this.#words,
      unknown: this.#unknown,
      roles: this.#roles,
      options: this.#options,
      late: this.#late,
    };
  }

  #takeWord(word: CommandWord, role: WordRole): void {
    this.#roles.push(role);
    const command = `${this.#command} ${word.text}`;
    const deeper = this.#mayDescend && word.fixed ? findKnown(command) : undefined;
    if (deeper !== undefined) {
      this.#known = deeper;
      this.#command = command;
      return;
    }
    if (this.#mayDescend && this.#command === this.#name) this.#isLost = true;
    this.#mayDescend = false;
    this.#words.push(word);
  }

  #takeOption(word: CommandWord): void {
    this.#roles.push('option');
    if (word.text === '--') {
      // Programs that run others pass on what follows; to `find`, what follows can still be an option.
      this.#isEnded = this.#known !== undefined && this.#known.words !== 'run' && this.#name !== 'find';
      return;
    }
    const read = this.#isLost ? undefined : readOption(word.text, this.#known);
    if (read === undefined) this.#unknown.push(word);
    else this.#options.push(word.text);
    this.#next = read === undefined || read === 'maybe' ? 'maybe' : read === 'next' ? 'value' : 'word';
  }
}

function isOption(text: string, known: Known | undefined): boolean {
  if (text.startsWith('+')) return known?.plus === true;
  return text.startsWith('-') && text !== '-';
}

/** Undefined: unknown option. `next`: its value is the next word; `maybe`: that depends on the version. */
function readOption(text: string, known: Known | undefined): 'whole' | 'next' | 'maybe' | undefined {
  if (known === undefined) return undefined;
  if (known.all || text.startsWith('+')) return 'whole';
  const [name = '', ...value] = text.split('=');
  const form = known.named.get(name);
  if (form !== undefined) return value.length > 0 ? 'whole' : taking[form];
  if (text.startsWith('--')) return undefined;
  if (known.numbers && /^-\d+$/.test(text)) return 'whole';
  for (let at = 1; at < text.length; at += 1) {
    const letter = known.letters.get(text.charAt(at));
    if (letter === undefined) return undefined;
    if (letter !== 'plain') return at + 1 < text.length ? 'whole' : taking[letter];
  }
  return 'whole';
}

const taking = { plain: 'whole', valued: 'next', maybe: 'maybe' } as const;
