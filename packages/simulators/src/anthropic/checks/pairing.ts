/** Every call has its result in the message that follows, and every result its call in the one before. */
import type { Violation } from '../../api/api.ts';
import { textOf } from '../../api/json.ts';
import { type Block, compactedUpTo, type Draft, type DraftMessage } from '../draft.ts';
import { breach, warning } from '../errors.ts';

export function* checkPairing(draft: Draft): Iterable<Violation> {
  yield* checkUnique(draft);
  for (const entry of draft.entries) {
    if (entry.role === 'assistant') yield* checkCalls(draft, entry);
    else if (entry.role === 'user') yield* checkResults(draft, entry);
  }
}

const callsOf = ({ blocks }: DraftMessage): readonly Block[] => blocks.filter(({ type }) => type === 'tool_use');
const resultsOf = ({ blocks }: DraftMessage): readonly Block[] => blocks.filter(({ type }) => type === 'tool_result');
const callId = ({ fields }: Block): string => textOf(fields['id']);
const resultId = ({ fields }: Block): string => textOf(fields['tool_use_id']);

/** ANT-005: within a message. A repeated id in a later turn is refused only by other servers. */
function* checkUnique({ claude, entries }: Draft): Iterable<Violation> {
  const seen = new Map<string, number>();
  for (const entry of entries.filter(({ role }) => role === 'assistant')) {
    for (const call of callsOf(entry)) {
      const id = callId(call);
      const before = seen.get(id);
      const message = `${call.path}: \`tool_use\` ids must be unique`;
      if (before === entry.index || (before !== undefined && claude.home === 'bedrock'))
        yield breach('ANT-005', call.path, message);
      else if (before !== undefined) yield warning('ANT-005', call.path, message);
      seen.set(id, entry.index);
    }
  }
}

function* checkCalls({ entries }: Draft, entry: DraftMessage): Iterable<Violation> {
  const calls = callsOf(entry);
  if (calls.length === 0) return;
  yield* checkLast(entry, calls);
  const next = entries[entry.index + 1];
  // Calls of adjacent assistant messages were accepted when the next user message answered all of them.
  const following = entries.slice(entry.index + 1).find(({ role }) => role !== 'assistant');
  const merged = next?.role === 'assistant';
  const results = following?.role === 'user' ? resultsOf(following) : [];
  const answered = new Set(results.map(resultId));
  const missing = calls.map(callId).filter((id) => !answered.has(id));
  const path = `messages.${entry.index}`;
  if (missing.length > 0) {
    yield breach(ruleOfMissing(entries, entry, missing, calls.length), path, unanswered(path, missing));
  } else if (merged) {
    yield warning('ANT-001', path, unanswered(path, calls.map(callId)));
  }
  if (following) yield* checkFirst(following, answered.size);
}

function unanswered(path: string, ids: readonly string[]): string {
  return `${path}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
}

/** The same text has three causes: something is in between, some results are missing, or all are. */
function ruleOfMissing(
  entries: readonly DraftMessage[],
  entry: DraftMessage,
  missing: readonly string[],
  count: number,
): string {
  const later = entries
    .slice(entry.index + 2)
    .flatMap(resultsOf)
    .map(resultId);
  if (missing.length === count && missing.every((id) => later.includes(id))) return 'ANT-013';
  return missing.length < count ? 'ANT-002' : 'ANT-001';
}

/** Calls come last in their message; recorded with the text of ANT-001. */
function* checkLast({ index, blocks }: DraftMessage, calls: readonly Block[]): Iterable<Violation> {
  const first = blocks.findIndex(({ type }) => type === 'tool_use');
  const after = blocks.slice(first).find(({ type }) => ['text', 'thinking', 'redacted_thinking'].includes(type));
  if (after) yield breach('ANT-070b', after.path, unanswered(`messages.${index}`, calls.map(callId)));
}

/** ANT-012. */
function* checkFirst({ index, blocks }: DraftMessage, count: number): Iterable<Violation> {
  const leading = blocks.findIndex(({ type }) => type !== 'tool_result');
  if (leading === -1 || leading >= count) return;
  const message = `messages.${index}: Did not find ${count - leading} \`tool_result\` block(s) at the beginning of this message. Messages following \`tool_use\` blocks must begin with a matching number of \`tool_result\` blocks.`;
  yield breach('ANT-012', `messages.${index}`, message);
}

function* checkResults({ claude, entries }: Draft, entry: DraftMessage): Iterable<Violation> {
  const results = resultsOf(entry);
  const open = new Set(callsBefore(entries, entry.index).map(callId));
  const given = new Set<string>();
  for (const result of results) {
    const id = resultId(result);
    if (!open.has(id)) {
      const message = `${result.path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;
      yield breach(entry.index < compactedUpTo(entries) ? 'ANT-074' : 'ANT-003', result.path, message);
    }
    if (given.has(id)) {
      const message = `${result.path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      yield breach('ANT-004', result.path, message);
    }
    given.add(id);
  }
  const document = entry.blocks.find(({ type }) => type === 'document');
  if (claude.bedrock && results.length > 0 && document) {
    yield breach('BDR-002', document.path, `${document.path}: document blocks cannot stand beside tool results`);
  }
}

/** The calls of the run of assistant messages right before. */
function callsBefore(entries: readonly DraftMessage[], index: number): readonly Block[] {
  const calls: Block[] = [];
  for (const entry of entries.slice(0, index).toReversed()) {
    if (entry.role !== 'assistant') break;
    calls.push(...callsOf(entry));
  }
  return calls;
}
