/**
 * Most frames of a stream differ from the previous one only in a text. Such a frame is not parsed: what surrounds its text is compared with
 * a frame that was learned, and only the text is read. The decoder decides which frames contain nothing but a text.
 */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../json/json.ts';
import type { Frame } from '../transport/frame.ts';

/** How many frames of one answer are learned. If a server changes other fields in every frame, learning is useless. */
const mostLearned = 8;

/** Text that JSON writes without escapes: no quote, no backslash, no control characters. */
const unescaped: RegExp = /^[ !#-[\]-\uffff]+$/;

const marker = 'interlock marker text';

export class RepeatedFrame {
  #event: string | undefined;
  #before = '';
  #after = '';
  #learned = 0;

  /** Never empty. Undefined if the frame differs in anything else and has to be parsed. */
  textOf({ event, data }: Frame): string | undefined {
    const before = this.#before;
    const after = this.#after;
    const end = data.length - after.length;
    if (before === '' || end <= before.length || event !== this.#event) return undefined;
    // Not `startsWith`, which takes three times as long.
    if (data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
    const text = data.slice(before.length, end);
    if (unescaped.test(text)) return text;
    const value = parseJson(`"${text}"`);
    return typeof value === 'string' ? value : undefined;
  }

  /** Learns a frame that contains `text` and nothing else; `textIn` finds the text in the parsed data. Returns false if it cannot be learned. */
  learn({ event, data }: Frame, text: string, textIn: (value: JsonValue) => string | undefined): boolean {
    if (this.#learned === mostLearned || !unescaped.test(text)) return false;
    this.#learned += 1;
    const at = data.indexOf(`"${text}"`) + 1;
    const before = data.slice(0, at);
    const after = data.slice(at + text.length);
    // The same characters may occur elsewhere in the frame.
    const marked = at === 0 ? undefined : parseJson(before + marker + after);
    if (marked === undefined || textIn(marked) !== marker) return false;
    this.#event = event;
    this.#before = before;
    this.#after = after;
    return true;
  }
}
