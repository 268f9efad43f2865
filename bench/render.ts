/**
 * `npm run bench`: what rendering costs, as a ratio to `JSON.stringify` of the same contents in the same run, because
 * absolute times mean little on a noisy machine. Prints the bars of the design beside what was reached.
 */
import { type Content, Ledger, Renderer, rebuildLedger, render } from '@interlock/transcript';
import { longHistory, oneTurn } from './long-history.ts';

const sizes = [100, 1_000, 10_000, 100_000];
const largest = 100_000;
const rounds = 7;

interface Row {
  readonly entries: number;
  readonly stringify: number;
  readonly full: number;
  readonly withLedger: number;
  readonly append: number;
  readonly raw: number;
  readonly memory: number;
}

const rows = sizes.map(measure);
print(rows);

/**
 * Every row works through the same amount of data and keeps what it made: one history of 100,000 entries, or a thousand
 * of 100. Otherwise the short ones would be read from the processor's cache and be gone before the garbage collector
 * looks, the long ones not, and the rows would compare caches instead of work per entry.
 */
function measure(entries: number): Row {
  const histories = Array.from({ length: largest / entries }, (_, at) => longHistory(entries, at + 1));
  const ledgers = histories.map(rebuildLedger);
  const foreign = histories.map((contents) => contents.map(asForeign));
  // Interleaved, and the best of many: the neighbours' noise falls on all of them alike.
  const times = best(rounds, {
    stringify: () => histories.map((contents) => JSON.stringify(contents)),
    full: () => histories.map((contents) => render(contents)),
    withLedger: () => histories.map((contents, at) => render(contents, { ledger: ledgers[at] })),
    raw: () => foreign.map((contents) => render(contents)),
  });
  const [first = []] = histories;
  return { entries, ...times, append: appendCost(first), memory: memoryRatio(entries) };
}

/** One appended turn on a renderer that already holds the history, in the unit of one full render. */
function appendCost(contents: readonly Content[]): number {
  const renderer = new Renderer({ ledger: new Ledger() });
  renderer.append(contents);
  renderer.render();
  const costs: number[] = [];
  for (let turn = 0; turn < 200; turn += 1) {
    const added = oneTurn(1_000_000 + turn);
    const from = performance.now();
    renderer.append(added);
    renderer.render();
    costs.push(performance.now() - from);
  }
  return median(costs);
}

/** What an incremental renderer and its transcript keep alive beside the contents, as a ratio to the contents. */
function memoryRatio(entries: number): number {
  const before = heap();
  const contents = longHistory(entries, 7);
  const held = heap() - before;
  const renderer = new Renderer();
  renderer.append(contents);
  const { transcript } = renderer.render();
  const extra = heap() - before - held;
  // What is used after the measurement was alive during it.
  return renderer.render().unchanged + transcript.length + contents.length > 0 ? extra / held : Number.NaN;
}

function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** The same history as another agent would hold it: its own ids, no turn ids. */
function asForeign(content: Content): Content {
  const { turnId: _, ...metadata } = content.metadata ?? {};
  const blocks = content.blocks.map((block) => {
    if (block.type === 'tool_call') return { ...block, id: block.id.replace('hist_tool_', 'toolu_') };
    if (block.type === 'tool_response') return { ...block, callId: block.callId.replace('hist_tool_', 'toolu_') };
    return block;
  });
  return { ...content, blocks, metadata };
}

function best<K extends string>(
  times: number,
  tasks: Readonly<Record<K, () => readonly unknown[]>>,
): Record<K, number> {
  const names = Object.keys(tasks) as K[];
  const result = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<K, number>;
  for (let round = 0; round < times; round += 1) {
    for (const name of names) {
      const from = performance.now();
      const made = tasks[name]();
      const took = performance.now() - from;
      if (made.length > 0) result[name] = Math.min(result[name], took);
      globalThis.gc?.();
    }
  }
  return result;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(all: readonly Row[]): void {
  const ratio = (value: number): string => value.toFixed(2).padStart(10);
  console.log('Times as ratios to JSON.stringify of the same contents; lower is better.\n');
  console.log('   entries      full  +ledger  foreign ids   append/full   memory/contents');
  for (const row of all) {
    const full = row.full / (largest / row.entries);
    console.log(
      String(row.entries).padStart(10) +
        ratio(row.full / row.stringify) +
        ratio(row.withLedger / row.stringify) +
        ratio(row.raw / row.stringify).padStart(12) +
        `${((100 * row.append) / full).toFixed(2)} %`.padStart(14) +
        ratio(row.memory).padStart(18),
    );
  }
  const long = all.filter(({ entries }) => entries >= 1_000).map(({ full, stringify }) => full / stringify);
  const spread = Math.max(...long) / Math.min(...long);
  console.log(`\nbar: full <= 1.00, append at 100,000 <= 1 %, memory <= 1.00, spread from 1,000 to 100,000 <= 1.20`);
  console.log(`spread here: ${spread.toFixed(2)}`);
}
