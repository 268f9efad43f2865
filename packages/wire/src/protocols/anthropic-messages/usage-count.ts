/**
 * Token counts, which come in several parts: each is a running total, so the last value is the right one. After a compaction it is lower than
 * the first. A zero or an absent count at the end says nothing: compatible servers count the input only at the beginning.
 */
import type { JsonObject } from '@interlock/transcript';
import { asNumber, asObject } from '../../json/json.ts';
import type { Usage } from '../../reply/events.ts';

type Field = 'input' | 'output' | 'cacheRead' | 'cacheWrite' | 'reasoning';

export class UsageCount {
  readonly #counts = new Map<Field, number>();

  add(usage: JsonObject | undefined): void {
    if (usage === undefined) return;
    this.#set('input', asNumber(usage['input_tokens']));
    this.#set('output', asNumber(usage['output_tokens']));
    this.#set('cacheRead', asNumber(usage['cache_read_input_tokens']));
    this.#set('cacheWrite', asNumber(usage['cache_creation_input_tokens']));
    this.#set('reasoning', asNumber(asObject(usage['output_tokens_details'])?.['thinking_tokens']));
  }

  /** On the wire, cache reads and writes are not part of the input; in our counts they are. */
  total(): Usage | undefined {
    if (this.#counts.size === 0) return undefined;
    const cacheRead = this.#counts.get('cacheRead');
    const cacheWrite = this.#counts.get('cacheWrite');
    const reasoning = this.#counts.get('reasoning');
    return {
      input: (this.#counts.get('input') ?? 0) + (cacheRead ?? 0) + (cacheWrite ?? 0),
      output: this.#counts.get('output') ?? 0,
      ...(cacheRead === undefined ? {} : { cacheRead }),
      ...(cacheWrite === undefined ? {} : { cacheWrite }),
      ...(reasoning === undefined ? {} : { reasoning }),
    };
  }

  #set(field: Field, value: number | undefined): void {
    if (value === undefined) return;
    this.#counts.set(field, value > 0 ? value : (this.#counts.get(field) ?? 0));
  }
}

/** The reverse. Unknown counts are null, as in the API's own answers. */
export function writeUsage(usage: Usage | undefined): JsonObject {
  const cacheRead = usage?.cacheRead ?? null;
  const cacheWrite = usage?.cacheWrite ?? null;
  const fresh = (usage?.input ?? 0) - (cacheRead ?? 0) - (cacheWrite ?? 0);
  return {
    input_tokens: Math.max(0, fresh),
    cache_creation_input_tokens: cacheWrite,
    cache_read_input_tokens: cacheRead,
    output_tokens: usage?.output ?? 0,
    ...(usage?.reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: usage.reasoning } }),
  };
}
