/**
 * The call ids that clients see: unique, in the format of their API, and stable for the whole conversation. When a client sends one back,
 * it is read as a canonical id, so rendering does not change it. They are random and contain no data.
 */
import { randomBytes } from 'node:crypto';
import type { ReplyEvent } from '@interlock/wire';

export class ClientCallIds {
  readonly #given = new Map<number, string>();
  readonly #ended = new Set<number>();

  /** The canonical ids of the complete calls, in the order in which they began. */
  get canonical(): readonly string[] {
    return [...this.#given]
      .filter(([index]) => this.#ended.has(index))
      .sort(([one], [other]) => one - other)
      .map(([, suffix]) => `hist_tool_${suffix}`);
  }

  /** A protocol writes either the canonical id with its own prefix, or the raw id. */
  apply(event: ReplyEvent): ReplyEvent {
    if ((event.type !== 'call-start' && event.type !== 'call-end') || event.executor === 'provider') return event;
    const suffix = this.#given.get(event.index) ?? randomBytes(18).toString('base64url');
    this.#given.set(event.index, suffix);
    if (event.type === 'call-end') this.#ended.add(event.index);
    return { ...event, id: `hist_tool_${suffix}`, rawId: `call_${suffix}` };
  }
}
