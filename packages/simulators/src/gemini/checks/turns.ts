/** The order of turns: calls after the user, responses right after their calls, the user last (GEM-001 … GEM-004). */

import { type CallPart, callsOf, type GeminiContent, isModel, type ResponsePart, responsesOf } from '../contents.ts';
import type { CheckedRequest, Finding } from '../finding.ts';
import { type GeminiModel, isGemini3OrLater } from '../models.ts';
import { countMismatch } from './contents.ts';

const afterUser =
  'Please ensure that function call turn comes immediately after a user turn or after a function response turn.';
const afterCall = 'Please ensure that function response turn comes immediately after a function call turn.';
const endsWithUser = 'Please ensure that multiturn requests ends with a user role or a function response';

export function* checkTurns({ contents, model }: CheckedRequest): Iterable<Finding> {
  if (model.route === 'claude') return;
  for (const content of contents) {
    const { index } = content;
    const before = contents[index - 1];
    if (callsOf(content).length > 0) yield* checkCallTurn(before, index, model.lenient);
    if (responsesOf(content).length > 0) yield* checkAnswers(content, contents, model);
  }
  const last = contents.at(-1);
  if (last && isModel(last)) yield { rule: 'GEM-004', message: endsWithUser, path: `contents[${last.index}]` };
  for (const { index } of contents.filter((content) => callsOf(content).length > 0)) {
    if (responsesOf(contentAfter(contents, index, model.lenient)).length === 0) yield mismatch(index);
  }
}

function* checkAnswers(
  content: GeminiContent,
  contents: readonly GeminiContent[],
  model: GeminiModel,
): Iterable<Finding> {
  const { index } = content;
  const split = isGemini3OrLater(model) ? [content] : runOf(contents, index);
  // The first content of a run represents all of them.
  if (split[0] !== content) return;
  const calls = callsBefore(contents, index, model.lenient);
  const all = split.flatMap(responsesOf);
  if (calls.length === 0) yield { rule: 'GEM-003', message: afterCall, path: `contents[${index}]` };
  else if (calls.length !== all.length) yield mismatch(index);
  else if (split.length > 1) yield { ...mismatch(index), silent: true };
  else yield* checkNames(calls, all, index);
}

/** Before Gemini 3 the responses to one turn may come in several contents. */
function runOf(contents: readonly GeminiContent[], index: number): readonly GeminiContent[] {
  const isAnswer = (at: number): boolean => responsesOf(contents[at]).length > 0;
  let first = index;
  while (isAnswer(first - 1)) first -= 1;
  let last = index;
  while (isAnswer(last + 1)) last += 1;
  return contents.slice(first, last + 1);
}

/** Two model contents in a row: accepted by some previews, refused by the others. */
function* checkCallTurn(before: GeminiContent | undefined, index: number, lenient: boolean): Iterable<Finding> {
  if (before && !isModel(before)) return;
  yield { rule: 'GEM-002', message: afterUser, path: `contents[${index}]`, silent: lenient && before !== undefined };
}

/** The calls that a content of responses answers: those of the content before it; for a preview, those of the whole run of model contents. */
function callsBefore(contents: readonly GeminiContent[], index: number, lenient: boolean): readonly CallPart[] {
  const calls: CallPart[] = [];
  for (let at = index - 1; at >= 0; at -= 1) {
    const content = contents[at];
    if (!content || !isModel(content)) break;
    calls.unshift(...callsOf(content));
    if (!lenient) break;
  }
  return calls;
}

function contentAfter(contents: readonly GeminiContent[], index: number, lenient: boolean): GeminiContent | undefined {
  if (!lenient) return contents[index + 1];
  return contents.slice(index + 1).find((content) => !isModel(content));
}

/** Pairs are found by order and name: an unknown name is silently lost (GEM-017). */
function* checkNames(calls: readonly CallPart[], responses: readonly ResponsePart[], index: number): Iterable<Finding> {
  const open = calls.map(({ data }) => data.name);
  for (const { data, index: part } of responses) {
    const at = open.indexOf(data.name);
    if (at >= 0) open.splice(at, 1);
    else {
      const path = `contents[${index}].parts[${part}].function_response.name`;
      yield {
        rule: 'GEM-017',
        message: `${data.name} is not the name of a call in the turn before.`,
        path,
        silent: true,
      };
    }
  }
}

function mismatch(index: number): Finding {
  return { rule: 'GEM-001', message: countMismatch, path: `contents[${index}]` };
}
