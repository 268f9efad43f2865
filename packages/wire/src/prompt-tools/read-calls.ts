/**
 * Finds calls in the text of an answer, after any protocol's decoder (OLL-005). Everything else passes through. Blocks are
 * renumbered, since one text may become several texts and calls.
 */
import type { ReplyEvent, SealToken } from '../reply/events.ts';
import type { ReadCall } from './text-form.ts';
import { type Found, TextScan } from './text-scan.ts';

export interface CallReading {
  event(event: ReplyEvent): readonly ReplyEvent[];
  end(): readonly ReplyEvent[];
}

export function readCalls(events: readonly ReplyEvent[]): readonly ReplyEvent[] {
  const reading = startReadingCalls();
  return [...events.flatMap((event) => reading.event(event)), ...reading.end()];
}

export function startReadingCalls(): CallReading {
  return new CallExtractor();
}

/** One text of the answer, and the text that is written from it. */
interface OpenText {
  readonly scan: TextScan;
  index: number | undefined;
  /** White space that no other text has followed yet. */
  blank: string;
  hasCalls: boolean;
  /** Set when the text has ended inside a block: what comes next decides. */
  ended: { readonly seal: SealToken | undefined } | undefined;
}

class CallExtractor implements CallReading {
  #next = 0;
  #found = false;
  readonly #texts = new Map<number, OpenText>();
  readonly #indices = new Map<number, number>();

  event(event: ReplyEvent): readonly ReplyEvent[] {
    switch (event.type) {
      case 'reply-start':
      case 'reply-fields':
      case 'usage':
        return [event];
      case 'text-delta':
        return [...this.#settle(true), ...this.#delta(event.index, event.text)];
      case 'text-end':
        return [...this.#settle(true), ...this.#textEnd(event.index, event.seal)];
      case 'reply-end':
        return [...this.#finish(true), this.#found && event.stop === 'end' ? { ...event, stop: 'tool-calls' } : event];
      case 'reply-error':
        return [...this.#finish(false), event];
      case 'provider-result':
        return [...this.#settle(true), { ...event, index: this.#at(event.index), call: this.#at(event.call) }];
      default:
        return [...this.#settle(true), { ...event, index: this.#at(event.index) }];
    }
  }

  /** The stream was cut off or is complete: text that was held back is emitted. Nothing is closed that was not. */
  end(): readonly ReplyEvent[] {
    return this.#finish(false);
  }

  #at(index: number): number {
    const known = this.#indices.get(index);
    if (known !== undefined) return known;
    this.#indices.set(index, this.#next);
    this.#next += 1;
    return this.#next - 1;
  }

  #delta(index: number, text: string): readonly ReplyEvent[] {
    const open = this.#textAt(index);
    return open.scan.push(text).flatMap((found) => this.#write(open, found));
  }

  #textAt(index: number): OpenText {
    const known = this.#texts.get(index);
    if (known !== undefined) return known;
    const open: OpenText = { scan: new TextScan(), index: undefined, blank: '', hasCalls: false, ended: undefined };
    this.#texts.set(index, open);
    return open;
  }

  #textEnd(index: number, seal: SealToken | undefined): readonly ReplyEvent[] {
    const open = this.#textAt(index);
    if (open.scan.inBlock) {
      open.ended = { seal };
      return [];
    }
    this.#texts.delete(index);
    return [...this.#flush(open, true), ...this.#closeText(open, seal)];
  }

  /** Texts that ended inside a block. */
  #settle(finished: boolean): readonly ReplyEvent[] {
    const events: ReplyEvent[] = [];
    for (const [index, open] of this.#texts) {
      if (open.ended === undefined) continue;
      this.#texts.delete(index);
      events.push(...this.#flush(open, finished), ...this.#closeText(open, open.ended.seal));
    }
    return events;
  }

  /** Texts without an end: the answer has ended or was cut off. */
  #finish(finished: boolean): readonly ReplyEvent[] {
    const events = [...this.#settle(finished)];
    for (const open of this.#texts.values()) {
      events.push(...this.#flush(open, finished));
      if (finished) events.push(...this.#closeText(open, undefined));
      else if (!open.hasCalls) events.push(...this.#writeBlank(open));
    }
    this.#texts.clear();
    return events;
  }

  #flush(open: OpenText, finished: boolean): readonly ReplyEvent[] {
    return open.scan.end(finished).flatMap((found) => this.#write(open, found));
  }

  #write(open: OpenText, found: Found): readonly ReplyEvent[] {
    return found.type === 'text' ? this.#writeText(open, found.text) : this.#writeCalls(open, found.calls);
  }

  /** A text does not start with whitespace alone: between calls it belongs to the format. */
  #writeText(open: OpenText, text: string): readonly ReplyEvent[] {
    if (open.index === undefined && !/\S/.test(text)) {
      open.blank += text;
      return [];
    }
    open.index ??= this.#begin();
    const all = open.blank + text;
    open.blank = '';
    return [{ type: 'text-delta', index: open.index, text: all }];
  }

  #writeBlank(open: OpenText): readonly ReplyEvent[] {
    if (open.blank === '') return [];
    open.index ??= this.#begin();
    return [{ type: 'text-delta', index: open.index, text: open.blank }];
  }

  #writeCalls(open: OpenText, calls: readonly ReadCall[]): readonly ReplyEvent[] {
    const events: ReplyEvent[] = open.index === undefined ? [] : [{ type: 'text-end', index: open.index }];
    open.index = undefined;
    open.blank = '';
    open.hasCalls = true;
    this.#found = true;
    for (const { name, arguments: args } of calls) {
      const index = this.#begin();
      events.push(
        { type: 'call-start', index, rawId: '', name },
        { type: 'call-delta', index, text: args },
        { type: 'call-end', index, rawId: '', name, arguments: args },
      );
    }
    return events;
  }

  /**
   * Text without any call ends as it came, even if it is empty. After a call only a text that has started does, and without the
   * seal, which belongs to the whole.
   */
  #closeText(open: OpenText, seal: SealToken | undefined): readonly ReplyEvent[] {
    if (open.hasCalls) return open.index === undefined ? [] : [{ type: 'text-end', index: open.index }];
    const blank = this.#writeBlank(open);
    open.index ??= this.#begin();
    return [...blank, { type: 'text-end', index: open.index, ...(seal === undefined ? {} : { seal }) }];
  }

  #begin(): number {
    this.#next += 1;
    return this.#next - 1;
  }
}
