/**
 * The ids of calls as clients see them: in the format of their API, one of a kind, the same from the first event to the last
 * request of the conversation. Read back they are canonical ids, so no render changes them. They hold nothing but chance.
 */
import { randomBytes } from 'node:crypto';
import type { ReplyEvent } from '@interlock/wire';

export class ClientCallIds {
  readonly #given = new Map<number, string>();
  readonly #ended = new Set<number>();

  /** Canonical, of the calls that are whole, in the order in which they began. */
  get canonical(): readonly string[] {
    return [...this.#given]
      .filter(([index]) => this.#ended.has(index))
      .sort(([one], [other]) => one - other)
      .map(([, suffix]) => `hist_tool_${suffix}`);
  }

  /** Protocols write one or the other: the canonical id after their prefix, or the raw one. */
  apply(event: ReplyEvent): ReplyEvent {
    if ((event.type !== 'call-start' && event.type !== 'call-end') || event.executor === 'provider') return event;
    const suffix = this.#given.get(event.index) ?? randomBytes(18).toString('base64url');
    this.#given.set(event.index, suffix);
    if (event.type === 'call-end') this.#ended.add(event.index);
    return { ...event, id: `hist_tool_${suffix}`, rawId: `call_${suffix}` };
  }
}
