/** Calls and their outputs: every one has the other, under an id that is there, fits and is its own. */
import { asArray, asObject, asText, parseJson } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';
import { eachItem, isCall, isModelItem, isOutput, itemAt, itemsFrom, type PlacedItem } from './item-view.ts';

const longestCallId = 64;

export const callRules: readonly Rule[] = [
  {
    id: 'OAR-001',
    level: 'error',
    scope: 'message',
    text: 'Every call has an output with the same call_id after it.',
    fix: 'Add an output that says what became of the call.',
    find: (view) => findUnpaired(view).calls,
  },
  {
    id: 'OAR-002',
    level: 'error',
    scope: 'message',
    text: 'Every output has a call with the same call_id before it, and a call has one output.',
    fix: 'Remove the output, or put its call before it.',
    find: (view) => findUnpaired(view).outputs,
  },
  {
    id: 'OAR-003',
    level: 'error',
    scope: 'message',
    text: `A call_id has at most ${longestCallId} characters.`,
    fix: 'Replace the id in the call and in its output, by a hash and not by its beginning.',
    find: eachItem((placed) => {
      const { length } = callIdOf(placed) ?? '';
      return length > longestCallId
        ? [{ path: `${placed.path}.call_id`, message: `It has ${length} characters.` }]
        : [];
    }),
  },
  {
    id: 'OAR-004',
    level: 'error',
    scope: 'message',
    text: 'A call_id is a string that is not empty.',
    fix: 'Give the call and its output one id.',
    find: eachItem((placed) =>
      callIdOf(placed) === '' ? [{ path: `${placed.path}.call_id`, message: 'It is missing or empty.' }] : [],
    ),
  },
  {
    id: 'OAR-007',
    level: 'error',
    scope: 'request',
    text: 'No two calls have the same call_id.',
    fix: 'Give every call an id of its own; providers repeat theirs (BDR-005).',
    find: findRepeatedCalls,
  },
  {
    id: 'OAR-019',
    level: 'error',
    scope: 'message',
    text: 'Arguments are text; an output is text or a list of input_text, input_image and input_file parts.',
    fix: 'Write the arguments as JSON text, and the output as text or as such parts.',
    find: eachItem((placed) => [...findArguments(placed), ...findOutput(placed)]),
  },
  {
    id: 'OAC-011',
    level: 'loss',
    scope: 'message',
    text: 'The arguments of a function are the text of a JSON object. The API does not check it; servers behind gateways do.',
    fix: 'Carry arguments that are no JSON inside an object.',
    find: eachItem(({ path, type, item }) => {
      const text = item['arguments'];
      if (type !== 'function_call' || typeof text !== 'string' || asObject(parseJson(text)) !== undefined) return [];
      return [{ path: `${path}.arguments`, message: 'They are not the text of an object.' }];
    }),
  },
  {
    id: 'DSK-008',
    level: 'error',
    scope: 'message',
    text: 'Where calls must be last, nothing the model says stands between the calls of one answer.',
    fix: 'Move what the model says before its first call.',
    find: (view) => (view.traits.callsLast ? findSplitCalls(view) : []),
  },
];

/** Undefined for items that have none. */
function callIdOf(placed: PlacedItem): string | undefined {
  return isCall(placed) || isOutput(placed) ? asText(placed.item['call_id']) : undefined;
}

/** Empty ids are another rule's. What stands before `from` is paired, but for an answer that goes on across it. */
function findUnpaired(view: BodyView): { readonly calls: readonly Finding[]; readonly outputs: readonly Finding[] } {
  const waiting = new Map<string, PlacedItem>();
  const outputs: Finding[] = [];
  for (const placed of itemsFrom(view, startOfRound(view))) {
    const id = callIdOf(placed) ?? '';
    if (id === '') continue;
    if (isCall(placed)) waiting.set(id, placed);
    else if (!waiting.delete(id) && placed.at >= view.from) {
      outputs.push({ path: placed.path, message: `There is no call ${id} that waits for an output.` });
    }
  }
  const calls = [...waiting].map(([id, { path }]) => ({ path, message: `The call ${id} has no output.` }));
  return { calls, outputs };
}

/** Where the answer begins that `from` may stand in the middle of, or among the outputs of: one round, not the whole turn. */
function startOfRound({ list, from }: BodyView): number {
  const outputs = startOfRun(list, Math.min(from, list.length), isOutput);
  return startOfRun(list, outputs, isModelItem);
}

function startOfRun(list: BodyView['list'], from: number, belongs: (placed: PlacedItem) => boolean): number {
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
  const seen = new Set<string>();
  return itemsFrom(view, 0).flatMap((placed): readonly Finding[] => {
    const id = isCall(placed) ? asText(placed.item['call_id']) : '';
    if (id === '' || !seen.has(id)) {
      seen.add(id);
      return [];
    }
    return [{ path: `${placed.path}.call_id`, message: `${id} is the id of an earlier call.` }];
  });
}

function findArguments({ path, type, item }: PlacedItem): readonly Finding[] {
  if (type !== 'function_call' || typeof item['arguments'] === 'string') return [];
  return [{ path: `${path}.arguments`, message: 'They are no text.' }];
}

const outputParts: readonly string[] = ['input_text', 'input_image', 'input_file'];

function findOutput(placed: PlacedItem): readonly Finding[] {
  const { path, item } = placed;
  const { output } = item;
  if (!isOutput(placed) || typeof output === 'string') return [];
  if (!Array.isArray(output)) return [{ path: `${path}.output`, message: 'It is neither text nor a list of parts.' }];
  return asArray(output).flatMap((part, at): readonly Finding[] => {
    const type = asText(asObject(part)?.['type']);
    if (outputParts.includes(type)) return [];
    return [{ path: `${path}.output.${at}`, message: `A part of type ${type || 'nothing'} cannot stand here.` }];
  });
}

function findSplitCalls(view: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  let called = false;
  let said: PlacedItem | undefined;
  for (const placed of itemsFrom(view, startOfRound(view))) {
    if (!isModelItem(placed)) {
      called = false;
      said = undefined;
    } else if (!isCall(placed)) {
      if (called && placed.type !== 'reasoning') said = placed;
    } else {
      if (said !== undefined && placed.at >= view.from) {
        found.push({ path: said.path, message: 'It stands between two calls of one answer.' });
        said = undefined;
      }
      called = true;
    }
  }
  return found;
}
