/** The page: which document, which view, and the navigation keys. */
import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { DocumentFacts, LiveEvent, State } from './asking/api.ts';
import { type Answer, useAnswer } from './asking/use-answer.ts';
import { plural, visibleText } from './parts/format.ts';
import { Problems } from './parts/problems.tsx';
import { ConversationView } from './views/conversation-view.tsx';
import { CostsView } from './views/costs-view.tsx';
import { DoctorView } from './views/doctor-view.tsx';
import { GatewayView } from './views/gateway-view.tsx';
import { HomeView } from './views/home-view.tsx';
import { LedgerView } from './views/ledger-view.tsx';
import { ProvidersView } from './views/providers-view.tsx';

const views = [
  ['conversation', 'Conversation'],
  ['providers', 'Providers'],
  ['ledger', 'Ledger'],
  ['costs', 'Costs'],
  ['doctor', 'Doctor'],
] as const;

interface PageLocation {
  readonly document?: string;
  readonly view: string;
  readonly row?: number;
}

export function App(): VNode {
  const place = usePageLocation();
  const live = useLive(place.document);
  const state = useAnswer<State>('state', live.opened);
  const facts = useAnswer<DocumentFacts>(
    place.document === undefined ? undefined : `documents/${encodeURIComponent(place.document)}`,
    live.document,
  );
  useKeys(place);
  const title = facts.data?.name ?? 'Interlock inspector';
  useEffect(() => {
    document.title = visibleText(title).slice(0, 100);
  }, [title]);
  return (
    <>
      <Header place={place} state={state.data} facts={facts.data} isConnected={live.isConnected} />
      <main>
        {place.view !== 'home' && <h1 class="unseen">{`${titleOf(place.view)}: ${visibleText(title)}`}</h1>}
        {state.error !== undefined && <p class="problem">{state.error}</p>}
        {state.data !== undefined && <View place={place} state={state.data} facts={facts} gateway={live.gateway} />}
      </main>
    </>
  );
}

function titleOf(view: string): string {
  return views.find(([name]) => name === view)?.[1] ?? 'Gateway';
}

interface ViewProps {
  readonly place: PageLocation;
  readonly state: State;
  readonly facts: Answer<DocumentFacts>;
  readonly gateway: number;
}

function View({ place, state, facts, gateway }: ViewProps): VNode {
  if (place.view === 'gateway') return <GatewayView version={gateway} />;
  if (place.document === undefined) return place.view === 'doctor' ? <DoctorView /> : <HomeView state={state} />;
  if (facts.error !== undefined) return <p class="problem">{facts.error}</p>;
  const { data } = facts;
  if (data === undefined) return <p class="empty">Reading …</p>;
  switch (place.view) {
    case 'providers':
      return <ProvidersView facts={data} targets={state.targets} />;
    case 'ledger':
      return <LedgerView facts={data} />;
    case 'costs':
      return <CostsView facts={data} />;
    case 'doctor':
      return <DoctorView facts={data} />;
    default:
      return (
        <>
          <Problems facts={data} />
          <ConversationView key={data.id} facts={data} at={place.row} />
        </>
      );
  }
}

interface HeaderProps {
  readonly place: PageLocation;
  readonly state: State | undefined;
  readonly facts: DocumentFacts | undefined;
  readonly isConnected: boolean;
}

function Header({ place, state, facts, isConnected }: HeaderProps): VNode {
  const documents = state?.documents ?? [];
  return (
    <header class="top">
      <a class="brand" href="#/" aria-label="Interlock inspector, start">
        interlock
      </a>
      {documents.length > 0 && (
        <select
          aria-label="Document"
          value={place.document ?? ''}
          onChange={(event) => {
            const id = event.currentTarget.value;
            location.hash =
              id === ''
                ? '#/'
                : `#/${encodeURIComponent(id)}/${place.view === 'gateway' ? 'conversation' : place.view}`;
          }}
        >
          <option value="">Open …</option>
          {documents.map(({ id, name }) => (
            <option key={id} value={id}>
              {visibleText(name).slice(0, 60)}
            </option>
          ))}
        </select>
      )}
      <nav aria-label="Views">
        {place.document !== undefined &&
          views.map(([name, title], index) => (
            <a
              key={name}
              href={`#/${encodeURIComponent(place.document ?? '')}/${name}`}
              aria-current={place.view === name ? 'page' : undefined}
              title={`Key ${index + 1}`}
            >
              {title}
            </a>
          ))}
        {place.document === undefined && (
          <a href="#/doctor" aria-current={place.view === 'doctor' ? 'page' : undefined}>
            Doctor
          </a>
        )}
        {state?.gateway !== undefined && (
          <a href="#/gateway" aria-current={place.view === 'gateway' ? 'page' : undefined}>
            Gateway
          </a>
        )}
      </nav>
      {facts !== undefined && (
        <span class="summary">{`${plural(facts.turns, 'turn')} · ${plural(facts.calls, 'call')} · ${plural(facts.repairs, 'repair')}`}</span>
      )}
      <span class={`live ${isConnected ? 'on' : 'off'}`}>
        {isConnected ? (facts?.live === true ? 'live' : '') : 'not connected'}
      </span>
    </header>
  );
}

/** `#/<document>/<view>/<row>`, `#/gateway`, `#/doctor`, `#/`. */
function usePageLocation(): PageLocation {
  const [hash, setHash] = useState(location.hash);
  useEffect(() => {
    const follow = (): void => setHash(location.hash);
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  const [, first = '', view = 'conversation', row] = hash.split('/').map(decoded);
  if (first === '' || first === 'doctor' || first === 'gateway') return { view: first === '' ? 'home' : first };
  const number = Number(row);
  return { document: first, view, ...(row !== undefined && Number.isInteger(number) ? { row: number } : {}) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

interface Live {
  readonly isConnected: boolean;
  /** Each is incremented when there is something new. */
  readonly document: number;
  readonly gateway: number;
  readonly opened: number;
}

function useLive(document: string | undefined): Live {
  const [live, setLive] = useState<Live>({ isConnected: true, document: 0, gateway: 0, opened: 0 });
  useEffect(() => {
    const source = new EventSource('api/live');
    source.addEventListener('document', (event) => {
      const message: LiveEvent = JSON.parse(event.data);
      if (message.type === 'document') setLive((before) => ({ ...before, document: before.document + 1 }));
    });
    source.addEventListener('gateway', () => setLive((before) => ({ ...before, gateway: before.gateway + 1 })));
    source.onopen = () =>
      setLive((before) => ({
        isConnected: true,
        document: before.document + 1,
        gateway: before.gateway + 1,
        opened: before.opened + 1,
      }));
    source.onerror = () => setLive((before) => ({ ...before, isConnected: false }));
    return () => source.close();
  }, []);
  // A document that was just opened is not in the list yet.
  useEffect(() => setLive((before) => ({ ...before, opened: before.opened + 1 })), [document]);
  return live;
}

function useKeys({ document: id }: PageLocation): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { target, key } = event;
      const isTyping = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
      if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      const view = views[Number(key) - 1]?.[0];
      if (view !== undefined && id !== undefined) location.hash = `#/${encodeURIComponent(id)}/${view}`;
      if (key !== '/') return;
      event.preventDefault();
      document.getElementById('search')?.focus();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [id]);
}
