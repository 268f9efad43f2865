/** The words of a simple command, sorted by what is known of its program: options, values of options, other words. */
import type { CommandWord, SimpleCommand } from './simple-command.ts';
import { findKnown, hasCommands, type Known } from './known-table.ts';
import { canonicalName } from './program-name.ts';

/** `value`: surely of the option before it. `maybe`: the option before it is not known, and may have one. */
export type WordRole = 'option' | 'value' | 'maybe' | 'word';

export interface ReadCommand {
  /** As the tables call the program. */
  readonly name: string;
  /** Undefined: neither the program nor this command of it is listed. */
  readonly known: Known | undefined;
  /** Those of `rest` that are not options, without the command's own name. */
  readonly words: readonly CommandWord[];
  /** Options that are not known to do no harm. */
  readonly unknown: readonly CommandWord[];
  /** One for each word behind the program. */
  readonly roles: readonly WordRole[];
  readonly options: readonly string[];
}

export function readCommand({ words: [program, ...rest] }: Pick<SimpleCommand, 'words'>): ReadCommand {
  const name = canonicalName(program?.text ?? '');
  let known = findKnown(name);
  /** How many words name the command: `git stash list` has two. */
  let command = name;
  let mayDescend = hasCommands(name);
  let isLost = false;
  let ended = false;
  const words: CommandWord[] = [];
  const unknown: CommandWord[] = [];
  const options: string[] = [];
  const roles: WordRole[] = [];
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] ?? { text: '', fixed: true };
    const before = roles.at(-1) === 'option' && unknown.at(-1) === rest[at - 1];
    if (ended || !isOption(word.text, known)) {
      const deeper = mayDescend && word.fixed ? findKnown(`${command} ${word.text}`) : undefined;
      if (deeper !== undefined) {
        known = deeper;
        command = `${command} ${word.text}`;
      } else {
        if (mayDescend && command === name) isLost = true;
        mayDescend = false;
        words.push(word);
      }
      roles.push(before ? 'maybe' : 'word');
      continue;
    }
    roles.push('option');
    if (word.text === '--') {
      // What follows is handed on to something else by programs that run things.
      ended = known !== undefined && known.words !== 'run';
      continue;
    }
    const read = isLost ? undefined : readOption(word.text, known);
    if (read === undefined) unknown.push(word);
    else options.push(word.text);
    if (read === 'next' && at + 1 < rest.length) {
      at += 1;
      roles.push('value');
    }
  }
  return { name, known: isLost ? undefined : known, words, unknown, roles, options };
}

function isOption(text: string, known: Known | undefined): boolean {
  if (text.startsWith('+')) return known?.plus === true;
  return text.startsWith('-') && text !== '-';
}

/** Undefined: not known. `next`: its value is the next word. */
function readOption(text: string, known: Known | undefined): 'whole' | 'next' | undefined {
  if (known === undefined) return undefined;
  if (known.all || text.startsWith('+')) return 'whole';
  const [name = '', ...value] = text.split('=');
  const form = known.named.get(name);
  if (form !== undefined) return form === 'plain' || value.length > 0 ? 'whole' : 'next';
  if (text.startsWith('--')) return undefined;
  if (known.numbers && /^-\d+$/.test(text)) return 'whole';
  for (let at = 1; at < text.length; at += 1) {
    const letter = known.letters.get(text.charAt(at));
    if (letter === undefined) return undefined;
    if (letter === 'valued') return at + 1 < text.length ? 'whole' : 'next';
  }
  return 'whole';
}
