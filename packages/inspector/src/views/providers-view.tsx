/** The same conversation as several targets would receive it, side by side, or as the difference between two of them. */
import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import type { Change, DocumentFacts, Row, RowPage, RuleBreak, TargetChoice, TargetView } from '../asking/api.ts';
import { queryOf } from '../asking/client.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { usePages } from '../asking/use-pages.ts';
import { countText, plural, priceText, shareText, sizeText, visibleText } from '../parts/format.ts';
import { LineList } from '../parts/line-list.tsx';
import { RowView } from '../parts/row-view.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';

export interface ProvidersViewProps {
  readonly facts: DocumentFacts;
  readonly targets: readonly TargetChoice[];
}

type Shown = 'messages' | 'json' | 'difference';
const mostColumns = 4;

export function ProvidersView({ facts, targets }: ProvidersViewProps): VNode {
  const [chosen, setChosen] = useState<readonly string[]>(() => firstTargets(targets));
  const [shown, setShown] = useState<Shown>('messages');
  const replace = (at: number, name: string): void =>
    setChosen(chosen.map((each, index) => (index === at ? name : each)));
  const views: readonly (readonly [Shown, string])[] = [
    ['messages', 'As messages'],
    ['json', 'As JSON'],
    ['difference', 'Difference'],
  ];
  const next = targets.find(({ name }) => !chosen.includes(name));
  return (
    <section class="view providers" aria-label="Providers">
      <div class="toolbar">
        <fieldset class="segments" aria-label="How to show it">
          {views.map(([name, title]) => (
            <button type="button" key={name} aria-pressed={shown === name} onClick={() => setShown(name)}>
              {title}
            </button>
          ))}
        </fieldset>
        {next !== undefined && chosen.length < mostColumns && shown !== 'difference' && (
          <button type="button" onClick={() => setChosen([...chosen, next.name])}>
            Add a target
          </button>
        )}
        {chosen.length > 2 && shown !== 'difference' && (
          <button type="button" onClick={() => setChosen(chosen.slice(0, -1))}>
            Remove the last
          </button>
        )}
      </div>
      <BareTools names={facts.bareTools} />
      <div class={`columns ${shown}`}>
        {(shown === 'difference' ? chosen.slice(0, 2) : chosen).map((name, index) => (
          <Column
            key={index}
            facts={facts}
            targets={targets}
            name={name}
            choose={(other) => replace(index, other)}
            shown={shown}
          />
        ))}
      </div>
      {shown === 'difference' && <Difference facts={facts} from={chosen[0] ?? ''} to={chosen[1] ?? ''} />}
    </section>
  );
}

const mostNamed = 8;

function BareTools({ names }: { readonly names: readonly string[] }): VNode | null {
  if (names.length === 0) return null;
  const listed = names.slice(0, mostNamed).map(visibleText).join(', ');
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return (
    <p class="aside note">
      {`A session records the names of its tools. The parameters of ${listed}${more} are not known here, so they are missing from these requests and their token counts.`}
    </p>
  );
}

function firstTargets(targets: readonly TargetChoice[]): readonly string[] {
  const wanted = ['anthropic', 'openai'].flatMap(
    (provider) => targets.find((each) => each.provider === provider)?.name ?? [],
  );
  return wanted.length === 2 ? wanted : targets.slice(0, 2).map(({ name }) => name);
}

interface ColumnProps extends ProvidersViewProps {
  readonly name: string;
  readonly choose: (name: string) => void;
  readonly shown: Shown;
}

function Column({ facts, targets, name, choose, shown }: ColumnProps): VNode {
  const target = queryOf({ target: name });
  const { data, error } = useAnswer<TargetView>(`documents/${facts.id}/target?${target}`, facts.version);
  return (
    <section class="column" aria-label={name}>
      <header>
        <select aria-label="Target" value={name} onChange={(event) => choose(event.currentTarget.value)}>
          {targets.map((each) => (
            <option key={each.name} value={each.name}>
              {each.name}
            </option>
          ))}
        </select>
        {data !== undefined && <Verdict view={data} />}
      </header>
      {error !== undefined && <p class="problem">{error}</p>}
      {data !== undefined && <Facts view={data} />}
      {data !== undefined && shown === 'messages' && <Messages facts={facts} name={name} target={target} />}
      {data !== undefined && shown === 'json' && (
        <LineList
          label={`Body for ${name}`}
          path={`documents/${facts.id}/target/lines?${target}&`}
          version={facts.version}
          none="There is no body."
        />
      )}
    </section>
  );
}

const verdicts = { accepted: 'accepted', refused: 'would be refused', 'not-sent': 'not sent' } as const;

