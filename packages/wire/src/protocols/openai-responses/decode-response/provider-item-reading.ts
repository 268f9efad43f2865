/** Reads an item for something the provider ran itself: a call with its result, or the image it made. */
import type { JsonObject } from '@interlock/transcript';
import { asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import { type ItemReading, ownFields, type ReplyProgress } from '../item-reading.ts';
import { isHosted, providerSeal, readImage, readProviderCall } from '../provider-item.ts';

export class ProviderItemReading implements ItemReading {
  readonly #progress: ReplyProgress;
  readonly #begun: JsonObject;
  readonly #index: number;

  constructor(begun: JsonObject, progress: ReplyProgress) {
    this.#begun = begun;
    this.#progress = progress;
    this.#index = progress.blocks;
    progress.blocks += 1;
  }

  begin(): readonly ReplyEvent[] {
    const { rawId, name } = readProviderCall(this.#begun);
    return [{ type: 'call-start', index: this.#index, rawId, name, executor: 'provider' }];
  }

  chunk(): readonly ReplyEvent[] {
    return [];
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    const last = item ?? this.#begun;
    const { rawId, name, args, result, isError } = readProviderCall(last);
    const text = JSON.stringify(args);
    const called: readonly ReplyEvent[] = [
      { type: 'call-delta', index: this.#index, text },
      { type: 'call-end', index: this.#index, rawId, name, arguments: text, executor: 'provider' },
    ];
    if (isHosted(last)) {
      this.#progress.hosted.set(asText(last['call_id']), this.#index);
      return [...called, ...asItem(this.#index, last, this.#progress)];
    }
    const outcome: ReplyEvent = {
      type: 'provider-result',
      index: this.#progress.blocks,
      call: this.#index,
      result,
      ...(isError ? { isError } : {}),
      ...(rawId === '' ? {} : { seal: providerSeal(last) }),
    };
    this.#progress.blocks += 1;
    return [...called, outcome];
  }

  breakOff(): readonly ReplyEvent[] {
    return [];
  }
}

/** An image from the provider's image tool. Partial ones are never shown. */
export class ImageReading implements ItemReading {
  readonly #progress: ReplyProgress;

  constructor(progress: ReplyProgress) {
    this.#progress = progress;
  }

  chunk(): readonly ReplyEvent[] {
    return [];
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    const block = readImage(item ?? {});
    if (block === undefined) return [];
    const index = this.#progress.blocks;
    this.#progress.blocks += 1;
    // A client of the same API knows the picture by the id of its item, and may ask for changes of it.
    return [...asItem(index, item, this.#progress), { type: 'media', index, block }];
  }

  breakOff(): readonly ReplyEvent[] {
    return [];
  }
}

export function isHostedOutput(item: JsonObject, { hosted }: ReplyProgress): boolean {
  return asText(item['type']).endsWith('_call_output') && hosted.has(asText(item['call_id']));
}

/** The outcome of a call in a container of the provider. */
export class HostedOutputReading implements ItemReading {
  readonly #progress: ReplyProgress;
  readonly #begun: JsonObject;

  constructor(begun: JsonObject, progress: ReplyProgress) {
    this.#begun = begun;
    this.#progress = progress;
  }

  chunk(): readonly ReplyEvent[] {
    return [];
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    const last = item ?? this.#begun;
    const id = asText(last['call_id']);
    const call = this.#progress.hosted.get(id);
    if (call === undefined) return [];
    this.#progress.hosted.delete(id);
    const index = this.#progress.blocks;
    this.#progress.blocks += 1;
    const outcome = { type: 'provider-result', index, call, result: last['output'] ?? last['status'] ?? '' } as const;
    return [...asItem(index, last, this.#progress), outcome];
  }

  breakOff(): readonly ReplyEvent[] {
    return [];
  }
}

/** An item that means nothing elsewhere: a list of tools, a request for approval, a compaction. A client of the same API gets it as it is. */
export class OtherReading implements ItemReading {
  readonly #progress: ReplyProgress;

  constructor(progress: ReplyProgress) {
    this.#progress = progress;
  }

  chunk(): readonly ReplyEvent[] {
    return [];
  }

  finish(item: JsonObject | undefined): readonly ReplyEvent[] {
    if (item === undefined || !this.#progress.ownFields) return [];
    const index = this.#progress.blocks;
    this.#progress.blocks += 1;
    return asItem(index, item, this.#progress);
  }

  breakOff(): readonly ReplyEvent[] {
    return [];
  }
}

/** The item as it came, for a client of the same API. */
function asItem(index: number, item: JsonObject | undefined, progress: ReplyProgress): readonly ReplyEvent[] {
  return item === undefined || !progress.ownFields ? [] : ownFields(index, { item });
}
