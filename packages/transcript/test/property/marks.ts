/**
 * Marks are put into everything that must not get lost, so that they can be counted in the output. No character of a
 * mark is escaped in JSON, however deep the text is nested.
 */
export type MarkKind = 'said' | 'thought' | 'args' | 'result' | 'error' | 'synthetic';

const anyMark: RegExp = /\[\[[a-z]+ [0-9.]+\]\]/g;

export const mark = (kind: MarkKind, place: string): string => `[[${kind} ${place}]]`;

/** The marks in a value's texts, in order. Each object is looked at once, so that cycles end. */
export function marksIn(value: unknown, seen: Set<object> = new Set()): readonly string[] {
  if (typeof value === 'string') return value.match(anyMark) ?? [];
  if (typeof value !== 'object' || value === null || seen.has(value)) return [];
  seen.add(value);
  if (value instanceof Map) return marksIn([...value], seen);
  return Object.entries(value).flatMap(([key, part]) => [...marksIn(key), ...marksIn(part, seen)]);
}

/** How often each mark is in what would be sent. A seal may hold its thought's text as the token: that is not a copy. */
export function countMarks(value: unknown): ReadonlyMap<string, number> {
  const text = JSON.stringify(value, (key, part) => (key === 'seal' ? undefined : part));
  const counts = new Map<string, number>();
  for (const found of text.match(anyMark) ?? []) counts.set(found, (counts.get(found) ?? 0) + 1);
  return counts;
}
