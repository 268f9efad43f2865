/** Whether a session has a message: only then `sessions list` shows it and `--continue` continues it. */
import type { SessionRecord, SessionStore, SessionSummary } from '@interlock/runtime';

export async function hasMessages(store: SessionStore, { header, records }: SessionSummary): Promise<boolean> {
  if (records === 0) return false;
  try {
    const read = await store.read(header.id);
    for await (const { record } of read.records) if (hasWords(record)) return true;
    // A damaged record may have been a message.
    return read.warnings.length > 0;
  } catch {
    return true;
  }
}

function hasWords(record: SessionRecord): boolean {
  switch (record.kind) {
    case 'content':
    case 'text-queued':
    case 'turn-start':
      return true;
    case 'snapshot':
    case 'imported':
    case 'compaction':
      return record.contents.length > 0;
    default:
      return false;
  }
}
