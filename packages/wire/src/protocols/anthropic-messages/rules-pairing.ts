/** Calls and their results: who answers whom, where, and under which id. */
import { asText } from '../../json.ts';
import type { BodyView, Finding, Rule } from '../../rule.ts';
import { blocksOf, eachBlock, messageAt, messagesOf, type PlacedBlock, type PlacedMessage } from './rule-view.ts';

export const pairingRules: readonly Rule[] = [
  {
    id: 'ANT-001',
    level: 'error',
    scope: 'message',
    text: 'Every `tool_use` is answered by a `tool_result` in the next message, which is a user message.',
    fix: 'Put a result for every call into the next message; a call that was never run gets one that says so.',
    find: (view) => unanswered(view, 'ANT-001'),
  },
  {
    id: 'ANT-002',
    level: 'error',
    scope: 'message',
    text: 'All results of the calls of one message stand in the one next message.',
    fix: 'Put the results of one batch of calls into one user message.',
    find: (view) => unanswered(view, 'ANT-002'),
  },
  {
    id: 'ANT-013',
    level: 'error',
    scope: 'message',
    text: 'No message stands between calls and their results.',
    fix: 'Move what stands between them behind the results.',
    find: (view) => unanswered(view, 'ANT-013'),
  },
  {
    id: 'ANT-003',
    level: 'error',
    scope: 'message',
    text: 'Every `tool_result` answers a `tool_use` of the message before it.',
    fix: 'Leave out a result without a call, or put its call back before it.',
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
    text: 'The ids of calls are unique over the whole request.',
    fix: 'Give each call an id of its own; providers repeat theirs.',
    find: findRepeatedCalls,
  },
  {
    id: 'ANT-006',
    level: 'error',
    scope: 'message',
    text: 'The ids of calls and results are made of letters, digits, `_` and `-`.',
    fix: 'Project ids from elsewhere onto this alphabet.',
    find: eachBlock((block, type) => {
      if (type !== 'tool_use' && type !== 'tool_result') return undefined;
      const id = asText(block[type === 'tool_use' ? 'id' : 'tool_use_id']);
      return id === '' || idAlphabet.test(id) ? undefined : 'The id has characters that are not allowed.';
    }),
  },
  {
    id: 'BDR-004',
    level: 'error',
    scope: 'message',
    text: 'On the strictest servers an id has at most 64 characters.',
    fix: 'Use shorter ids, by hashing, not by cutting.',
    find: eachBlock((block, type, { traits }) => {
      if (type !== 'tool_use' || traits.toolNames.max > longestId) return undefined;
      return asText(block['id']).length > longestId ? `The id has more than ${longestId} characters.` : undefined;
    }),
  },
  {
    id: 'OLL-011',
    level: 'error',
    scope: 'message',
    text: 'A `tool_use` has an id and a name, a `tool_result` the id it answers.',
    fix: 'Give the call an id and a name.',
    find: eachBlock((block, type) => {
      if (type === 'tool_result') return asText(block['tool_use_id']) === '' ? 'It names no call.' : undefined;
      if (type !== 'tool_use') return undefined;
      return asText(block['id']) === '' || asText(block['name']) === '' ? 'The id or the name is missing.' : undefined;
    }),
  },
];

const idAlphabet: RegExp = /^[a-zA-Z0-9_-]+$/;
const longestId = 64;

type OpenRule = 'ANT-001' | 'ANT-002' | 'ANT-013';

/** One look at the calls of a message and the two after it; each of the three rules takes the findings that are its own. */
function unanswered(view: BodyView, rule: OpenRule): readonly Finding[] {
  const found: Finding[] = [];
  // The results in the first new message answer the message before it.
  for (const placed of messagesOf(view, 1)) {
    const calls = callsOf(placed);
    if (calls.length === 0) continue;
    const answers = resultIds(messageAt(view, placed.at + 1));
    const missing = calls.filter(({ block }) => !answers.has(asText(block['id'])));
    if (missing.length === 0 || ruleOf(view, placed, missing.length < calls.length, missing) !== rule) continue;
    const ids = missing.map(({ block }) => asText(block['id'])).join(', ');
    found.push({ path: placed.path, message: `Without a result in the next message: ${ids}` });
  }
  return found;
}

function ruleOf(view: BodyView, { at }: PlacedMessage, some: boolean, missing: readonly PlacedBlock[]): OpenRule {
  if (some) return 'ANT-002';
  const late = resultIds(messageAt(view, at + 2));
  return missing.some(({ block }) => late.has(asText(block['id']))) ? 'ANT-013' : 'ANT-001';
}

function findOrphans(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const placed of messagesOf(view)) {
    const results = resultsOf(placed);
    if (results.length === 0) continue;
    const calls = new Set(callsOf(messageAt(view, placed.at - 1)).map(({ block }) => asText(block['id'])));
    for (const { block, path } of results) {
      const id = asText(block['tool_use_id']);
      if (!calls.has(id)) found.push({ path, message: `No call with this id in the message before: ${id}` });
    }
  }
  return found;
}

function findRepeatedResults(view: BodyView): readonly Finding[] {
  return [...messagesOf(view)].flatMap((placed) => repeats(resultsOf(placed), 'tool_use_id', new Set()));
}

function findRepeatedCalls(view: BodyView): readonly Finding[] {
  const seen = new Set<string>();
  return [...messagesOf(view)].flatMap((placed) => repeats(callsOf(placed), 'id', seen));
}

function repeats(blocks: readonly PlacedBlock[], field: string, seen: Set<string>): readonly Finding[] {
  return blocks.flatMap(({ block, path }): readonly Finding[] => {
    const id = asText(block[field]);
    if (!seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path, message: `The id is there twice: ${id}` }];
  });
}

function callsOf(placed: PlacedMessage | undefined): readonly PlacedBlock[] {
  return placed?.role === 'assistant' ? blocksOf(placed).filter(({ type }) => type === 'tool_use') : [];
}

function resultsOf(placed: PlacedMessage | undefined): readonly PlacedBlock[] {
  return placed?.role === 'user' ? blocksOf(placed).filter(({ type }) => type === 'tool_result') : [];
}

function resultIds(placed: PlacedMessage | undefined): ReadonlySet<string> {
  return new Set(resultsOf(placed).map(({ block }) => asText(block['tool_use_id'])));
}
