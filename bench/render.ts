/**
 * `npm run bench:render`: the cost of rendering, as a ratio to `JSON.stringify` of the same contents in the same run, because absolute
 * times mean little on a noisy machine. Prints the targets of the design next to the results.
 */
import { type Content, Ledger, Renderer, rebuildLedger, render } from '@interlock/transcript';
import { longHistory, oneTurn } from './long-history.ts';

const sizes = [100, 1_000, 10_000, 100_000];
const largest = 100_000;
const warmups = 2;
const rounds = 11;

interface Row {
  readonly entries: number;
  /** Milliseconds for all histories of the row; medians over the rounds. */
  readonly stringify: number;
  readonly full: number;
  /** Medians of the ratios to `JSON.stringify` in the same round. */
  readonly ratios: { readonly full: number; readonly withLedger: number; readonly foreign: number };
  readonly append: number;
  readonly memory: number;
}

print(sizes.map(measure));

/**
 * Every row processes the same amount of data and keeps what it created: one history of 100,000 entries, or a thousand of 100. Otherwise
 * the short ones would be read from the processor's cache and freed before the garbage collector runs, the long ones not, and the rows
 * would compare caches instead of work per entry.
 */
function measure(entries: number): Row {
  const histories = Array.from({ length: largest / entries }, (_, at) => longHistory(entries, at + 1));
  const ledgers = histories.map(rebuildLedger);
  const foreign = histories.map((contents) => contents.map(asForeign));
  const tasks = {
    stringify: () => histories.map((contents) => JSON.stringify(contents)),
    full: () => histories.map((contents) => render(contents)),
    withLedger: () => histories.map((contents, at) => render(contents, { ledger: ledgers[at] })),
    foreign: () => foreign.map((contents) => render(contents)),
  };
  const times = Array.from({ length: warmups + rounds }, () => timeEach(tasks)).slice(warmups);
  const medianOf = (pick: (round: Readonly<Record<keyof typeof tasks, number>>) => number): number =>
    median(times.map(pick));
  const [first = []] = histories;
  return {
    entries,
    stringify: medianOf(({ stringify }) => stringify),
    full: medianOf(({ full }) => full),
    ratios: {
      full: medianOf(({ full, stringify }) => full / stringify),
      withLedger: medianOf(({ withLedger, stringify }) => withLedger / stringify),
      foreign: medianOf((round) => round.foreign / round.stringify),
    },
    append: appendCost(first),
    memory: memoryRatio(entries),
  };
}

/** Milliseconds for one appended turn, with a renderer that already has the history. */
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

/** The memory that an incremental renderer and its transcript keep in addition to the contents, as a ratio to the contents. */
function memoryRatio(entries: number): number {
  const before = heap();
  const contents = longHistory(entries, 7);
  const held = heap() - before;
  const renderer = new Renderer();
  renderer.append(contents);
  const { transcript } = renderer.render();
  const extra = heap() - before - held;
  // Using them after the measurement keeps them alive during it.
  return renderer.render().unchanged + transcript.length + contents.length > 0 ? extra / held : Number.NaN;
}

function heap(): number {
  globalThis.gc?.();
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

/** The same history as another agent would have it: its own ids, no turn ids. */
function asForeign(content: Content): Content {
  const { turnId: _, ...metadata } = content.metadata ?? {};
  const blocks = content.blocks.map((block) => {
    if (block.type === 'tool_call') return { ...block, id: block.id.replace('hist_tool_', 'toolu_') };
    if (block.type === 'tool_response') return { ...block, callId: block.callId.replace('hist_tool_', 'toolu_') };
    return block;
  });
  return { ...content, blocks, metadata };
}

/** One after the other in the same round, so that noise affects all of them equally. */
function timeEach<K extends string>(tasks: Readonly<Record<K, () => readonly unknown[]>>): Record<K, number> {
  const names = Object.keys(tasks) as K[];
  const entries = names.map((name) => {
    const from = performance.now();
    const made = tasks[name]();
    const took = performance.now() - from;
    return [name, made.length > 0 ? took : Number.NaN] as const;
  });
  return Object.fromEntries(entries) as Record<K, number>;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(rows: readonly Row[]): void {
  const base = rows.find(({ entries }) => entries === 1_000);
  const cell = (text: string, width: number): string => text.padStart(width);
  console.log('full, +ledger, foreign ids: time as a ratio to JSON.stringify of the same contents; lower is better');
  console.log(
    'append: one more turn, in percent of a full render · memory: kept beside the contents, as a ratio to them',
  );
  console.log('per entry: time against the row of 1,000, for us and for JSON.stringify\n');
  console.log('   entries   full  +ledger  foreign ids    append   memory   per entry   (stringify)');
  for (const row of rows) {
    const appended = (100 * row.append * (largest / row.entries)) / row.full;
    console.log(
      cell(String(row.entries), 10) +
        cell(row.ratios.full.toFixed(2), 7) +
        cell(row.ratios.withLedger.toFixed(2), 9) +
        cell(row.ratios.foreign.toFixed(2), 13) +
        cell(`${appended.toFixed(2)} %`, 10) +
        cell(row.memory.toFixed(2), 9) +
        cell((row.full / (base?.full ?? Number.NaN)).toFixed(2), 12) +
        cell((row.stringify / (base?.stringify ?? Number.NaN)).toFixed(2), 14),
    );
  }
  const long = rows.filter(({ entries }) => entries >= 1_000).map(({ ratios }) => ratios.full);
  const spread = Math.max(...long) / Math.min(...long);
  console.log(
    '\ntargets: full <= 1.00, append at 100,000 <= 1 %, memory <= 1.00, spread of full from 1,000 on <= 1.20',
  );
  console.log(`spread here: ${spread.toFixed(2)}`);
}
