/**
 * Extracts thinking that a server left in the text, between `<think>` and `</think>`. Only at the very start of an answer, and
 * only for models that are known to do this (`thinking.inText`): anywhere else the tags are text. All input comes out once; the
 * result does not depend on where the chunks are cut. Blocks are renumbered.
 */

import type { ThinkingTraits } from '../traits/traits.ts';
import type { ReplyEvent } from './events.ts';

type InText = NonNullable<ThinkingTraits['inText']>;

const opens = '<think>';
const closes = '</think>';

/** A tag comes first, or nearly. */
const longestBlank = 64;

export interface ThinkingReading {
  event(event: ReplyEvent): readonly ReplyEvent[];
}

export function startReadingThinking(inText: InText): ThinkingReading {
  return new ThinkingExtractor(inText);
}

/**
 * `undecided`: only whitespace, or a possible tag. `unopened`: all of it may turn out to be thinking. `after`: whitespace after
 * the closing tag belongs to it.
 */
type State = 'undecided' | 'unopened' | 'thinking' | 'after' | 'plain';

class ThinkingExtractor implements ThinkingReading {
  readonly #inText: InText;
  readonly #indices = new Map<number, number>();
  #next = 0;
  #state: State = 'undecided';
  /** The index of the current text, and the part of it that is held back. */
  #text: number | undefined;
  #heldBack = '';
  /** The text that waits for a closing tag, and its last characters, which may be a part of the tag. */
  #waiting: string[] = [];
  #tail = '';
  #thinking: number | undefined;
  #thought: string[] = [];

  constructor(inText: InText) {
    this.#inText = inText;
  }

  event(event: ReplyEvent): readonly ReplyEvent[] {
    switch (event.type) {
      case 'reply-start':
      case 'reply-fields':
      case 'usage':
        return [event];
      case 'text-delta':
        if (this.#state === 'plain' || (this.#text ?? event.index) !== event.index) return [this.#renumbered(event)];
        this.#text = event.index;
        this.#heldBack += event.text;
        return this.#read(false);
      case 'text-end':
        if (event.index !== this.#text) return [this.#renumbered(event)];
        return [...this.#settle(), ...(this.#indices.has(event.index) ? [this.#renumbered(event)] : [])];
      case 'reply-end':
      case 'reply-error':
        return [...this.#settle(), event];
      default:
        // A model that thinks in a separate field, or has already made calls, does not think in the text.
        if (this.#text === undefined) this.#state = 'plain';
        return [this.#renumbered(event)];
    }
  }

  #read(last: boolean): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    let state: State | undefined;
    while (state !== this.#state) {
      state = this.#state;
      events.push(...this.#step(last));
    }
    return events;
  }

  #step(last: boolean): readonly ReplyEvent[] {
    switch (this.#state) {
      case 'undecided':
        return this.#decide(last);
      case 'unopened':
        return this.#closeUnopened(last);
      case 'thinking':
        return this.#think(last);
      case 'after':
        this.#heldBack = this.#heldBack.trimStart();
        if (this.#heldBack !== '' || last) this.#state = 'plain';
        return [];
      case 'plain':
        return this.#say();
    }
  }

  #decide(last: boolean): readonly ReplyEvent[] {
    const text = this.#heldBack.trimStart();
    if (text.startsWith(opens)) {
      this.#heldBack = text.slice(opens.length);
      this.#state = 'thinking';
    } else if (last || !opens.startsWith(text) || this.#heldBack.length > longestBlank) {
      this.#state = this.#inText === 'unopened' ? 'unopened' : 'plain';
    }
    return [];
  }

  /** Without the opening tag, only the closing one shows that the text before it was thinking. */
  #closeUnopened(last: boolean): readonly ReplyEvent[] {
    const found = (this.#tail + this.#heldBack).includes(closes);
    this.#waiting.push(this.#heldBack);
    this.#tail = (this.#tail + this.#heldBack).slice(1 - closes.length);
    this.#heldBack = '';
    if (!found && !last) return [];
    this.#heldBack = this.#waiting.join('');
    this.#waiting = [];
    this.#state = found ? 'thinking' : 'plain';
    return [];
  }

  #think(last: boolean): readonly ReplyEvent[] {
    const at = this.#heldBack.indexOf(closes);
    const end = at === -1 ? this.#heldBack.length - (last ? 0 : tailOf(this.#heldBack, closes)) : at;
    const thought = this.#heldBack.slice(0, end);
    this.#heldBack = this.#heldBack.slice(at === -1 ? end : at + closes.length);
    if (at !== -1 || last) this.#state = 'after';
    return [...this.#grow(thought), ...(this.#state === 'after' ? this.#endThinking() : [])];
  }

  /** Whitespace alone is not a thought: models that do not think write empty tags. */
  #grow(text: string): readonly ReplyEvent[] {
    if (text === '') return [];
    this.#thought.push(text);
    const begun = this.#thinking !== undefined;
    if (!begun && text.trim() === '') return [];
    this.#thinking ??= this.#begin();
    const delta = begun ? text : this.#thought.join('').trimStart();
    this.#thought = begun ? this.#thought : [delta];
    return [{ type: 'thinking-delta', index: this.#thinking, text: delta }];
  }

  #endThinking(): readonly ReplyEvent[] {
    if (this.#thinking === undefined) return [];
    const seal = { field: 'reasoning_content', value: this.#thought.join('') };
    return [{ type: 'thinking-end', index: this.#thinking, seal }];
  }

  #say(): readonly ReplyEvent[] {
    const text = this.#heldBack;
    this.#heldBack = '';
    return text === '' || this.#text === undefined
      ? []
      : [this.#renumbered({ type: 'text-delta', index: this.#text, text })];
  }

  #settle(): readonly ReplyEvent[] {
    if (this.#text === undefined || this.#state === 'plain') return [];
    return this.#read(true);
  }

  #renumbered<T extends Extract<ReplyEvent, { readonly index: number }>>(event: T): T {
    const index = this.#at(event.index);
    return event.type === 'provider-result' ? { ...event, index, call: this.#at(event.call) } : { ...event, index };
  }

  #at(index: number): number {
    const known = this.#indices.get(index);
    if (known !== undefined) return known;
    const next = this.#begin();
    this.#indices.set(index, next);
    return next;
  }

  #begin(): number {
    this.#next += 1;
    return this.#next - 1;
  }
}

/** How many characters at the end of a text may be the start of a tag. */
function tailOf(text: string, tag: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length -= 1) {
    if (text.endsWith(tag.slice(0, length))) return length;
  }
  return 0;
}
