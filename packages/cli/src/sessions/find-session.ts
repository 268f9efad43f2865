/** Finds a session by a prefix of its id. */
import type { SessionStore, SessionSummary } from '@interlock/runtime';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';

const maxShown = 5;

/** Searches all folders, because ids are unique. */
export async function findSession(store: SessionStore, start: string): Promise<SessionSummary> {
  const all = await store.list();
  const found = all.find(({ header }) => header.id === start) ?? only(start, all);
  if (found !== undefined) return found;
  throw usageError(
    `There is no session ${plainText(start)}.\ninterlock sessions list --all lists them; with --offline, those of interlock --offline.`,
  );
}

function only(start: string, all: readonly SessionSummary[]): SessionSummary | undefined {
  const found = start === '' ? [] : all.filter(({ header }) => header.id.startsWith(start));
  if (found.length < 2) return found[0];
  const shown = found.slice(0, maxShown).map(({ header }) => `  ${header.id}`);
  const more = found.length > maxShown ? [`  … and ${found.length - maxShown} more`] : [];
  throw usageError(
    [`${plainText(start)} matches ${found.length} sessions. Type more of the id:`, ...shown, ...more].join('\n'),
  );
}

/** The shortest prefix of each id that is unique, at least eight characters. */
export function shortIds(ids: readonly string[]): ReadonlyMap<string, string> {
  const sorted = ids.toSorted();
  return new Map(
    sorted.map((id, index) => {
      const shared = [sorted[index - 1], sorted[index + 1]].map((other) => sharedLength(id, other ?? ''));
      return [id, id.slice(0, Math.max(8, ...shared.map((length) => length + 1)))];
    }),
  );
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}
