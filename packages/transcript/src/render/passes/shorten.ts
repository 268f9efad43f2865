/**
 * Results that are too long for the policy, or for the reader's window, keep their start and end (05 §2.1). Results of our own
 * tools were limited when they were written; this is for imported histories.
 */
import { jsonText } from '../../json/json-text.ts';
import type { JsonValue } from '../../json/json-value.ts';
import { leftOutNote } from '../model-texts.ts';
import type { Notes } from '../notes.ts';
import type { RenderPolicy } from '../policy.ts';
import type { RealCompletion } from '../step.ts';

/** The share for the start; the rest is for the end, where commands report how they ended. */
const headShare = 0.75;

export function shorten(
  completion: RealCompletion,
  { longestResult }: RenderPolicy,
  { id, at }: { readonly id: string; readonly at: number },
  notes: Notes,
): RealCompletion {
  if (longestResult === undefined) return completion;
  const { result, error } = completion;
  const short = shortResult(result, longestResult);
  const shortError = error === undefined ? undefined : shortText(error, longestResult);
  if (short === result && shortError === error) return completion;
  const characters = sizeOf(result, error, textOf);
  const kept = Math.min(characters, sizeOf(short, shortError, textOf));
  const event = { kind: 'result-shortened', characters, kept, fault: 'none' } as const;
  notes.add({ ...event, callIds: [id], at: notes.place(at) });
  return { ...completion, result: short, ...(shortError === undefined ? {} : { error: shortError }) };
}

function sizeOf(result: JsonValue, error: string | undefined, text: (value: JsonValue) => string): number {
  return (result === null ? 0 : text(result).length) + (error?.length ?? 0);
}

function shortResult(result: JsonValue, limit: number): JsonValue {
  if (typeof result === 'string') return shortText(result, limit);
  if (typeof result !== 'object' || result === null || !isLonger(result, limit)) return result;
  return shortText(jsonText(result), limit);
}

function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : jsonText(value);
}

function shortText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const head = Math.ceil(limit * headShare);
  const tail = limit - head;
  const end = tail === 0 ? '' : text.slice(-tail);
  return `${text.slice(0, head)}${leftOutNote(text.length - limit)}${end}`.toWellFormed();
}

/** Whether a value contains more text than the limit. Stops as soon as it knows. */
function isLonger(value: JsonValue, limit: number): boolean {
  let left = limit;
  const open: JsonValue[] = [value];
  for (let one = open.pop(); one !== undefined && left >= 0; one = open.pop()) {
    if (typeof one === 'string') left -= one.length + 2;
    else if (typeof one !== 'object' || one === null) left -= 1;
    else {
      for (const [key, part] of Object.entries(one)) {
        left -= key.length;
        open.push(part);
      }
    }
  }
  return left < 0;
}
