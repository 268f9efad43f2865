/** Checks the order of roles, and that calls and results match (CNV-005, CNV-006, CNV-009 … CNV-011, CNV-026). */
import type { Violation } from '../../../api/api.ts';
import { invalid } from '../../exceptions.ts';
import { blocksOf, type Draft, idOf, type Message } from '../draft.ts';

export function* checkTurns({ messages, model }: Draft): Iterable<Violation> {
  const [first] = messages;
  if (first?.role !== 'user') {
    const text =
      'A conversation must start with a user message. Try again with a conversation that starts with a user message.';
    yield invalid('CNV-005', text, 'messages.0');
  }
  const again = messages.find(({ role }, index) => role === messages[index - 1]?.role);
  if (again) {
    const text =
      'A conversation must alternate between user and assistant roles. Make sure the conversation alternates between user and assistant roles and try again.';
    yield invalid('CNV-006', text, again.path);
  }
  for (const [index, message] of messages.entries()) yield* checkPairs(message, messages[index - 1]);
  yield* checkOpen(messages);
  // Whether Claude accepts a prefill is up to Claude (ANT-030).
  if (messages.at(-1)?.role === 'assistant' && !model.claude) {
    const text =
      'A conversation must end with a user message. Try again with a conversation that ends with a user message.';
    yield invalid('CNV-026', text, `messages.${messages.length - 1}`);
  }
}

function* checkPairs(message: Message, before: Message | undefined): Iterable<Violation> {
  const at = `${message.path}.content`;
  for (const kind of ['toolResult', 'toolUse']) {
    const ids = blocksOf(message, kind).map(idOf);
    const twice = [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))];
    if (twice.length > 0) {
      yield invalid('CNV-011', `The ${kind} blocks at ${at} contain duplicate Ids: ${twice.join(', ')}`, at);
    }
  }
  const called = before?.role === 'assistant' ? blocksOf(before, 'toolUse').map(idOf) : [];
  const answered = blocksOf(message, 'toolResult').map(idOf);
  if (answered.length > called.length) {
    const text = `The number of toolResult blocks at ${at} exceeds the number of toolUse blocks of previous turn.`;
    yield invalid('CNV-010', text, at);
  }
  const open = called.filter((id) => !answered.includes(id));
  if (open.length > 0) yield unanswered(message.index, open);
}

/** Calls in the last message have no results. */
function* checkOpen(messages: readonly Message[]): Iterable<Violation> {
  const last = messages.at(-1);
  const open = last?.role === 'assistant' ? blocksOf(last, 'toolUse').map(idOf) : [];
  if (open.length > 0) yield unanswered(messages.length, open);
}

function unanswered(index: number, open: readonly string[]): Violation {
  const at = `messages.${index}.content`;
  return invalid('CNV-009', `Expected toolResult blocks at ${at} for the following Ids: ${open.join(', ')}`, at);
}