function Verdict({ view }: { readonly view: TargetView }): VNode {
  return <span class={`verdict ${view.verdict}`}>{verdicts[view.verdict]}</span>;
}

function Facts({ view }: { readonly view: TargetView }): VNode {
  const { protocol, tokens, window, price, messages, bytes, failure, violations } = view;
  const { repaired, changes, missing } = view;
  return (
    <div class="facts">
      <dl>
        <dt>Protocol</dt>
        <dd>{protocol}</dd>
        <dt>Messages</dt>
        <dd>{`${countText(messages)} · ${sizeText(bytes)}`}</dd>
        <dt>Tokens</dt>
        <dd>{`about ${countText(tokens)} · ${shareText(tokens, window)} of ${countText(window)}`}</dd>
        <dt>Price</dt>
        <dd>{price === undefined ? 'not known' : `${priceText(price)} to read it without a cache`}</dd>
      </dl>
      {failure !== undefined && <p class="problem">{visibleText(failure)}</p>}
      <Breaks breaks={violations} />
      <Changes title="Repaired" changes={repaired} />
      <Changes title="Changed for it" changes={changes} />
      <Changes title="Does not receive" changes={missing} />
    </div>
  );
}

function Breaks({ breaks }: { readonly breaks: readonly RuleBreak[] }): VNode {
  if (breaks.length === 0) return <p class="none">Breaks no rule of this provider</p>;
  return (
    <details open={breaks.some(({ level }) => level === 'error')}>
      <summary>{plural(breaks.length, 'broken rule')}</summary>
      <ul>
        {breaks.map(({ rule, path, message, fix }, index) => (
          <li key={index}>
            <code>{rule}</code> {visibleText(message)} <span class="aside">{visibleText(`${path} ${fix}`)}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Each sentence once, with its count. */
function Changes({ title, changes }: { readonly title: string; readonly changes: readonly Change[] }): VNode {
  if (changes.length === 0) return <p class="none">{`${title}: nothing`}</p>;
  const groups = [...Map.groupBy(changes, ({ kind, message }) => `${kind}\n${message}`).values()];
  return (
    <details open={groups.length <= 6}>
      <summary>{`${title}: ${countText(changes.length)}`}</summary>
      <ul>
        {groups.slice(0, 60).map((group, index) => {
          const [first] = group;
          if (first === undefined) return null;
          const places = group.map(({ at }) => at).filter((at) => at !== '');
          return (
            <li key={index}>
              <code>{first.kind}</code> {visibleText(first.message)}
              {group.length > 1 && ` (${countText(group.length)} times)`}
              <span class="aside"> {visibleText(places.slice(0, 3).join(', '))}</span>
              <span class="rules">
                {first.rules.map((rule) => (
                  <code key={rule}>{rule}</code>
                ))}
              </span>
            </li>
          );
        })}
        {groups.length > 60 && <li>{`… and ${countText(groups.length - 60)} more`}</li>}
      </ul>
    </details>
  );
}

interface MessagesProps {
  readonly facts: DocumentFacts;
  readonly name: string;
  readonly target: string;
}

function Messages({ facts, name, target }: MessagesProps): VNode {
  const path = `documents/${facts.id}/target/rows`;
  const { total, at, error } = usePages<Row, RowPage>(`${path}?${target}&`, facts.version, ({ rows }) => rows);
  if (error !== undefined) return <p class="problem">{error}</p>;
  return (
    <VirtualList
      label={`Messages as ${name} receives them`}
      name={target}
      total={total ?? 0}
      guess={56}
      row={(index) => {
        const row = at(index);
        return row === undefined ? <div class="row waiting">…</div> : <RowView row={row} path={path} target={target} />;
      }}
    />
  );
}

interface DifferenceProps {
  readonly facts: DocumentFacts;
  readonly from: string;
  readonly to: string;
}

function Difference({ facts, from, to }: DifferenceProps): VNode {
  const [as, setAs] = useState<'messages' | 'json'>('messages');
  const query = queryOf({ 'from-target': from, 'to-target': to, as });
  return (
    <div class="difference">
      <div class="toolbar">
        <span>{`From ${from} to ${to}`}</span>
        <fieldset class="segments" aria-label="Compare">
          {(['messages', 'json'] as const).map((each) => (
            <button type="button" key={each} aria-pressed={as === each} onClick={() => setAs(each)}>
              {each === 'json' ? 'JSON' : 'Messages'}
            </button>
          ))}
        </fieldset>
      </div>
      <LineList
        label={`Difference from ${from} to ${to}`}
        path={`documents/${facts.id}/difference?${query}&`}
        version={facts.version}
        isDiff
        none="Both receive the same."
      />
    </div>
  );
}
