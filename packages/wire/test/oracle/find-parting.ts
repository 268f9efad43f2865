/** Whether a longer request repeats a shorter one: the same messages, and only the last may be longer. */
import { protocolOf } from '../../src/index.ts';
import { trailingUser } from '../../src/texts/model-texts.ts';

/** The list without cache marks, and without the turn that is added only to end with the user, for comparison. */
export function sentList(protocol: string, body: unknown): readonly unknown[] {
  const plain = JSON.parse(
    JSON.stringify(body, (key, value) => (key === 'cache_control' ? undefined : withoutMarks(value))),
  );
  const list: unknown[] = plain[protocolOf(protocol).list];
  return isTrailing(list.at(-1)) ? list.slice(0, -1) : list;
}

/** Converse has cache marks that are separate blocks. */
function withoutMarks(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.filter((item) => typeof item !== 'object' || item === null || !('cachePoint' in item));
}

/** Where they differ, if anywhere. */
export function findParting(
  shorter: readonly unknown[],
  longer: readonly unknown[],
): { readonly at: number | undefined } {
  for (const [at, entry] of shorter.entries()) {
    const same = JSON.stringify(entry) === JSON.stringify(longer[at]);
    if (!same && !(at === shorter.length - 1 && grewInto(entry, longer[at]))) return { at };
  }
  return { at: undefined };
}

function isTrailing(entry: unknown): boolean {
  const text = JSON.stringify(entry ?? '');
  return text.includes('"user"') && text.split(JSON.stringify(trailingUser)).length === 2 && !text.includes('[[');
}

function grewInto(before: unknown, after: unknown): boolean {
  if (typeof before === 'string') return typeof after === 'string' && after.startsWith(before);
  if (Array.isArray(before)) {
    if (!Array.isArray(after) || after.length < before.length) return false;
    return before.every((item, at) =>
      at < before.length - 1 ? JSON.stringify(item) === JSON.stringify(after[at]) : grewInto(item, after[at]),
    );
  }
  if (typeof before !== 'object' || before === null) return before === after || before === null;
  if (typeof after !== 'object' || after === null) return false;
  const later = new Map(Object.entries(after));
  return Object.entries(before).every(([key, value]) => grewInto(value, later.get(key)));
}
