/** One answer with more calls than a message may have (OAC-027), as several, each with the results of its own calls. */
import type { ModelPart, ResultPart } from './message.ts';

export interface Portion {
  readonly parts: ModelPart[];
  readonly results: readonly ResultPart[];
}

/** Results are in the order of their calls. Text after a call stays after it. */
export function portionsOf(
  parts: ModelPart[],
  results: readonly ResultPart[],
  mostCalls: number | undefined,
): readonly Portion[] {
  if (mostCalls === undefined || results.length <= mostCalls) return [{ parts, results }];
  const portions: Portion[] = [];
  let from = 0;
  let answered = 0;
  let calls = 0;
  parts.forEach((part, at) => {
    if (part.type !== 'call') return;
    if (calls - answered === mostCalls) {
      portions.push({ parts: parts.slice(from, at), results: results.slice(answered, calls) });
      from = at;
      answered = calls;
    }
    calls += 1;
  });
  return [...portions, { parts: parts.slice(from), results: results.slice(answered) }];
}
