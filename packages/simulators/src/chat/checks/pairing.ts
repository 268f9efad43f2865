/**
 * Whether calls and their results are together: every call answered directly after it, and no result without a call.
 */
import type { ChatMessage } from '../messages.ts';
import type { Found } from './found.ts';

export interface Unpaired extends Found {
  /**
   * `unanswered`: a call without a result before the next message that is not a result, or the end; `value` are the ids.
   * `orphan`: a result of no call of the assistant message before it; `value` is its id.
   * `duplicate`: a second result of the same call.
   */
  readonly kind: 'unanswered' | 'orphan' | 'duplicate';
  readonly ids: readonly string[];
}

/** The first unpaired message, in reading order. */
export function findUnpaired(messages: readonly ChatMessage[]): Unpaired | undefined {
  return listUnpaired(messages)[0];
}

/** Only the first call without a result. */
export function findUnanswered(messages: readonly ChatMessage[]): Unpaired | undefined {
  return listUnpaired(messages).find(({ kind }) => kind === 'unanswered');
}

/** Only the first result without a call, or the second of one call. */
export function findOrphan(messages: readonly ChatMessage[]): Unpaired | undefined {
  return listUnpaired(messages).find(({ kind }) => kind !== 'unanswered');
}

interface Open {
  readonly message: number;
  readonly ids: ReadonlySet<string>;
  readonly answered: Set<string>;
}

function listUnpaired(messages: readonly ChatMessage[]): readonly Unpaired[] {
  const found: Unpaired[] = [];
  let open: Open | undefined;
  for (const message of messages) {
    if (message.role === 'tool') {
      found.push(...answerOne(message, open));
    } else {
      found.push(...missingOf(open));
      open = openedBy(message);
    }
  }
  return [...found, ...missingOf(open)];
}

function openedBy({ role, index, calls }: ChatMessage): Open | undefined {
  if (role !== 'assistant' || calls.length === 0) return undefined;
  return { message: index, ids: new Set(calls.map((call) => call.id)), answered: new Set() };
}

function answerOne({ index, answers }: ChatMessage, open: Open | undefined): readonly Unpaired[] {
  const at = { message: index, path: `messages[${index}].tool_call_id`, value: answers, ids: [answers] };
  if (!open?.ids.has(answers)) return [{ kind: 'orphan', ...at }];
  if (open.answered.has(answers)) return [{ kind: 'duplicate', ...at }];
  open.answered.add(answers);
  return [];
}

function missingOf(open: Open | undefined): readonly Unpaired[] {
  if (!open) return [];
  const ids = [...open.ids].filter((id) => !open.answered.has(id));
  if (ids.length === 0) return [];
  return [{ kind: 'unanswered', message: open.message, path: `messages[${open.message}].tool_calls`, value: ids, ids }];
}
