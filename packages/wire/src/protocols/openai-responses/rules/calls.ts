/** Rules for calls and their outputs: each has the other, with a valid and unique id. */
import { asArray, asObject, asText } from '../../../json/json.ts';
import { isObjectText } from '../../../rules/openai.ts';
import { type BodyView, type Finding, type Rule, where } from '../../../rules/rule.ts';
import {
  inEach,
  isCall,
  isModelItem,
  isOutput,
  isProviderCall,
  itemAt,
  itemPath,
  itemsSince,
  readBody,
  type SeenItem,
} from './read-body.ts';

const longestCallId = 64;

export const callRules: readonly Rule[] = [
  {
    id: 'OAR-001',
    level: 'error',
    scope: 'message',
    text: 'Every call has an output with the same call_id after it.',
    fix: 'Add an output that says what happened to the call.',
    find: (view) => view.once(findUnpaired).calls,
  },
  {
    id: 'OAR-002',
    level: 'error',
    scope: 'message',
    text: 'Every output has a call with the same call_id before it, and a call has one output.',
    fix: 'Remove the output, or put its call before it.',
    find: (view) => view.once(findUnpaired).outputs,
  },
  {
    id: 'OAR-003',
    level: 'error',
    scope: 'message',
    text: `A call_id has at most ${longestCallId} characters.`,
    fix: 'Replace the id in the call and in its output, by a hash, not by truncating.',
    find: inEach('paired', (seen) => {
      const { length } = callIdOf(seen);
      if (length <= longestCallId) return undefined;
      return { path: `${itemPath(seen)}.call_id`, message: `It has ${length} characters.` };
    }),
  },
  {
    id: 'OAR-004',
    level: 'error',
    scope: 'message',
    text: 'A call_id is a string that is not empty.',
    fix: 'Give the call and its output one id.',
    find: inEach('paired', (seen) =>
      callIdOf(seen) === '' ? { path: `${itemPath(seen)}.call_id`, message: 'It is missing or empty.' } : undefined,
    ),
  },
  {
    id: 'OAR-007',
    level: 'error',
    scope: 'request',
    text: 'No two calls have the same call_id.',
    fix: 'Give every call a unique id; providers repeat theirs (BDR-005).',
    find: findRepeatedCalls,
  },
  {
    id: 'OAR-019',
    level: 'error',
    scope: 'message',
    text: 'Arguments are text; an output is text or a list of input_text, input_image and input_file parts.',
    fix: 'Write the arguments as JSON text, and the output as text or as such parts.',
    find: findUnreadable,
  },
  {
    id: 'OAC-011',
    level: 'loss',
    scope: 'message',
    text: 'The arguments of a function are the text of a JSON object. The API does not check it; servers behind gateways do.',
    fix: 'Carry arguments that are not JSON inside an object.',
    find: inEach('calls', (seen) => {
      const text = seen.type === 'function_call' ? seen.item['arguments'] : undefined;
      if (typeof text !== 'string' || isObjectText(text)) return undefined;
      return { path: `${itemPath(seen)}.arguments`, message: 'They are not the text of an object.' };
    }),
  },
  {
    id: 'DSK-008',
    level: 'error',
    scope: 'message',
    text: 'Where calls must be last, nothing the model says comes between the calls of one answer.',
    fix: 'Move what the model says before its first call.',
    find: where(({ traits }) => traits.callsLast, findSplitCalls),
  },
];

function callIdOf({ item }: SeenItem): string {
  return asText(item['call_id']);
}

/** Empty ids belong to another rule. Items before `from` are paired, except for an answer that continues past it. */
function findUnpaired(view: BodyView): { readonly calls: readonly Finding[]; readonly outputs: readonly Finding[] } {
  const waiting = new Map<string, SeenItem>();
  /** Calls of the provider's own tools (`tool_search_call`), which may be answered. */
  const others = new Set<string>();
  const outputs: Finding[] = [];
  for (const seen of itemsSince(view, startOfRound(view))) {
    const id = callIdOf(seen);
    if (id === '') continue;
    if (isCall(seen)) waiting.set(id, seen);
    else if (isProviderCall(seen)) others.add(id);
    else if (isOutput(seen) && !waiting.delete(id) && !others.has(id) && seen.at >= view.from) {
      outputs.push({ path: itemPath(seen), message: `No call ${id} is waiting for an output.` });
    }
  }
  const calls = [...waiting].map(([id, seen]) => ({ path: itemPath(seen), message: `The call ${id} has no output.` }));
  return { calls, outputs };
}

/** The start of the answer that contains `from`, or whose outputs contain it. That is one round, not the whole turn. */
function startOfRound({ list, from }: BodyView): number {
  const outputs = startOfRun(list, Math.min(from, list.length), isOutput);
  return startOfRun(list, outputs, isModelItem);
}

function startOfRun(list: BodyView['list'], from: number, belongs: (seen: SeenItem) => boolean): number {
  let start = from;
  for (
    let before = itemAt(list, start - 1);
    before !== undefined && belongs(before);
    before = itemAt(list, start - 1)
  ) {
    start -= 1;
  }
  return start;
}

function findRepeatedCalls(view: BodyView): readonly Finding[] {
  const taken = new Set<string>();
  const found: Finding[] = [];
  for (const seen of view.once(readBody).calls) {
    const id = callIdOf(seen);
    if (id === '') continue;
    if (taken.has(id))
      found.push({ path: `${itemPath(seen)}.call_id`, message: `${id} is the id of an earlier call.` });
    taken.add(id);
  }
  return found;
}

function findUnreadable(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  for (const seen of view.once(readBody).paired) {
    if (isOutput(seen)) findOutput(seen, found);
    else if (seen.type === 'function_call' && typeof seen.item['arguments'] !== 'string') {
      found.push({ path: `${itemPath(seen)}.arguments`, message: 'They are not text.' });
    }
  }
  return found;
}

const outputParts: readonly string[] = ['input_text', 'input_image', 'input_file'];

function findOutput(seen: SeenItem, found: Finding[]): void {
  const { output } = seen.item;
  if (typeof output === 'string') return;
  const path = `${itemPath(seen)}.output`;
  if (!Array.isArray(output)) found.push({ path, message: 'It is not text or a list of parts.' });
  for (const [at, part] of asArray(output).entries()) {
    const type = asText(asObject(part)?.['type']);
    if (outputParts.includes(type)) continue;
    found.push({ path: `${path}.${at}`, message: `A part of type ${type || 'nothing'} is not allowed here.` });
  }
}

function findSplitCalls(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  let called = false;
  let between: SeenItem | undefined;
  for (const seen of itemsSince(view, startOfRound(view))) {
    if (!isModelItem(seen)) {
      called = false;
      between = undefined;
    } else if (!isCall(seen)) {
      if (called && seen.type !== 'reasoning') between = seen;
    } else {
      if (between !== undefined && seen.at >= view.from) {
        found.push({ path: itemPath(between), message: 'It is between two calls of one answer.' });
        between = undefined;
      }
      called = true;
    }
  }
  return found;
}
