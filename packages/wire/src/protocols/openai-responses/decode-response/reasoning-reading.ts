/**
 * Reads a reasoning item as one thinking block, with its summaries as paragraphs. Open models send the reasoning itself instead; if a
 * server sends both, whichever comes first is read. The encrypted content is read only at the end of the item: before that it may be
 * incomplete.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { type ItemReading, OwnId, ownFields, type ReplyProgress, restOf } from '../item-reading.ts';

type Kind = 'summary' | 'content';

export class ReasoningReading implements ItemReading {
  readonly #progress: ReplyProgress;
  readonly #begun: JsonObject;
  readonly #id: OwnId;
  #index: number | undefined;
  #kind: Kind | undefined;
  /** Whether a client of the same API knows of it. */
  #isShown = false;
  /** The current paragraph: its position in the list, and the text received so far. */
  #at = -1;
  #paragraph = '';
  /** The position for chunks that do not name one. */
  #cursor = 0;

  constructor(begun: JsonObject, progress: ReplyProgress) {
    this.#begun = begun;
    this.#progress = progress;
    this.#id = new OwnId(begun, progress);
  }

  chunk(type: string, event: JsonObject): readonly ReplyEvent[] {
    const summaryAt = this.#positionOf(event['summary_index']);
    const contentAt = this.#positionOf(event['content_index']);
    switch (type) {
      case 'response.reasoning_summary_part.added':
        this.#cursor = asNumber(event['summary_index']) ?? this.#at + 1;
        return [];
      case 'response.reasoning_summary_text.delta':
        return this.#add('summary', summaryAt, asText(event['delta']));
      case 'response.reasoning_summary_text.done':
        return this.#settle('summary', summaryAt, asText(event['text']));
      case 'response.reasoning_text.delta':
        return this.#add('content', contentAt, asText(event['delta']));
      case 'response.reasoning_text.done':
        return this.#settle('content', contentAt, asText(event['text']));
      default:
        return [];
    }
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    const events = (['summary', 'content'] as const).flatMap((kind) =>
      asArray(item?.[kind]).flatMap((part, at) => this.#settle(kind, at, asText(asObject(part)?.['text']))),
    );
    const seal = sealOf(item ?? {}, this.#begun);
    if (this.#kind === undefined && seal === undefined && !this.#isShown) return events;
    const index = this.#number();
    return [...events, ...this.#id.of(index), { type: 'thinking-end', index, ...(seal === undefined ? {} : { seal }) }];
  }

  breakOff(): readonly ReplyEvent[] {
    if (this.#index === undefined || (this.#kind === undefined && !this.#isShown)) return [];
    return [{ type: 'thinking-end', index: this.#index }];
  }

  keepPlace(): readonly ReplyEvent[] {
    if (this.#index !== undefined) return [];
    const index = this.#number();
    this.#isShown = this.#progress.ownFields;
    return this.#isShown ? [...this.#id.of(index), ...ownFields(index, { begun: 'thinking' })] : [];
  }

  #positionOf(index: JsonValue | undefined): number {
    return asNumber(index) ?? this.#cursor;
  }

  /** The whole text of a paragraph. Nothing can be added to a paragraph before the current one. */
  #settle(kind: Kind, at: number, whole: string): readonly ReplyEvent[] {
    if (at < this.#at) return [];
    return this.#add(kind, at, at === this.#at ? restOf(whole, this.#paragraph) : whole);
  }

  #add(kind: Kind, at: number, text: string): readonly ReplyEvent[] {
    if (text === '' || (this.#kind ?? kind) !== kind) return [];
    const isRaw = this.#kind === undefined && kind === 'content' && this.#progress.ownFields;
    this.#kind = kind;
    const gap = at !== this.#at && this.#paragraph !== '' ? '\n\n' : '';
    this.#paragraph = at === this.#at ? this.#paragraph + text : text;
    this.#at = at;
    this.#cursor = at;
    const index = this.#number();
    const raw = isRaw ? ownFields(index, { reasoning_text: true }) : [];
    return [...this.#id.of(index), ...raw, { type: 'thinking-delta', index, text: gap + text }];
  }

  #number(): number {
    if (this.#index === undefined) {
      this.#index = this.#progress.blocks;
      this.#progress.blocks += 1;
    }
    return this.#index;
  }
}

function sealOf(item: JsonObject, begun: JsonObject): SealToken | undefined {
  const id = asText(item['id']) || asText(begun['id']);
  const value = asText(item['encrypted_content']);
  if (id === '') return value === '' ? undefined : { field: 'encrypted_content', value };
  return { field: 'encrypted_content', value, item: id };
}
