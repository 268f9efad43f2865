/**
 * Most frames of a stream are the frame before with another text. Such a frame is not parsed: everything around its text is compared with
 * the frame that was learned, and only the text is read. Whoever uses it decides which frames say nothing but a text.
 */
import type { JsonValue } from '@interlock/transcript';
import { parseJson } from '../json/json.ts';
import type { Frame } from '../transport/frame.ts';

/** Frames that are learned of one answer. A server that changes something else in every frame is not worth more. */
const mostLearned = 8;

/** What needs no escapes in JSON and has none: no quote, no backslash, nothing below the blank. */
const plain: RegExp = /^[ !#-[\]-\uffff]+$/;

const marker = 'a text that no one has said';

export class RepeatedFrame {
  #event: string | undefined;
  #before = '';
  #after = '';
  #learned = 0;

  /** Never empty. Undefined: the frame is another one, and has to be parsed. */
  textOf({ event, data }: Frame): string | undefined {
    const before = this.#before;
    const after = this.#after;
    const end = data.length - after.length;
    if (before === '' || end <= before.length || event !== this.#event) return undefined;
    // Not `startsWith`, which takes three times as long.
    if (data.slice(0, before.length) !== before || data.slice(end) !== after) return undefined;
    const text = data.slice(before.length, end);
    if (plain.test(text)) return text;
    const value = parseJson(`"${text}"`);
    return typeof value === 'string' ? value : undefined;
  }

  /** A frame that said `text` and nothing else; `textIn` finds the text in its parsed data. False: it is not learned. */
  learn({ event, data }: Frame, text: string, textIn: (value: JsonValue) => string | undefined): boolean {
    if (this.#learned === mostLearned || !plain.test(text)) return false;
    this.#learned += 1;
    const at = data.indexOf(`"${text}"`) + 1;
    const before = data.slice(0, at);
    const after = data.slice(at + text.length);
    // The same letters may be somewhere else in the frame.
    const marked = at === 0 ? undefined : parseJson(before + marker + after);
    if (marked === undefined || textIn(marked) !== marker) return false;
    this.#event = event;
    this.#before = before;
    this.#after = after;
    return true;
  }
}
