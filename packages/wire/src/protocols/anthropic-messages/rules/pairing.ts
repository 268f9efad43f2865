/** Rules for calls and their results: which answers which, where, and with which id. */
import { asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';
import {
  inEach,
  inEachBlock,
  messageAt,
  none,
  pathOf,
  readBody,
  type SeenBlock,
  type SeenMessage,
} from './read-body.ts';

export const pairingRules: readonly Rule[] = [
  {
    id: 'ANT-001',
    level: 'error',
    scope: 'message',
    text: 'Every `tool_use` is answered by a `tool_result` in the next message, which is a user message.',
    fix: 'Put a result for every call into the next message; a call that was never run gets one that says so.',
    find: (view) => view.once(findUnanswered)['ANT-001'],
  },
  {
    id: 'ANT-002',
    level: 'error',
    scope: 'message',
    text: 'All results of the calls of one message are in the one next message.',
    fix: 'Put the results of one batch of calls into one user message.',
    find: (view) => view.once(findUnanswered)['ANT-002'],
  },
  {
    id: 'ANT-013',
    level: 'error',
    scope: 'message',
    text: 'No message comes between calls and their results.',
    fix: 'Move what comes between them after the results.',
    find: (view) => view.once(findUnanswered)['ANT-013'],
  },
  {
    id: 'ANT-003',
    level: 'error',
    scope: 'message',
    text: 'Every `tool_result` answers a `tool_use` of the message before it.',
    fix: 'Omit a result without a call, or put its call back before it.',
    find: findOrphans,
  },
  {
    id: 'ANT-004',
    level: 'error',
    scope: 'message',
    text: 'A call has one result.',
    fix: 'Keep one result for each call.',
    find: findRepeatedResults,
  },
  {
    id: 'ANT-005',
    level: 'error',
    scope: 'request',
    text: 'The ids of calls are unique: in a message they must be, over the whole request they should.',
    fix: 'Give each call a unique id; providers repeat theirs.',
    find: findRepeatedCalls,
  },
  {
    id: 'ANT-006',
    level: 'error',
    scope: 'message',
    text: 'The ids of calls and results are made of letters, digits, `_` and `-`.',
    fix: 'Map other ids onto this alphabet.',
    find: inEachBlock((block, type) => {
      if (type !== 'tool_use' && type !== 'tool_result') return undefined;
      const id = asText(type === 'tool_use' ? block['id'] : block['tool_use_id']);
      return id === '' || idAlphabet.test(id) ? undefined : 'The id has characters that are not allowed.';
    }),
  },
  {
    id: 'BDR-004',
    level: 'error',
    scope: 'message',
    text: 'On the strictest servers an id has at most 64 characters.',
    fix: 'Use shorter ids, by hashing, not by truncating.',
    find: inEach('tool_use', (block, _, { traits }) =>
      traits.toolNames.max <= longestId && asText(block['id']).length > longestId
        ? `The id has more than ${longestId} characters.`
        : undefined,
    ),
  },
  {
    id: 'OLL-011',
    level: 'error',
    scope: 'message',
    text: 'A `tool_use` has an id and a name, a `tool_result` the id it answers.',
    fix: 'Give the call an id and a name.',
    find: inEachBlock((block, type) => {
      if (type === 'tool_result') return asText(block['tool_use_id']) === '' ? 'It names no call.' : undefined;
      if (type !== 'tool_use') return undefined;
      return asText(block['id']) === '' || asText(block['name']) === '' ? 'The id or the name is missing.' : undefined;
    }),
  },
];

const idAlphabet: RegExp = /^[a-zA-Z0-9_-]+$/;
const longestId = 64;

type OpenRule = 'ANT-001' | 'ANT-002' | 'ANT-013';

/** Examines the calls of a message and the two messages after it once; each of the three rules takes its findings. */
function findUnanswered(view: BodyView): Readonly<Record<OpenRule, readonly Finding[]>> {
  const found: Record<OpenRule, Finding[]> = { 'ANT-001': [], 'ANT-002': [], 'ANT-013': [] };
  for (const placed of view.once(readBody).around) {
    const { calls, next, at } = placed;
    if (calls.length === 0) continue;
    const results = next?.results ?? none;
    if (startsWith(results, calls)) continue;
    const missing = withoutPartner(calls, results);
    if (missing.length === 0) continue;
    const rule = missing.length < calls.length ? 'ANT-002' : ruleOfAll(missing, messageAt(view, at + 2));
    const ids = missing.map(idOf).join(', ');
    found[rule].push({ path: pathOf(placed), message: `Without a result in the next message: ${ids}` });
  }
  return found;
}

/** The rule that is broken if no call is answered: another one if the answers come one message late. */
function ruleOfAll(missing: readonly SeenBlock[], late: SeenMessage | undefined): OpenRule {
  return withoutPartner(missing, late?.results ?? none).length < missing.length ? 'ANT-013' : 'ANT-001';
}

function findOrphans(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { results, before } of view.once(readBody).messages) {
    if (results.length === 0) continue;
    const calls = before?.calls ?? none;
    if (startsWith(calls, results)) continue;
    for (const result of withoutPartner(results, calls)) {
      const message = `No call with this id in the message before: ${idOf(result)}`;
      found.push({ path: pathOf(result), message });
    }
  }
  return found;
}

function findRepeatedResults(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const { results } of view.once(readBody).messages)
    if (results.length > 1) findRepeats(results, new Set(), found);
  return found;
}

function findRepeatedCalls(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  const seen = new Set<string>();
  for (const { calls } of view.once(readBody).messages) {
    if (calls.length > 1) findRepeats(calls, new Set(), found);
    // Accepted in a later turn, but a proxy may pair it with the wrong call, so we never send it.
    for (const block of calls) {
      const id = idOf(block);
      if (seen.has(id))
        found.push({ path: pathOf(block), message: `An earlier call has this id: ${id}`, level: 'warning' });
    }
    for (const block of calls) seen.add(idOf(block));
  }
  return found;
}

function findRepeats(blocks: readonly SeenBlock[], seen: Set<string>, found: Finding[]): void {
  for (const block of blocks) {
    const id = idOf(block);
    if (seen.has(id)) found.push({ path: pathOf(block), message: `The id appears twice: ${id}` });
    seen.add(id);
  }
}

function idOf({ block, type }: SeenBlock): string {
  return asText(type === 'tool_use' ? block['id'] : block['tool_use_id']);
}

/** Which of `some` have an id that none of `others` has. */
function withoutPartner(some: readonly SeenBlock[], others: readonly SeenBlock[]): readonly SeenBlock[] {
  const ids = new Set(others.map(idOf));
  return some.filter((block) => !ids.has(idOf(block)));
}

/** Whether `list` starts with the ids of `first`. Calls and results are mostly in the same order, so no sets are needed. */
function startsWith(list: readonly SeenBlock[], first: readonly SeenBlock[]): boolean {
  for (let index = 0; index < first.length; index += 1) {
    const one = first[index];
    const other = list[index];
    if (one === undefined || other === undefined || idOf(one) !== idOf(other)) return false;
  }
  return true;
}
