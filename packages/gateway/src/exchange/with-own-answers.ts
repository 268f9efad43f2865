/** The model's messages in a history that had to be rewritten: those that needed no repair stay as the client has them. */
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asArray, asObject, type Destination, findViolations } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import { CoveredList } from '../memory/covered-list.ts';
import type { PassedHistory } from '../memory/passed-history.ts';
import { coversApart } from './covers-apart.ts';

interface GivenBody {
  readonly front: Front;
  readonly body: JsonObject;
  readonly history: PassedHistory;
}

/**
 * The rebuilt body with the model's messages as the client has them, where they say the same and more: who called a tool, citations, what an
 * MCP server did, blocks that only the provider knows. A message that was repaired stays as it was rendered. `mark`: marks in the history what
 * could not be read.
 */
export function withOwnAnswers(
  rebuilt: JsonObject,
  destination: Destination,
  { front, history, body }: GivenBody,
  mark: () => void,
): { readonly body: JsonObject; readonly kept: readonly string[] } {
  const unchanged = { body: rebuilt, kept: [] };
  const { list, home, isProviderPart, rules } = front.protocol;
  if (destination.provider !== home || isProviderPart === undefined) return unchanged;
  const given = asArray(body[list]);
  const answers = given.flatMap((entry, at) => (isOfModel(entry) ? [{ answer: asObject(entry) ?? {}, at }] : []));
  const rendered = asArray(rebuilt[list]);
  if (answers.length === 0 || answers.length !== rendered.filter(isOfModel).length) return unchanged;
  mark();
  const results = new Set(given.flatMap(resultsIn));
  const own = answers.values();
  const kept: string[] = [];
  const entries = rendered.map((entry) => {
    const { answer, at } = (isOfModel(entry) ? own.next().value : undefined) ?? {};
    if (answer === undefined || !isSameData(tokensIn(answer), tokensIn(entry))) return entry;
    if (isAnsweredElsewhere(answer, results)) return entry;
    const asGiven = markedLike(answer, entry);
    const read = [history.marked.get(answer) ?? answer];
    if (isSameData(asGiven, entry) || !coversApart(read, [entry], front, history, new CoveredList())) return entry;
    kept.push(`${list}.${at}.`);
    return asGiven;
  });
  if (kept.length === 0) return unchanged;
  const whole = { ...rebuilt, [list]: entries };
  const judged = { body: whole, list: entries, traits: destination.traits, from: 0 };
  const known = rules.filter(({ fields }) => fields !== 'newer');
  return findViolations(known, judged).some(({ level }) => level === 'error') ? unchanged : { body: whole, kept };
}

/** Google's API calls it otherwise: its messages stay as they are rendered. */
function isOfModel(entry: JsonValue): boolean {
  return asObject(entry)?.['role'] === 'assistant';
}

/** Results refer to the ids of calls, so they must be those that were rendered. Thinking that was dropped is no longer valid (ANT-054). */
function tokensIn(entry: JsonValue): readonly JsonValue[] {
  return asArray(asObject(entry)?.['content']).flatMap((part) => {
    const { type, id = null, signature = null, data = null } = asObject(part) ?? {};
    if (type === 'tool_use') return [id];
    if (type === 'thinking') return [signature];
    return type === 'redacted_thinking' ? [data] : [];
  });
}

/** Rendering has moved the result of such a call to it: from a message of the client, which answered a call of the provider, or a later one of the model. */
function isAnsweredElsewhere(answer: JsonObject, results: ReadonlySet<JsonValue>): boolean {
  const here = new Set(resultsIn(answer));
  const calls = asArray(answer['content']).flatMap((part) => asObject(part)?.['id'] ?? []);
  // Calls of the client are always answered elsewhere, and so they are in the rendered body.
  const ofClient = new Set(tokensIn(answer));
  return calls.some((id) => results.has(id) && !here.has(id) && !ofClient.has(id));
}

function resultsIn(entry: JsonValue): readonly JsonValue[] {
  return asArray(asObject(entry)?.['content']).flatMap((part) => asObject(part)?.['tool_use_id'] ?? []);
}

/** Cache marks are where rendering put them, because their number is limited: at the end of a message. */
function markedLike(answer: JsonObject, rendered: JsonValue): JsonValue {
  // A text alone has nothing more to say.
  if (!Array.isArray(answer['content'])) return rendered;
  const parts = asArray(answer['content']);
  const mark = asObject(asArray(asObject(rendered)?.['content']).at(-1))?.['cache_control'];
  const content = parts.map((part, at) => {
    const object = asObject(part);
    if (object === undefined) return part;
    const { cache_control: _, ...rest } = object;
    return mark !== undefined && at === parts.length - 1 ? { ...rest, cache_control: mark } : rest;
  });
  return { ...answer, content };
}
