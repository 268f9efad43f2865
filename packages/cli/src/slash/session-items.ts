/** The sessions of a folder as a list to choose from: date, turns, title. */
import type { SessionStore } from '@interlock/runtime';
import { counted } from '../print/counted.ts';
import type { PickerItem } from '../terminal/picker-item.ts';

export interface SessionItem extends PickerItem {
  readonly id: string;
}

const maxItems = 50;

export async function sessionItems(store: SessionStore, workspace: string): Promise<readonly SessionItem[]> {
  const [{ describeSession }, { dateTimeText }] = await Promise.all([
    import('../sessions/session-title.ts'),
    import('../print/date-text.ts'),
  ]);
  const all = await store.list(workspace);
  // Sessions of subagents belong to another session.
  const own = all.filter(({ header }) => header.spawnDepth === 0).slice(0, maxItems);
  const lines = await Promise.all(own.map((summary) => describeSession(store, summary).catch(() => undefined)));
  return lines.flatMap((line) => {
    if (line === undefined || line.turns === 0) return [];
    const { id, title, turns, updatedAt } = line;
    const about = title === '' ? id.slice(0, 8) : title;
    return [
      {
        id,
        name: `${dateTimeText(updatedAt)}  ${about}`,
        note: `${counted(turns, 'turn')} · ${id.slice(0, 8)}`,
      },
    ];
  });
}
