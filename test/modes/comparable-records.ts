/** Converts the records of a turn to a form in which two runs are equal. */
import type { SessionRecord } from '@interlock/runtime';

/** Parallel calls may end in any order, and the second run finds a warm cache; everything else must be the same. */
export function comparableRecords(records: readonly SessionRecord[]): readonly unknown[] {
  const ends = records.filter(({ kind }) => kind === 'call-end' || kind === 'call-start');
  const others = records.filter((record) => !ends.includes(record)).map(withoutCache);
  return [...others, ...ends.map((record) => JSON.stringify(record)).sort()];
}

function withoutCache(record: SessionRecord): unknown {
  if (record.kind !== 'request' || record.usage === undefined) return record;
  const { sentAt: _, firstByteMs: __, endMs: ___, ...rest } = record;
  const { cacheRead: ____, cacheWrite: _____, ...usage } = record.usage;
  return { ...rest, usage };
}
