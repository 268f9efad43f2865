/** The conversation as it was recorded: filters and search above, rows below, live while it runs. */
import type { VNode } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DocumentFacts, Row, RowFilter, RowPage } from '../asking/api.ts';
import { ask, queryOf } from '../asking/client.ts';
import { usePages } from '../asking/use-pages.ts';
import { ActivityLine } from '../parts/activity-line.tsx';
import { countText, plural } from '../parts/format.ts';
import { RowView } from '../parts/row-view.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';

export interface ConversationViewProps {
  readonly facts: DocumentFacts;
  /** The initial row. */
  readonly at?: number | undefined;
}

export function ConversationView({ facts, at }: ConversationViewProps): VNode {
  const [filter, setFilter] = useState<RowFilter>({});
  const [goTo, setGoTo] = useState<{ readonly index: number } | undefined>(
    at === undefined ? undefined : { index: at },
  );
  const place = useRef(-1);
  const path = `documents/${facts.id}/rows`;
  const query = queryOf({ ...filter });
  const paged = usePages<Row, RowPage>(`${path}?${query === '' ? '' : `${query}&`}`, facts.version, ({ rows }) => rows);
  const { total } = paged;
  useEffect(() => setGoTo(at === undefined ? undefined : { index: at }), [at]);

  const step = async (by: 1 | -1): Promise<void> => {
    const found = await findRepair(path, place.current, by);
    if (found === undefined) return;
    place.current = found;
    setFilter({});
    setGoTo({ index: found });
  };

  return (
    <section class="view conversation" aria-label="Conversation">
      <Filters facts={facts} filter={filter} set={setFilter} />
      <div class="status" role="status">
        {total === undefined
          ? 'Reading …'
          : total === facts.rows
            ? plural(total, 'row')
            : `${countText(total)} of ${plural(facts.rows, 'row')}`}
        {facts.repairs > 0 && (
          <>
            <button type="button" onClick={() => step(-1)} aria-label="Previous repair">
              ↑
            </button>
            <button type="button" onClick={() => step(1)} aria-label="Next repair">
              ↓
            </button>
            <span>{plural(facts.repairs, 'repair')}</span>
          </>
        )}
        <button type="button" onClick={() => setGoTo({ index: Math.max(0, (total ?? 1) - 1) })}>
          Go to the end
        </button>
      </div>
      {facts.activity !== undefined && <ActivityLine activity={facts.activity} />}
      {paged.error !== undefined && <p class="problem">{paged.error}</p>}
      {total === 0 && <p class="empty">Nothing here matches.</p>}
      <VirtualList
        label="Rows of the conversation"
        name={`${facts.id} ${query}`}
        total={total ?? 0}
        guess={64}
        goTo={goTo}
        follows={facts.live}
        row={(index) => {
          const row = paged.at(index);
          return row === undefined ? <div class="row waiting">…</div> : <RowView row={row} path={path} />;
        }}
      />
    </section>
  );
}

/** The next repair from a row, or the one before it, whatever the filter; undefined if there is none. */
async function findRepair(path: string, from: number, by: 1 | -1): Promise<number | undefined> {
  let before: number | undefined;
  for (let start = 0, total = 1; start < total; ) {
    const page = await ask<RowPage>(`${path}?only=repairs&from=${start}&count=200`);
    const numbers = page.rows.map(({ number }) => number);
    const next = numbers.find((number) => number > from);
    if (by === 1 && next !== undefined) return next;
    before = numbers.findLast((number) => number < from) ?? before;
    if (numbers.length === 0 || next !== undefined) break;
    start += numbers.length;
    total = page.total;
  }
  return by === 1 ? undefined : before;
}

interface FiltersProps {
  readonly facts: DocumentFacts;
  readonly filter: RowFilter;
  readonly set: (filter: RowFilter) => void;
}

function Filters({ facts, filter, set }: FiltersProps): VNode {
  const [search, setSearch] = useState(filter.search ?? '');
  const latest = useRef(filter);
  latest.current = filter;
  useEffect(() => {
    const timer = setTimeout(() => {
      if ((latest.current.search ?? '') !== search) set(without({ ...latest.current, search }));
    }, 150);
    return () => clearTimeout(timer);
  }, [search]);
  const change = (name: keyof RowFilter) => (event: Event) => {
    const value = event.target instanceof HTMLSelectElement ? event.target.value : '';
    set(without({ ...filter, [name]: value }));
  };
  return (
    <search class="filters">
      <input
        type="search"
        id="search"
        placeholder="Search everything ( / )"
        aria-label="Search the conversation"
        value={search}
        onInput={(event) => setSearch(event.currentTarget.value)}
      />
      <select aria-label="Show only" value={filter.only ?? ''} onChange={change('only')}>
        <option value="">everything</option>
        <option value="errors">errors ({countText(facts.errors)})</option>
        <option value="repairs">repairs ({countText(facts.repairs)})</option>
      </select>
      <Choice label="Tool" all="all tools" names={facts.tools} value={filter.tool} change={change('tool')} />
      <Choice
        label="Provider"
        all="all providers"
        names={facts.answerers}
        value={filter.answerer}
        change={change('answerer')}
      />
    </search>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly all: string;
  readonly names: readonly string[];
  readonly value: string | undefined;
  readonly change: (event: Event) => void;
}

function Choice({ label, all, names, value, change }: ChoiceProps): VNode | null {
  if (names.length === 0) return null;
  return (
    <select aria-label={label} value={value ?? ''} onChange={change}>
      <option value="">{all}</option>
      {names.map((name) => (
        <option key={name} value={name}>
          {name.slice(0, 80)}
        </option>
      ))}
    </select>
  );
}

function without(filter: RowFilter): RowFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
}
