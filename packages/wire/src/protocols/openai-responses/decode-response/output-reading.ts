/**
 * Reads the items of one reply, in chunks that may be interleaved, incomplete or missing. An item is identified by its position
 * in the output, then by its id (some gateways give every event another id), then as the last of its type.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asNumber, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { DecodingOptions } from '../../protocol.ts';
import { CallReading } from '../call-reading.ts';
import type { ItemReading, ReplyProgress } from '../item-reading.ts';
import { type ItemKind, kindOf } from '../provider-item.ts';
import { MessageReading } from './message-reading.ts';
import {
  HostedOutputReading,
  ImageReading,
  isHostedOutput,
  OtherReading,
  ProviderItemReading,
} from './provider-item-reading.ts';
import { ReasoningReading } from './reasoning-reading.ts';

interface OpenItem {
  readonly kind: ItemKind;
  readonly id: string;
  readonly callId: string;
  readonly reading: ItemReading;
  over: boolean;
}

export class OutputReading {
  readonly progress: ReplyProgress;
  readonly #byPosition = new Map<number, OpenItem>();
  readonly #byId = new Map<string, OpenItem>();

  constructor({ ownFields = false }: DecodingOptions = {}) {
    this.progress = { blocks: 0, called: false, refused: false, hosted: new Map(), ownFields };
  }

  added(event: JsonObject): readonly ReplyEvent[] {
    const item = asObject(event['item']);
    if (item === undefined || this.#known(event['output_index'], asText(item['id'])) !== undefined) return [];
    return this.#open(event['output_index'], item).events;
  }

  done(event: JsonObject): readonly ReplyEvent[] {
    const item = asObject(event['item']);
    if (item === undefined) return [];
    const kind = kindOf(item);
    const known =
      this.#known(event['output_index'], asText(item['id'])) ??
      (hasPosition(event, item) ? undefined : this.#last(kind));
    if (known !== undefined) return finishAs(known, item);
    const { open, events } = this.#open(event['output_index'], item);
    return [...events, ...finish(open, item, true)];
  }

  /** A chunk of an item. If the item's start was lost, the chunk starts it. */
  chunk(type: string, kind: ItemKind, event: JsonObject): readonly ReplyEvent[] {
    const id = asText(event['item_id']);
    const known = this.#known(event['output_index'], id) ?? (hasPosition(event, { id }) ? undefined : this.#last(kind));
    if (known?.over) return [];
    if (known !== undefined) return known.reading.chunk(type, event);
    const { open, events } = this.#open(event['output_index'], { type: typeOf(kind), ...(id === '' ? {} : { id }) });
    return [...events, ...open.reading.chunk(type, event)];
  }

  /** The end of the reply; `output` is all of it, if the server repeats it. */
  close(output: JsonValue | undefined, complete: boolean): readonly ReplyEvent[] {
    const before = new Set(this.#byPosition.values());
    const events = asArray(output).flatMap((value, position) => this.#closeItem(value, position, before));
    for (const open of this.#byPosition.values()) events.push(...finish(open, undefined, complete));
    return events;
  }

  breakOff(): readonly ReplyEvent[] {
    return [...this.#byPosition.values()].flatMap((open) => (open.over ? [] : open.reading.breakOff()));
  }

  get hasOpen(): boolean {
    return [...this.#byPosition.values()].some(({ over }) => !over);
  }

  get isEmpty(): boolean {
    return this.#byPosition.size === 0;
  }

  #closeItem(value: JsonValue, position: number, before: Set<OpenItem>): readonly ReplyEvent[] {
    const item = asObject(value);
    if (item === undefined) return [];
    const known = this.#repeated(item, position, before);
    if (known !== undefined) return finishAs(known, item);
    const { open, events } = this.#open(this.#byPosition.has(position) ? undefined : position, item);
    return [...events, ...finish(open, item, true)];
  }

  /**
   * Which streamed item this item of the final list is. Servers omit items from that list or from the stream, so a position
   * alone is not enough: the type must be the same, and for calls the `call_id`, if both have one, which also decides when ids
   * differ.
   */
  #repeated(item: JsonObject, position: number, before: Set<OpenItem>): OpenItem | undefined {
    const kind = kindOf(item);
    const callId = asText(item['call_id']);
    const isSame = (open: OpenItem): boolean => callId === '' || open.callId === '' || callId === open.callId;
    const there = this.#byPosition.get(position);
    const found = [
      this.#byId.get(asText(item['id'])),
      there !== undefined && (!there.over || (there.kind === kind && isSame(there))) ? there : undefined,
      callId === '' ? undefined : [...before].find((open) => open.callId === callId && open.kind === kind),
    ].find((open) => open !== undefined && before.has(open));
    if (found !== undefined) before.delete(found);
    return found;
  }

  #known(position: JsonValue | undefined, id: string): OpenItem | undefined {
    const at = asNumber(position);
    return (at === undefined ? undefined : this.#byPosition.get(at)) ?? this.#byId.get(id);
  }

  #last(kind: ItemKind): OpenItem | undefined {
    return [...this.#byPosition.values()].findLast((open) => open.kind === kind && !open.over);
  }

  #open(position: JsonValue | undefined, item: JsonObject): { open: OpenItem; events: readonly ReplyEvent[] } {
    const kind = kindOf(item);
    const before = this.#keepPlaces(asNumber(position));
    const { reading, events } = begin(kind, item, this.progress);
    const open: OpenItem = { kind, id: asText(item['id']), callId: asText(item['call_id']), reading, over: false };
    this.#byPosition.set(asNumber(position) ?? this.#freePosition(), open);
    if (open.id !== '') this.#byId.set(open.id, open);
    return { open, events: [...before, ...events] };
  }

  /** Items may overlap, but the answer has them in the order of their positions. */
  #keepPlaces(position: number | undefined): readonly ReplyEvent[] {
    if (position === undefined) return [];
    return [...this.#byPosition].flatMap(([at, { over, reading }]) =>
      over || at >= position ? [] : (reading.keepPlace?.() ?? []),
    );
  }

  #freePosition(): number {
    let position = this.#byPosition.size;
    while (this.#byPosition.has(position)) position += 1;
    return position;
  }
}

