/** Reads calls with the tool messages directly after them, for the pairing rules. */
import type { BodyView } from '../../../rules/rule.ts';
import { messageAt, readBody, roleAt, type SeenCall, type SeenMessage } from './read-body.ts';

export interface Exchange {
  /** The position of the message before the tool messages; -1 if they are the first. */
  readonly at: number;
  readonly calls: readonly SeenCall[];
  readonly results: readonly SeenMessage[];
}

const none: readonly never[] = [];

/** Exchanges with a call or an answer. For `view.once`. */
export function readExchanges(view: BodyView): readonly Exchange[] {
  const exchanges: Exchange[] = [];
  const start = startOfExchange(view);
  let last = start - 1;
  let results: SeenMessage[] | undefined;
  const begin = (at: number, calls: readonly SeenCall[]): SeenMessage[] => {
    const answers: SeenMessage[] = [];
    exchanges.push({ at, calls, results: answers });
    return answers;
  };
  for (const seen of messagesFrom(view, start)) {
    if (seen.role !== 'tool') results = seen.calls.length > 0 ? begin(seen.at, seen.calls) : undefined;
    else {
      // An entry that is not a message ends an exchange, too.
      if (results === undefined || seen.at !== last + 1) results = begin(seen.at - 1, none);
      results.push(seen);
    }
    last = seen.at;
  }
  return exchanges;
}

/** `from` may be among the answers to an earlier call. */
function startOfExchange({ list, from }: BodyView): number {
  let start = Math.max(0, from);
  while (start > 0 && roleAt(list, start) === 'tool') start -= 1;
  return start;
}

function messagesFrom(view: BodyView, start: number): readonly SeenMessage[] {
  const { messages } = view.once(readBody);
  const before: SeenMessage[] = [];
  for (let at = start; at < view.from; at += 1) {
    const seen = messageAt(view.list, at, { calls: [], parts: [] });
    if (seen !== undefined) before.push(seen);
  }
  return before.length === 0 ? messages : [...before, ...messages];
}

/** Every call answered, in order: the common case, and quick to check. */
export function isAnsweredInOrder({ calls, results }: Exchange): boolean {
  return calls.length === results.length && calls.every(({ id }, index) => id === results[index]?.answers);
}
