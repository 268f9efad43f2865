/**
 * The usage of the conversation: tokens and price by turn and provider, caches, switches, and how full the window is.
 */
import type { VNode } from 'preact';
import type { CostPoint, Costs, DocumentFacts } from '../asking/api.ts';
import { useAnswer } from '../asking/use-answer.ts';
import { countText, plural, priceText, shareText, visibleText } from '../parts/format.ts';
import { Plot, type PlotSeries } from '../parts/plot.tsx';
import { Scrolls } from '../parts/scrolls.tsx';

/** Colours of providers, as the style sheet names them. */
const colours = ['--c1', '--c2', '--c3', '--c4', '--c5', '--c6', '--c7', '--c8'];

export function CostsView({ facts }: { readonly facts: DocumentFacts }): VNode {
  const { data, error } = useAnswer<Costs>(`documents/${facts.id}/costs`, facts.version);
  if (error !== undefined) return <p class="problem">{error}</p>;
  if (data === undefined) return <p class="empty">Reading …</p>;
  if (data.requests.length === 0)
    return (
      <section class="view costs" aria-label="Costs">
        <p class="empty">
          No usage is recorded here. Sessions record what each request took; histories and request bodies do not.
        </p>
      </section>
    );
  const groups = [...Map.groupBy(data.requests, ({ turn }) => turn)].sort(([a], [b]) => a - b);
  const turns = groups.map(([turn]) => turn);
  const byTurn = groups.map(([, requests]) => requests);
  const targets = [...new Set(data.requests.map(({ target }) => target))];
  return (
    <section class="view costs" aria-label="Costs">
      <Scrolls label="Plots and tables">
        <div class="plots">
          <Plot title="Tokens by turn" x={turns} series={tokenSeries(byTurn)} format={shortCount} />
          <Plot title="Price by turn and provider" x={turns} series={priceSeries(byTurn, targets)} format={priceText} />
          <Plot title="Context against the window" x={turns} series={windowSeries(byTurn)} format={shortCount} />
        </div>
        <Totals requests={data.requests} targets={targets} />
        <Switches costs={data} />
        <Requests requests={data.requests} />
      </Scrolls>
    </section>
  );
}

/** The requests of each turn. */
type ByTurn = readonly (readonly CostPoint[])[];

function sums(byTurn: ByTurn, value: (point: CostPoint) => number): readonly number[] {
  return byTurn.map((requests) => requests.reduce((sum, point) => sum + value(point), 0));
}

function fresh({ input, cacheRead }: CostPoint): number {
  return Math.max(0, input - cacheRead);
}

function tokenSeries(byTurn: ByTurn): readonly PlotSeries[] {
  return [
    { label: 'cached input', colour: '--c2', values: sums(byTurn, ({ cacheRead }) => cacheRead) },
    { label: 'new input', colour: '--c1', values: sums(byTurn, fresh) },
    {
      label: 'output',
      colour: '--c3',
      values: sums(byTurn, ({ output, reasoning }) => Math.max(0, output - reasoning)),
    },
    { label: 'reasoning', colour: '--c4', values: sums(byTurn, ({ reasoning }) => reasoning) },
  ];
}

function priceSeries(byTurn: ByTurn, targets: readonly string[]): readonly PlotSeries[] {
  return targets.slice(0, colours.length).map((target, index) => ({
    label: target,
    colour: colours[index] ?? '--c1',
    values: sums(byTurn, (point) => (point.target === target ? (point.cost ?? 0) : 0)),
  }));
}

/** The size of the history at the last request of each turn. */
function windowSeries(byTurn: ByTurn): readonly PlotSeries[] {
  const last = byTurn.map((requests) => requests.findLast(({ isSummary }) => isSummary !== true));
  return [
    {
      label: 'context',
      colour: '--c1',
      line: true,
      values: last.map((point) => (point === undefined ? null : point.input + point.output)),
    },
    { label: 'window', colour: '--c5', line: true, dashed: true, values: last.map((point) => point?.window ?? null) },
  ];
}

function shortCount(value: number): string {
  if (value >= 1_000_000) return `${Number((value / 1_000_000).toFixed(2))} M`;
  return value >= 1_000 ? `${Number((value / 1_000).toFixed(1))} k` : String(value);
}

function Totals({
  requests,
  targets,
}: {
  readonly requests: readonly CostPoint[];
  readonly targets: readonly string[];
}): VNode {
  const rows = targets.map((target) => ({ name: target, own: requests.filter((point) => point.target === target) }));
  return (
    <table>
      <caption>By provider</caption>
      <thead>
        <tr>
          {['Target', 'Requests', 'Input', 'From cache', 'Output', 'Reasoning', 'Price'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...rows, { name: 'All', own: requests }].map(({ name, own }) => (
          <tr key={name}>
            <th scope="row">{visibleText(name)}</th>
            <Numbers own={own} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Numbers({ own }: { readonly own: readonly CostPoint[] }): VNode {
  const sum = (value: (point: CostPoint) => number): number => own.reduce((all, point) => all + value(point), 0);
  const input = sum((point) => point.input);
  const cached = sum(({ cacheRead }) => cacheRead);
  const known = own.filter(({ cost }) => cost !== undefined);
  const price =
    known.length === 0
      ? 'not known'
      : `${priceText(sum(({ cost }) => cost ?? 0))}${known.length < own.length ? ' and more' : ''}`;
  return (
    <>
      <td>{countText(own.length)}</td>
      <td>{countText(input)}</td>
      <td>{`${countText(cached)} (${shareText(cached, input)})`}</td>
      <td>{countText(sum(({ output }) => output))}</td>
      <td>{countText(sum(({ reasoning }) => reasoning))}</td>
      <td>{price}</td>
    </>
  );
}

function Switches({ costs: { switches } }: { readonly costs: Costs }): VNode | null {
  if (switches.length === 0) return null;
  return (
    <table>
      <caption>What switches cost</caption>
      <thead>
        <tr>
          {['Turn', 'From', 'To', 'Read again without a cache', 'More than from a cache'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {switches.slice(0, 100).map(({ turn, from, to, tokens, cost }, index) => (
          <tr key={index}>
            <td>{turn}</td>
            <td>{visibleText(from)}</td>
            <td>{visibleText(to)}</td>
            <td>{plural(tokens, 'token')}</td>
            <td>{cost === undefined ? 'not known' : priceText(cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const mostRequests = 100;

function Requests({ requests }: { readonly requests: readonly CostPoint[] }): VNode {
  return (
    <table>
      <caption>
        {requests.length > mostRequests
          ? `The last ${mostRequests} of ${countText(requests.length)} requests`
          : 'Requests'}
      </caption>
      <thead>
        <tr>
          {['Turn', 'Target', 'Input', 'From cache', 'Output', 'Window', 'Price'].map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {requests.slice(-mostRequests).map((point, index) => (
          <tr key={index}>
            <td>{point.turn}</td>
            <td>{visibleText(point.target) + (point.isSummary === true ? ' (summary)' : '')}</td>
            <td>{countText(point.input)}</td>
            <td>{countText(point.cacheRead)}</td>
            <td>{countText(point.output)}</td>
            <td>{point.window === undefined ? '' : shareText(point.input + point.output, point.window)}</td>
            <td>{point.cost === undefined ? '' : priceText(point.cost)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
