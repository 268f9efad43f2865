/**
 * Decodes what a terminal sends into text, pastes and keys with modifiers. Sequences may be split anywhere; an incomplete one is kept until
 * the rest arrives, or until the reader calls `flush`.
 */
import type { Key } from './key.ts';
import { keyOfSequence } from './key-sequence.ts';

const esc = '\u001b';
const pasteStart = `${esc}[200~`;
const pasteEnd = `${esc}[201~`;
/** A sequence that is still incomplete after this many characters is invalid. */
const longestSequence = 4096;

export class KeyParser {
  #rest = '';
  /** Parts of a paste that has started. */
  #paste: string[] | undefined;

  /** Something is kept that may be complete: a lone Esc, for example. */
  get isWaiting(): boolean {
    return this.#rest !== '' && this.#paste === undefined;
  }

  feed(text: string): readonly Key[] {
    const keys: Key[] = [];
    let left = this.#rest + text;
    this.#rest = '';
    while (left !== '') {
      if (this.#paste !== undefined) {
        left = this.#readPaste(left, text, keys);
        continue;
      }
      const read = readKey(left);
      if (read === undefined) {
        this.#rest = left;
        break;
      }
      left = left.slice(read.length);
      if (read.key === 'paste') this.#paste = [];
      else if (read.key !== undefined) keys.push(read.key);
    }
    return keys;
  }

  /** Nothing more comes: decode what is kept. */
  flush(): readonly Key[] {
    if (!this.isWaiting) return [];
    const rest = this.#rest;
    this.#rest = '';
    if (rest === esc) return [press('escape')];
    if (rest === esc + esc) return [press('escape'), press('escape')];
    return rest.length === 2 ? [press(`alt-${rest[1]}`)] : [];
  }

  /** Returns what comes after the paste; '' while it lasts. */
  #readPaste(left: string, chunk: string, keys: Key[]): string {
    const end = left.indexOf(pasteEnd);
    // The end of a paste may never come. No terminal sends Ctrl-C alone inside of one: it is a key.
    if (end === -1 && chunk === '\u0003') {
      this.#paste = undefined;
      keys.push(press('ctrl-c'));
      return '';
    }
    if (end === -1) {
      // The start of the end marker may be at the end.
      const kept = tailLike(left, pasteEnd);
      this.#paste?.push(left.slice(0, left.length - kept));
      this.#rest = left.slice(left.length - kept);
      return '';
    }
    keys.push({ kind: 'paste', text: [...(this.#paste ?? []), left.slice(0, end)].join('') });
    this.#paste = undefined;
    return left.slice(end + pasteEnd.length);
  }
}

interface ReadKey {
  /** Absent: nothing that is used here. */
  readonly key?: Key | 'paste';
  readonly length: number;
}

/** Undefined: incomplete. */
function readKey(text: string): ReadKey | undefined {
  if (text.startsWith(esc)) return readEscape(text);
  const run = /^[^\p{Cc}]+/u.exec(text)?.[0];
  if (run !== undefined) return { key: { kind: 'text', text: run }, length: run.length };
  const name = controlName(text.charCodeAt(0));
  return { ...(name === undefined ? {} : { key: press(name) }), length: 1 };
}

function readEscape(text: string): ReadKey | undefined {
  if (text.startsWith(pasteStart)) return { key: 'paste', length: pasteStart.length };
  const next = text[1];
  if (next === undefined) return undefined;
  if (next === '[') return readControlSequence(text);
  if (next === 'O') return text.length < 3 ? undefined : { ...named(keyOfSequence('', text[2] ?? '')), length: 3 };
  if (']P_^X'.includes(next)) return readString(text);
  if (next === esc) return readDoubled(text);
  const name = controlName(next.charCodeAt(0));
  if (name !== undefined) return { key: press(withAlt(name)), length: 2 };
  const letter = String.fromCodePoint(text.codePointAt(1) ?? 0);
  return { key: press(`alt-${letter}`), length: 1 + letter.length };
}

function readControlSequence(text: string): ReadKey | undefined {
  const inside = text.slice(2, longestSequence);
  const whole = /^([0-?]*)[ -/]*([@-~])/.exec(inside);
  if (whole !== null) {
    // Function keys of the Linux console: one more character follows.
    if (whole[2] === '[' && whole[1] === '') return text.length < 4 ? undefined : { length: 4 };
    return { ...named(keyOfSequence(whole[1] ?? '', whole[2] ?? '')), length: 2 + whole[0].length };
  }
  const begun = /^[0-?]*[ -/]*/.exec(inside)?.[0].length ?? 0;
  return begun + 2 === text.length && text.length < longestSequence ? undefined : { length: begun + 2 };
}

/** Responses of the terminal that were not requested: skipped up to their end. */
function readString(text: string): ReadKey | undefined {
  const bell = text.indexOf('\u0007');
  const other = text.indexOf(esc, 1);
  if (bell !== -1 && (other === -1 || bell < other)) return { length: bell + 1 };
  if (other !== -1 && other < text.length - 1) return { length: text[other + 1] === '\\' ? other + 2 : other };
  return text.length < longestSequence ? undefined : { length: text.length };
}

/** Esc twice, or Alt with a key that has its own sequence. */
function readDoubled(text: string): ReadKey | undefined {
  if (text.length === 2) return undefined;
  if (text[2] !== '[' && text[2] !== 'O') return { key: press('escape'), length: 1 };
  const read = readEscape(text.slice(1));
  if (read === undefined) return undefined;
  const { key } = read;
  const alt = typeof key === 'object' && key.kind === 'press' ? press(withAlt(key.name)) : key;
  return { ...(alt === undefined ? {} : { key: alt }), length: read.length + 1 };
}

function controlName(code: number): string | undefined {
  if (code === 13) return 'enter';
  if (code === 9) return 'tab';
  if (code === 8 || code === 127) return 'backspace';
  if (code === 27 || code > 31) return undefined;
  return `ctrl-${code === 0 ? 'space' : String.fromCharCode(code + 64).toLowerCase()}`;
}

function withAlt(name: string): string {
  if (name.includes('alt-')) return name;
  return name.startsWith('ctrl-') ? `ctrl-alt-${name.slice('ctrl-'.length)}` : `alt-${name}`;
}

function press(name: string): Key {
  return { kind: 'press', name };
}

function named(key: Key | undefined): { readonly key?: Key } {
  return key === undefined ? {} : { key };
}

/** How many characters at the end of a text could be the start of a marker. */
function tailLike(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
