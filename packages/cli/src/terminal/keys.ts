/**
 * Decodes the input of a terminal into text, pastes and keys with modifiers. Sequences may be split anywhere; an incomplete one is kept until
 * the rest arrives, or until the reader calls `flush`.
 */
import type { Key } from './key.ts';
import { keyOfSequence } from './key-sequence.ts';

const esc = '\u001b';
const pasteStart = `${esc}[200~`;
const pasteEnd = `${esc}[201~`;
/** A sequence that is still incomplete after this many characters is invalid. */
const maxLength = 4096;

export class KeyParser {
  #rest = '';
  /** Parts of a paste that has started. */
  #paste: string[] | undefined;

  /** The input so far may be complete or not, for example a lone Esc. */
  get isWaiting(): boolean {
    return this.#rest !== '' && this.#paste === undefined;
  }

  feed(text: string): readonly Key[] {
    const keys: Key[] = [];
    let rest = this.#rest + text;
    this.#rest = '';
    while (rest !== '') {
      if (this.#paste !== undefined) {
        rest = this.#readPaste(rest, text, keys);
        continue;
      }
      const read = readKey(rest);
      if (read === undefined) {
        this.#rest = rest;
        break;
      }
      rest = rest.slice(read.length);
      if (read.key === 'paste') this.#paste = [];
      else if (read.key !== undefined) keys.push(read.key);
    }
    return keys;
  }

  /** Decodes an incomplete sequence because nothing more has arrived. */
  flush(): readonly Key[] {
    if (!this.isWaiting) return [];
    const rest = this.#rest;
    this.#rest = '';
    if (rest === esc) return [press('escape')];
    if (rest === esc + esc) return [press('escape'), press('escape')];
    return rest.length === 2 ? [press(`alt-${rest[1]}`)] : [];
  }

  /** Returns the text after the paste; empty while the paste continues. */
  #readPaste(rest: string, chunk: string, keys: Key[]): string {
    const end = rest.indexOf(pasteEnd);
    // The end of a paste may never come. No terminal sends Ctrl-C alone inside of one: it is a key.
    if (end === -1 && chunk === '\u0003') {
      this.#paste = undefined;
      keys.push(press('ctrl-c'));
      return '';
    }
    if (end === -1) {
      // The start of the end marker may be at the end.
      const markerLength = partialMarkerLength(rest, pasteEnd);
      this.#paste?.push(rest.slice(0, rest.length - markerLength));
      this.#rest = rest.slice(rest.length - markerLength);
      return '';
    }
    keys.push({ kind: 'paste', text: [...(this.#paste ?? []), rest.slice(0, end)].join('') });
    this.#paste = undefined;
    return rest.slice(end + pasteEnd.length);
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
  if (next === 'O') return text.length < 3 ? undefined : { ...keyField(keyOfSequence('', text[2] ?? '')), length: 3 };
  if (']P_^X'.includes(next)) return readString(text);
  if (next === esc) return readDoubled(text);
  const name = controlName(next.charCodeAt(0));
  if (name !== undefined) return { key: press(withAlt(name)), length: 2 };
  const letter = String.fromCodePoint(text.codePointAt(1) ?? 0);
  return { key: press(`alt-${letter}`), length: 1 + letter.length };
}

function readControlSequence(text: string): ReadKey | undefined {
  const inside = text.slice(2, maxLength);
  const whole = /^([0-?]*)[ -/]*([@-~])/.exec(inside);
  if (whole !== null) {
    // Function keys of the Linux console: one more character follows.
    if (whole[2] === '[' && whole[1] === '') return text.length < 4 ? undefined : { length: 4 };
    return { ...keyField(keyOfSequence(whole[1] ?? '', whole[2] ?? '')), length: 2 + whole[0].length };
  }
  const length = /^[0-?]*[ -/]*/.exec(inside)?.[0].length ?? 0;
  return length + 2 === text.length && text.length < maxLength ? undefined : { length: length + 2 };
}

/** Responses of the terminal that were not requested: skipped up to their end. */
function readString(text: string): ReadKey | undefined {
  const bell = text.indexOf('\u0007');
  const other = text.indexOf(esc, 1);
  if (bell !== -1 && (other === -1 || bell < other)) return { length: bell + 1 };
  if (other !== -1 && other < text.length - 1) return { length: text[other + 1] === '\\' ? other + 2 : other };
  return text.length < maxLength ? undefined : { length: text.length };
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

function keyField(key: Key | undefined): { readonly key?: Key } {
  return key === undefined ? {} : { key };
}

/** How many characters at the end of a text could be the start of a marker. */
function partialMarkerLength(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}
