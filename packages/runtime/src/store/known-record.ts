/** Whether this version knows the kind of a stored record. Later versions may write unknown kinds. */
import type { SessionRecord } from './session-record.ts';

const kinds: Readonly<Record<SessionRecord['kind'], true>> = {
  setup: true,
  'turn-start': true,
  content: true,
  'text-queued': true,
  'text-withdrawn': true,
  todos: true,
  'instructions-given': true,
  hook: true,
  'job-start': true,
  'job-end': true,
  'files-kept': true,
  'call-start': true,
  'call-end': true,
  usage: true,
  request: true,
  switch: true,
  effort: true,
  approval: true,
  'approval-revoked': true,
  compaction: true,
  snapshot: true,
  imported: true,
  'turn-end': true,
};

export function isKnownRecord(value: unknown): value is SessionRecord {
  const kind = recordKind(value);
  return kind !== undefined && Object.hasOwn(kinds, kind);
}

/** The kind it claims, known or not. */
export function recordKind(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return undefined;
  return typeof value.kind === 'string' ? value.kind : undefined;
}
