/** The sessions of a folder as items to choose from: when, how long, and what they were about. */
import type { SessionStore } from '@interlock/runtime';
import type { PickerItem } from '../terminal/picker-item.ts';

export interface SessionItem extends PickerItem {
  readonly id: string;
}

const most = 50;

export async function sessionItems(store: SessionStore, workspace: string): Promise<readonly SessionItem[]> {
  const [{ describeSession }, { dateTimeText }] = await Promise.all([
    import('../sessions/session-title.ts'),
    import('../print/date-text.ts'),
  ]);
  const all = await store.list(workspace);
  // Those that an agent started for itself are part of another.
  const own = all.filter(({ header }) => header.spawnDepth === 0).slice(0, most);
  const lines = await Promise.all(own.map((summary) => describeSession(store, summary).catch(() => undefined)));
  return lines.flatMap((line) => {
    if (line === undefined || line.turns === 0) return [];
    const { id, title, turns, updatedAt } = line;
    const about = title === '' ? id.slice(0, 8) : title;
    return [
      {
        id,
        name: `${dateTimeText(updatedAt)}  ${about}`,
        note: `${turns} ${turns === 1 ? 'turn' : 'turns'} · ${id.slice(0, 8)}`,
      },
    ];
  });
}
