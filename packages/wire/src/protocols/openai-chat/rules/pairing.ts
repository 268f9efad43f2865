/** Rules for calls and the tool messages that answer them. */
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import { inEach, messagePath } from './read-body.ts';
import { type Exchange, isAnsweredInOrder, readExchanges } from './read-exchanges.ts';

function hasIds({ traits }: BodyView): boolean {
  return traits.toolIds !== 'none';
}

/** A rule that checks each exchange; findings are added to `found`. */
function inExchanges(find: (exchange: Exchange, found: Finding[], view: BodyView) => void): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const exchange of view.once(readExchanges)) find(exchange, found, view);
    return found;
  };
}

function unanswered(exchange: Exchange, found: Finding[]): void {
  if (isAnsweredInOrder(exchange)) return;
  const { at, calls, results } = exchange;
  const answered = new Set(results.map(({ answers }) => answers));
  const open = calls.map(({ id }) => id).filter((id) => !answered.has(id));
  if (open.length > 0) found.push({ path: `messages.${at}`, message: `no tool message answers ${open.join(', ')}` });
}

function orphans(exchange: Exchange, found: Finding[], view: BodyView): void {
  if (isAnsweredInOrder(exchange)) return;
  const { calls, results } = exchange;
  const known = new Set(calls.map(({ id }) => id));
  for (const { answers: id, at } of results) {
    const isOrphan = hasIds(view) ? id !== '' && !known.has(id) : calls.length === 0;
    if (isOrphan) {
      found.push({ path: `messages.${at}.tool_call_id`, message: `${id} answers no call of the message before` });
    }
  }
}

function answeredTwice({ results }: Exchange, found: Finding[]): void {
  if (results.length < 2) return;
  const seen = new Set<string>();
  for (const { answers: id, at } of results) {
    if (id !== '' && seen.has(id)) {
      found.push({ path: `messages.${at}.tool_call_id`, message: `${id} is answered a second time` });
    }
    seen.add(id);
  }
}

/** Mistral counts; so do we if there are no ids to compare. */
function miscounted({ at, calls, results }: Exchange, found: Finding[]): void {
  if (calls.length === results.length) return;
  const path = `messages.${Math.max(at, 0)}`;
  found.push({ path, message: `${calls.length} calls, ${results.length} tool messages` });
}

export const pairingRules: readonly Rule[] = [
  {
    id: 'OAC-001',
    level: 'error',
    scope: 'message',
    text: 'A message with tool_calls is followed directly by one tool message for each of them.',
    fix: 'Answer every call directly after it; if there is no result, say so.',
    find: where(hasIds, inExchanges(unanswered)),
  },
  {
    id: 'OAC-002',
    level: 'error',
    scope: 'message',
    text: 'A tool message answers a call of the assistant message before it.',
    fix: 'Drop the result, or put its call back before it.',
    find: inExchanges(orphans),
  },
  {
    id: 'OAC-026',
    level: 'error',
    scope: 'message',
    text: 'A call is answered once; a second answer answers nothing.',
    fix: 'Keep one of the results.',
    find: where(hasIds, inExchanges(answeredTwice)),
  },
  {
    id: 'MIS-002',
    level: 'error',
    scope: 'message',
    text: 'There are as many tool messages as calls.',
    fix: 'Answer every call once, directly after it.',
    find: where((view) => view.traits.toolIds === 'mistral' || !hasIds(view), inExchanges(miscounted)),
  },
  {
    id: 'MIS-006',
    level: 'error',
    scope: 'message',
    text: 'A tool message names the call it answers.',
    fix: 'Set tool_call_id.',
    find: where(
      hasIds,
      inEach('toolMessages', (seen) => {
        if (seen.answers !== '') return undefined;
        return { path: `${messagePath(seen)}.tool_call_id`, message: 'names no call' };
      }),
    ),
  },
];
