/**
 * Which tools a request asks for. Parts between `then`s run in sequence, parts between `and`s or commas in parallel; a
 * tool matches if its name, or else its description, shares words with the request.
 */
import type { SeenTool } from '../api/model.ts';
import { fillArguments } from './fill-schema.ts';
import { isEmptyWord, termsOf, wordsOf } from './words.ts';

export interface PlannedCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Calls for each round, in order; empty if no tool matches. */
export function planCalls(text: string, tools: readonly SeenTool[]): readonly (readonly PlannedCall[])[] {
  const rounds = text
    .slice(0, longest)
    .split(/\b(?:and )?(?:then|after that|afterwards|finally)\b|;|\n/iu)
    .map((step) => planRound(step, tools));
  return rounds.filter((calls) => calls.length > 0);
}

/** A call of this tool for the whole request, whether or not its words match. */
export function planCall(text: string, tool: SeenTool): PlannedCall {
  return { tool: tool.name, args: argumentsOf(text.slice(0, longest), tool) };
}

/** Only the beginning of a very long request is read. */
const longest = 4000;
const mostAtOnce = 8;

function planRound(step: string, tools: readonly SeenTool[]): readonly PlannedCall[] {
  const calls: PlannedCall[] = [];
  let last: SeenTool | undefined;
  for (const piece of step.split(/\band\b|,(?!\d)|&/iu)) {
    const text = piece.trim();
    // "read a.json and b.json": the second is for the same tool.
    const tool = meantTool(text, tools) ?? (termsOf(text).length <= 3 ? last : undefined);
    if (text === '' || tool === undefined) continue;
    calls.push({ tool: tool.name, args: argumentsOf(text, tool) });
    last = tool;
  }
  return calls.slice(0, mostAtOnce);
}

function meantTool(text: string, tools: readonly SeenTool[]): SeenTool | undefined {
  const words = wordsOf(text);
  const named = tools.find(({ name }) => name !== '' && text.includes(name));
  if (named) return named;
  let best: { readonly tool: SeenTool; readonly score: number } | undefined;
  for (const tool of tools) {
    const score = 3 * overlap(words, wordsOf(tool.name)) + overlap(words, wordsOf(tool.description));
    if (score > (best?.score ?? 0)) best = { tool, score };
  }
  return best?.tool;
}

function overlap(words: readonly string[], others: readonly string[]): number {
  return new Set(words.filter((word) => others.includes(word))).size;
}

function argumentsOf(text: string, tool: SeenTool): Readonly<Record<string, unknown>> {
  const known = wordsOf(tool.name);
  const isOwn = (term: string): boolean => wordsOf(term).every((word) => known.includes(word));
  const terms = termsOf(text).filter((term) => term !== tool.name && !isEmptyWord(term) && !isOwn(term));
  // Names, numbers and paths carry more meaning than other words.
  const telling = terms.filter((term) => /[./\\:@_\d\s]|^\p{Lu}/u.test(term));
  return fillArguments(tool.schema, text, telling.length > 0 ? telling : terms);
}
