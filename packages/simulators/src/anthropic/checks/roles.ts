/** Checks the order of roles: first, last, alternating, and where a system entry is allowed. */
import type { Violation } from '../../api/api.ts';
import { textOf } from '../../api/json.ts';
import { type Draft, type DraftMessage, isServerCall, isServerResult } from '../draft.ts';
import { breach, warning } from '../errors.ts';

export function* checkRoles(draft: Draft): Iterable<Violation> {
  const { claude, entries } = draft;
  const [first] = entries;
  if (first?.role === 'system') {
    const message = "messages.0: use the top-level 'system' parameter for the initial system prompt";
    yield breach('ANT-022', 'messages.0', message);
  }
  if (first?.role === 'assistant') {
    const message = 'messages: first message must use the "user" role';
    // Currently accepted by Anthropic itself, and by no one else.
    yield claude.home === 'bedrock'
      ? breach('BDR-003', 'messages.0', message)
      : warning('ANT-020', 'messages.0', message);
  }
  yield* checkSystemEntries(draft);
  yield* checkAlternation(draft);
}

/** The API now merges adjacent messages of one role; stricter servers still refuse them. */
function* checkAlternation({ claude, entries }: Draft): Iterable<Violation> {
  const dialogue = entries.filter(({ role }) => role !== 'system');
  const repeated = dialogue.find(({ role }, index) => role === dialogue[index - 1]?.role);
  if (!repeated) return;
  const path = `messages.${repeated.index}`;
  const message = `messages: roles must alternate between "user" and "assistant", but found multiple "${repeated.role}" roles in a row`;
  yield claude.home === 'bedrock' ? breach('ANT-021', path, message) : warning('ANT-021', path, message);
}

function* checkSystemEntries({ claude, entries }: Draft): Iterable<Violation> {
  for (const { index, role } of entries) {
    if (role !== 'system') continue;
    const path = `messages.${index}`;
    if (claude.laterSystem === 'no') {
      yield breach('ANT-023', `${path}.role`, `${path}.role: role 'system' is not supported on this model`);
    } else if (claude.laterSystem === 'ignored') {
      yield warning('ANT-023', `${path}.role`, `${path}.role: role 'system' is not supported on this model`);
    } else if (!isWellPlaced(entries, index)) {
      const message = `${path}: a system message must follow a user message and be last or precede an assistant message`;
      yield breach('ANT-024', path, message);
    }
  }
}

function isWellPlaced(entries: readonly DraftMessage[], index: number): boolean {
  // Between a call and its result, the error is about that instead (ANT-013).
  if (entries[index - 1]?.blocks.some(({ type }) => type === 'tool_use')) return true;
  const before = entries[index - 1]?.role;
  const after = entries[index + 1]?.role;
  return (before === 'user' || before === 'system') && after !== 'user';
}

/** How a conversation may end (ANT-029, ANT-030). */
export function* checkEnd({ claude, entries }: Draft): Iterable<Violation> {
  const last = entries.at(-1);
  if (last?.role !== 'assistant') return;
  const path = `messages.${last.index}`;
  const end = last.blocks.at(-1);
  // A turn paused by the provider's own tools is sent back unchanged, on every model.
  const paused = end !== undefined && (isServerCall(end) || isServerResult(end));
  if (!claude.prefill && !paused) {
    const message =
      'This model does not support assistant message prefill. The conversation must end with a user message.';
    yield breach('ANT-030', path, message);
  }
  if (end?.type === 'text' && /\s$/.test(textOf(end.fields['text']))) {
    yield breach('ANT-029', path, 'messages: final assistant content cannot end with trailing whitespace');
  }
}
