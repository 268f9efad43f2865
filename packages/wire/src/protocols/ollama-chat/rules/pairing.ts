/** Rules for OLL-004: results without a call, under another name or without one, and calls without a result. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding } from '../../../rules/rule.ts';

/** The message with unanswered calls, and how many results there were. */
interface Waiting {
  readonly at: number;
  readonly calls: readonly JsonValue[];
  answered: number;
}

export function findUnpaired({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  let waiting: Waiting = { at: 0, calls: [], answered: 0 };
  for (let at = startOfRun(list, from); at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (isResult(message)) {
      const wrong = wrongWith(asText(message['tool_name']), waiting);
      waiting.answered += 1;
      if (wrong !== undefined && at >= from) found.push({ path: `messages.${at}`, message: wrong });
      continue;
    }
    addUnanswered(waiting, found);
    waiting = { at, calls: asArray(message?.['tool_calls']), answered: 0 };
  }
  // Calls at the end of the list are unanswered too: the next message would be read as the result.
  addUnanswered(waiting, found);
  return found;
}

/** Results at the boundary belong to earlier calls. */
function startOfRun(list: readonly JsonValue[], from: number): number {
  let start = from;
  while (start > 0 && isResult(asObject(list[start]))) start -= 1;
  return start;
}

function isResult(message: JsonObject | undefined): message is JsonObject {
  return asText(message?.['role']).toLowerCase() === 'tool';
}

/** Calls and results pair by their order. */
function wrongWith(name: string, { calls, answered }: Waiting): string | undefined {
  if (answered >= calls.length) return 'The result does not match a call.';
  if (name === '') return 'The result does not name a tool.';
  const expected = nameOf(calls[answered]);
  return name === expected ? undefined : `The result of ${name} is where ${expected} was called.`;
}

function addUnanswered({ at, calls, answered }: Waiting, found: Finding[]): void {
  for (const call of calls.slice(answered)) {
    found.push({ path: `messages.${at}`, message: `The call of ${nameOf(call)} has no result.` });
  }
}

function nameOf(call: JsonValue | undefined): string {
  return asText(asObject(asObject(call)?.['function'])?.['name']);
}
