/** Receives changed lists in the 2026-07-28 revision: a stream that is requested, and requested again when it ends. */
import type { Client } from '@modelcontextprotocol/client';
import type { Clock } from '../time/clock.ts';
import { noLimit } from './line.ts';

export interface ListWatch {
  readonly client: Client;
  /** Aborted when the connection has ended. */
  readonly over: AbortSignal;
}

const firstPause = 1_000;
const longestPause = 60_000;

/**
 * Resolves when there is nothing to hear anymore; never rejects. The library passes changes to the notification handlers.
 * `onGap`: changes may have been missed. Older revisions send them without being asked.
 */
export async function watchLists({ client, over }: ListWatch, clock: Clock, onGap: () => void): Promise<void> {
  const { tools, prompts } = client.getServerCapabilities() ?? {};
  const filter = {
    ...(tools?.listChanged === true ? { toolsListChanged: true } : {}),
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
  };
  if (client.getProtocolEra() !== 'modern' || Object.keys(filter).length === 0) return;
  for (let pause = firstPause, isFirst = true; !over.aborted; isFirst = false) {
    try {
      const stream = await client.listen(filter, { ...noLimit, signal: over });
      if (!isFirst) onGap();
      const end = await stream.closed;
      if (end === 'local') return;
      pause = end === 'graceful' ? firstPause : pause;
    } catch {
      // It may be there again later; until then its lists stay as they are.
    }
    await clock.sleep(pause, over);
    pause = Math.min(2 * pause, longestPause);
  }
}
