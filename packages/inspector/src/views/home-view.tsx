/** Lists the documents and sessions that can be opened. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { State } from '../asking/api.ts';
import { openSession } from '../asking/client.ts';
import { DropBox } from '../parts/drop-box.tsx';
import { momentText, plural, visibleText } from '../parts/format.ts';
import { Scrolls } from '../parts/scrolls.tsx';

export function HomeView({ state }: { readonly state: State }): VNode {
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const open = (id: string) => async () => {
    try {
      const opened = await openSession(id);
      location.hash = `#/${encodeURIComponent(opened.id)}/conversation`;
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <section class="view home" aria-label="Open a conversation">
      <Scrolls label="What can be opened">
        <h1>See what every provider sees</h1>
        <DropBox view="conversation" />
        {problem !== undefined && <p class="problem">{problem}</p>}
        <h2>Sessions of this folder</h2>
        {state.sessions.length === 0 && <p class="empty">No sessions yet.</p>}
        <ul class="sessions">
          {state.sessions.map(({ id, title, turns, updatedAt }) => (
            <li key={id}>
              <button type="button" onClick={open(id)}>
                <span>{visibleText(title) || '(empty)'}</span>
                <span class="aside">{`${plural(turns, 'turn')} · ${momentText(updatedAt)} · ${id.slice(0, 8)}`}</span>
              </button>
            </li>
          ))}
        </ul>
      </Scrolls>
    </section>
  );
}
