/** `interlock sessions search`: the sessions that contain a text, with its context. */
import type { SessionStore } from '@interlock/runtime';
import { counted } from '../print/counted.ts';
import { dateTimeText } from '../print/date-text.ts';
import { plainLine } from '../print/plain-text.ts';
import { shortIds } from './find-session.ts';
import { findWords, type Hit } from './find-words.ts';
import { describeSession, type SessionLine } from './session-title.ts';

export interface FoundSession extends SessionLine {
  readonly hits: readonly Hit[];
}

const maxHits = 3;

/** The sessions found, latest first. Unreadable sessions are skipped. */
export async function searchSessions(
  store: SessionStore,
  workspace: string | undefined,
  words: readonly string[],
  limit: number,
): Promise<readonly FoundSession[]> {
  const found: FoundSession[] = [];
  for (const summary of await store.list(workspace)) {
    if (found.length >= limit) break;
    if (summary.header.spawnDepth > 0) continue;
    const hits = await store
      .read(summary.header.id)
      .then(({ records }) => findWords(records, words))
      .catch(() => []);
    if (hits.length > 0) found.push({ ...(await describeSession(store, summary)), hits });
  }
  return found;
}

export function foundText(found: readonly FoundSession[], all: boolean): string {
  const short = shortIds(found.map(({ id }) => id));
  return found
    .map(({ id, title, updatedAt, workspace, hits }) => {
      const head = [
        short.get(id) ?? id,
        dateTimeText(updatedAt),
        ...(all ? [plainLine(workspace)] : []),
        plainLine(title),
      ];
      const hidden = hits.length - maxHits;
      return [
        head.join('  '),
        ...hits.slice(0, maxHits).map(({ speaker, text }) => `    ${plainLine(speaker)}: ${plainLine(text)}`),
        ...(hidden > 0 ? [`    … and ${counted(hidden, 'more message')}`] : []),
      ].join('\n');
    })
    .join('\n');
}
