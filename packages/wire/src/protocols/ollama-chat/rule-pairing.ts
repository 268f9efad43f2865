/** OLL-004: which results answer no call, answer under another name or under none, and which calls have no result. */
import type { JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json.ts';
import type { BodyView, Finding } from '../../rule.ts';

/** Calls that wait for their results, in order, and where they stand. */
interface Waiting {
  readonly path: string;
  readonly names: string[];
}

export function findUnpaired({ list, from }: BodyView): readonly Finding[] {
  const found: Finding[] = [];
  let waiting: Waiting = { path: '', names: [] };
  for (let at = startOfRun(list, from); at < list.length; at += 1) {
    const message = asObject(list[at]);
    const path = `messages.${at}`;
    if (asText(message?.['role']).toLowerCase() === 'tool') {
      const finding = findResult(asText(message?.['tool_name']), waiting.names.shift(), path);
      if (finding !== undefined && at >= from) found.push(finding);
      continue;
    }
    found.push(...unanswered(waiting));
    waiting = { path, names: asArray(message?.['tool_calls']).map(nameOf) };
  }
  // Calls that end the list are not answered yet either: the next message would be read as the result.
  return [...found, ...unanswered(waiting)];
}

/** Results at the border belong to calls before it. */
function startOfRun(list: readonly JsonValue[], from: number): number {
  let start = from;
  while (start > 0 && isResult(list[start])) start -= 1;
  return start;
}

function isResult(entry: JsonValue | undefined): boolean {
  return asText(asObject(entry)?.['role']).toLowerCase() === 'tool';
}

function findResult(name: string, expected: string | undefined, path: string): Finding | undefined {
  if (expected === undefined) return { path, message: 'The result answers no call.' };
  if (name === '') return { path, message: 'The result names no tool.' };
  return name === expected
    ? undefined
    : { path, message: `The result of ${name} stands where ${expected} was called.` };
}

function unanswered({ path, names }: Waiting): readonly Finding[] {
  return names.map((name) => ({ path, message: `The call of ${name} has no result.` }));
}

function nameOf(call: JsonValue): string {
  return asText(asObject(asObject(call)?.['function'])?.['name']);
}
