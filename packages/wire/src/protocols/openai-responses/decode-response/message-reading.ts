/** Reads a message item: one text block for each of its content parts. A refusal is text too, and is noted. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { type ItemReading, OwnId, ownFields, type ReplyProgress, restOf } from '../item-reading.ts';

interface Part {
  readonly index: number;
  text: string;
  refuses: boolean;
  /** How many entries of these lists have been emitted. */
  readonly seen: Record<OwnList, number>;
}

/** Lists that only this API has. */
const ownLists = ['annotations', 'logprobs'] as const;
type OwnList = (typeof ownLists)[number];

export class MessageReading implements ItemReading {
  readonly #progress: ReplyProgress;
  readonly #begun: JsonObject;
  readonly #id: OwnId;
  readonly #parts = new Map<number, Part>();

  constructor(begun: JsonObject, progress: ReplyProgress) {
    this.#begun = begun;
    this.#progress = progress;
    this.#id = new OwnId(begun, progress);
  }

  chunk(type: string, event: JsonObject): readonly ReplyEvent[] {
    const at = asNumber(event['content_index']) ?? Math.max(0, this.#parts.size - 1);
    switch (type) {
      case 'response.output_text.delta':
        return [...this.#more(at, 'logprobs', asArray(event['logprobs'])), ...this.#add(at, asText(event['delta']))];
      case 'response.output_text.annotation.added':
        return this.#more(at, 'annotations', [event['annotation'] ?? null]);
      case 'response.output_text.done':
        return this.#settle(at, asText(event['text']));
      case 'response.refusal.delta':
        return [...this.#refuse(at), ...this.#add(at, asText(event['delta']))];
      case 'response.refusal.done':
        return [...this.#refuse(at), ...this.#settle(at, asText(event['refusal']))];
      case 'response.content_part.added':
      case 'response.content_part.done':
        return this.#content(at, asObject(event['part']));
      default:
        return [];
    }
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    const content = asArray(item?.['content']);
    const places = this.#placesOf(content.length);
    const events = content.flatMap((part, at) => this.#content(places[at] ?? at, asObject(part)));
    return [...events, ...this.#end(sealOf(item ?? {}, this.#begun))];
  }

  /** A part of a message does not get the id of the message, but its phase. */
  breakOff(): readonly ReplyEvent[] {
    const phase = asText(this.#begun['phase']);
    return this.#end(phase === '' ? undefined : { field: 'message', value: phase });
  }

  keepPlace(): readonly ReplyEvent[] {
    if (this.#parts.size > 0) return [];
    const { index } = this.#part(0);
    return this.#progress.ownFields ? [...this.#id.of(index), ...ownFields(index, { begun: 'text' })] : [];
  }

  /** The positions of the parts while they were streamed: some servers do not start at 0. */
  #placesOf(count: number): readonly number[] {
    const places = [...this.#parts.keys()].sort((a, b) => a - b);
    return places.length === count ? places : [];
  }

  #content(at: number, part: JsonObject | undefined): readonly ReplyEvent[] {
    if (part === undefined) return [];
    const isRefusal = part['type'] === 'refusal';
    const events = this.#settle(at, asText(isRefusal ? part['refusal'] : part['text']));
    return [
      ...(isRefusal ? this.#refuse(at) : []),
      ...events,
      ...ownLists.flatMap((name) => this.#more(at, name, this.#unseen(at, name, part))),
    ];
  }

  /** Clients of this API get a refusal as what it is. */
  #refuse(at: number): readonly ReplyEvent[] {
    const part = this.#part(at);
    const isNew = !part.refuses;
    part.refuses = true;
    this.#progress.refused = true;
    return isNew && this.#progress.ownFields
      ? [...this.#id.of(part.index), ...ownFields(part.index, { refusal: true })]
      : [];
  }

  #settle(at: number, whole: string): readonly ReplyEvent[] {
    return this.#add(at, restOf(whole, this.#part(at).text));
  }

  #add(at: number, text: string): readonly ReplyEvent[] {
    const part = this.#part(at);
    if (text === '') return [];
    part.text += text;
    return [...this.#id.of(part.index), { type: 'text-delta', index: part.index, text }];
  }

  #unseen(at: number, name: OwnList, part: JsonObject): readonly JsonValue[] {
    return this.#progress.ownFields ? asArray(part[name]).slice(this.#part(at).seen[name]) : [];
  }

  #more(at: number, name: OwnList, entries: readonly JsonValue[]): readonly ReplyEvent[] {
    if (!this.#progress.ownFields || entries.length === 0) return [];
    const { index, seen } = this.#part(at);
    seen[name] += entries.length;
    return [...this.#id.of(index), ...ownFields(index, { [name]: entries })];
  }

  #part(at: number): Part {
    const known = this.#parts.get(at);
    if (known !== undefined) return known;
    const part = { index: this.#progress.blocks, text: '', refuses: false, seen: { annotations: 0, logprobs: 0 } };
    this.#progress.blocks += 1;
    this.#parts.set(at, part);
    return part;
  }

  #end(seal: SealToken | undefined): readonly ReplyEvent[] {
    const sealed = seal === undefined ? {} : { seal };
    return [...this.#parts.values()].flatMap(({ index }) => [
      ...this.#id.of(index),
      { type: 'text-end', index, ...sealed },
    ]);
  }
}

/** The phase (OAR-024) is known when the item starts, or only when it ends. */
function sealOf(item: JsonObject, begun: JsonObject): SealToken | undefined {
  const id = asText(item['id']) || asText(begun['id']);
  const value = asText(item['phase']) || asText(begun['phase']);
  return id === '' ? undefined : { field: 'message', value, item: id };
}
