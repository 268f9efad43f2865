/** The model's messages in a history that had to be rewritten: those that needed no repair stay as the client has them. */
import { isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { type AnswerForm, asArray, asObject, type Destination, findViolations } from '@interlock/wire';
import type { Front } from '../fronts/front.ts';
import { CoveredList } from '../memory/covered-list.ts';
import type { PassedHistory } from '../memory/passed-history.ts';
import { type Corrected, certainRules, withoutFieldsOfOthers } from './certain-rules.ts';
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
): Corrected & { readonly kept: readonly string[] } {
  const unchanged = { body: rebuilt, kept: [], leftOut: [] };
  const { list, home, answers: form, rules } = front.protocol;
  if (destination.provider !== home || form === undefined) return unchanged;
  const given = objectsIn(body[list]);
  const rendered = objectsIn(rebuilt[list]);
  const answers = given.flatMap((answer, at) => (form.tokens(answer) === undefined ? [] : [{ answer, at }]));
  const ofModel = rendered.filter((entry) => form.tokens(entry) !== undefined);
  const written = ofModel.filter((entry) => form.isAdded?.(entry) !== true);
  const same = [ofModel, written].find(({ length }) => length === answers.length);
  if (answers.length === 0 || same === undefined) return unchanged;
  mark();
  const results = new Set(given.flatMap((entry) => form.results?.(entry) ?? []));
  const own = new Map(same.map((entry, at) => [entry, answers[at]]));
  const kept: string[] = [];
  const entries = rendered.map((entry) => {
    const { answer, at } = own.get(entry) ?? {};
    if (answer === undefined || !isSameData(form.tokens(answer), form.tokens(entry))) return entry;
    if (isAnsweredElsewhere(answer, results, form)) return entry;
    const asGiven = form.adapted?.(answer, entry) ?? answer;
    const read = [history.marked.get(answer) ?? answer];
    const saysAll =
      new CoveredList().covers([answer], [entry]) || coversApart(read, [entry], front, history, new CoveredList());
    if (!saysAll || isSameData(asGiven, entry)) return entry;
    kept.push(`${list}.${at}.`);
    return asGiven;
  });
  if (kept.length === 0) return unchanged;
  const whole = { ...rebuilt, [list]: entries };
  const judged = { body: whole, list: entries, traits: destination.traits, from: 0 };
  const broken = findViolations(certainRules(rules), judged).filter(({ level }) => level === 'error');
  const corrected = withoutFieldsOfOthers(whole, broken, front.protocol);
  return corrected === undefined ? unchanged : { ...corrected, kept };
}

/** Rendering has moved the result of such a call to it: from a message of the client, which answered a call of the provider, or a later one of the model. */
function isAnsweredElsewhere(answer: JsonObject, results: ReadonlySet<JsonValue>, form: AnswerForm): boolean {
  const here = new Set(form.results?.(answer));
  return form.runs?.(answer).some((id) => results.has(id) && !here.has(id)) === true;
}

/** An entry that is no object stands for nothing. */
function objectsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return asArray(list).map((entry) => asObject(entry) ?? {});
}