function hasPosition(event: JsonObject, { id }: JsonObject): boolean {
  return asNumber(event['output_index']) !== undefined || asText(id) !== '';
}

function finish(open: OpenItem, item: JsonObject | undefined, complete: boolean): readonly ReplyEvent[] {
  if (open.over) return [];
  open.over = true;
  return open.reading.finish(item, complete);
}

/** An item that ends with a different type is closed as it is, and not run. */
function finishAs(open: OpenItem, item: JsonObject): readonly ReplyEvent[] {
  return open.kind === kindOf(item) ? finish(open, item, true) : finish(open, undefined, false);
}

function typeOf(kind: ItemKind): string {
  return kind === 'call' ? 'function_call' : kind;
}

interface Begun {
  readonly reading: ItemReading;
  readonly events: readonly ReplyEvent[];
}

function begin(kind: ItemKind, item: JsonObject, progress: ReplyProgress): Begun {
  switch (kind) {
    case 'message':
      return { reading: new MessageReading(item, progress), events: [] };
    case 'reasoning':
      return { reading: new ReasoningReading(item, progress), events: [] };
    case 'call': {
      const reading = new CallReading(item, progress);
      return { reading, events: reading.begin() };
    }
    case 'provider': {
      const reading = new ProviderItemReading(item, progress);
      return { reading, events: reading.begin() };
    }
    case 'image':
      return { reading: new ImageReading(progress), events: [] };
    case 'unknown':
      return {
        reading: isHostedOutput(item, progress) ? new HostedOutputReading(item, progress) : new OtherReading(progress),
        events: [],
      };
  }
}
