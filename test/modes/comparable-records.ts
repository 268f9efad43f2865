/** The records of a turn in a form in which two runs of it are equal. */
import type { SessionRecord } from '@interlock/runtime';

/** Calls that run at once may end in either order, and who comes second finds a warm cache; all else is as it was. */
export function comparableRecords(records: readonly SessionRecord[]): readonly unknown[] {
  const ends = records.filter(({ kind }) => kind === 'call-end' || kind === 'call-start');
  const others = records.filter((record) => !ends.includes(record)).map(withoutCache);
  return [...others, ...ends.map((record) => JSON.stringify(record)).sort()];
}

function withoutCache(record: SessionRecord): unknown {
  if (record.kind !== 'usage') return record;
  const { cacheRead: _, cacheWrite: __, ...usage } = record.usage;
  return { ...record, usage };
}
