/** Checks that every call has exactly one output, and every output a call. */
import type { Violation } from '../../api/api.ts';
import { firstIn, firstOf } from '../../api/first-found.ts';
import { type JsonObject, textOf } from '../../api/json.ts';
import { type InputItem, isAssistantMessage, isCall, isOutput, typeOf } from '../entries.ts';
import type { Maker, ResponsesModel } from '../models.ts';
import { violation } from '../violations.ts';

export function checkCalls(
  chain: readonly JsonObject[],
  entries: readonly InputItem[],
  { maker }: ResponsesModel,
): Violation | undefined {
  return firstOf([
    () => (maker === 'deepseek' ? checkUnbroken(entries) : undefined),
    () => checkAnswers(chain, entries, maker),
  ]);
}

/**
 * AZR-003: a client that continues from a response and also sends the conversation has its calls twice. Azure finds no
 * output for the second one, although it is right after it.
 */
export function checkRepeated(chain: readonly JsonObject[], entries: readonly InputItem[]): Violation | undefined {
  const called = new Set(chain.filter(isCall).map(callId));
  return firstIn(entries, ({ item }) =>
    isCall(item) && called.has(callId(item)) ? unanswered('AZR-003', callId(item), 'openai') : undefined,
  );
}

/** OAR-001, OAR-002, OAR-007. An output may come anywhere after its call. */
function checkAnswers(
  chain: readonly JsonObject[],
  entries: readonly InputItem[],
  maker: Maker,
): Violation | undefined {
  // Whether each call has its output by now. Within a chain an id may repeat: Mantle restarts numbering in every
  // response (BDR-005).
  const answered = new Map<string, boolean>();
  for (const item of chain) {
    if (isCall(item) || isOutput(item)) answered.set(callId(item), isOutput(item));
  }
  const searched = new Set<string>();
  const wrong = firstIn(entries, ({ item, path }) => {
    const id = callId(item);
    if (isCall(item)) {
      if (answered.has(id)) return duplicate(id, path, maker);
      answered.set(id, false);
    }
    // A tool search may be answered like a call, but need not be.
    if (typeOf(item) === 'tool_search_call') searched.add(id);
    if (isOutput(item) && searched.has(id)) return undefined;
    if (isOutput(item)) {
      if (!answered.has(id)) return orphan(item, id);
      if (answered.get(id)) return duplicate(id, path, maker);
      answered.set(id, true);
    }
    return undefined;
  });
  const open = [...answered].find(([, isAnswered]) => !isAnswered);
  return wrong ?? (open ? unanswered('OAR-001', open[0], maker) : undefined);
}

function callId(item: JsonObject): string {
  return textOf(item['call_id']);
}

function duplicate(id: string, path: string, maker: Maker): Violation {
  const rule = maker === 'mantle' ? 'BDR-005' : 'OAR-007';
  return violation(rule, 400, `Duplicate 'call_id': ${id}`, `${path}.call_id`);
}

function orphan(item: JsonObject, id: string): Violation {
  const kind = typeOf(item) === 'function_call_output' ? 'function call' : 'custom tool call';
  return violation('OAR-002', 400, `No tool call found for ${kind} output with call_id ${id}.`, 'input');
}

function unanswered(rule: string, id: string, maker: Maker): Violation {
  const kind = maker === 'deepseek' ? 'tool call' : 'function call';
  return violation(rule, 400, `No tool output found for ${kind} ${id}.`, 'input');
}

/** DSK-008: anything the assistant says or thinks between a call and its output separates them. */
function checkUnbroken(entries: readonly InputItem[]): Violation | undefined {
  const open = new Set<string>();
  const broken = new Set<string>();
  return firstIn(entries, ({ item }) => {
    const id = callId(item);
    if (isCall(item)) open.add(id);
    if (isAssistantMessage(item) || typeOf(item) === 'reasoning') for (const each of open) broken.add(each);
    if (!isOutput(item)) return undefined;
    if (broken.has(id)) return unanswered('DSK-008', id, 'deepseek');
    open.delete(id);
    return undefined;
  });
}
