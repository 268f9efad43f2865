/**
 * `npm run bench`: what rendering costs, as a ratio to `JSON.stringify` of the same contents in the same run, because
 * absolute times mean little on a noisy machine. Prints the bars of the design beside what was reached.
 */
import { type Content, Ledger, Renderer, rebuildLedger, render } from '@interlock/transcript';
import { longHistory, oneTurn } from './long-history.ts';

const sizes = [100, 1_000, 10_000, 100_000];
const rounds = 15;

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

function measure(entries: number): Row {
  const contents = longHistory(entries);
  const ledger = rebuildLedger(contents);
  const foreign = contents.map(asForeign);
  const repeat = Math.max(1, Math.round(20_000 / entries));
  // Interleaved, and the best of many: the neighbours' noise falls on all of them alike.
  const times = best(rounds, {
    stringify: () => loop(repeat, () => JSON.stringify(contents)),
    full: () => loop(repeat, () => render(contents)),
    withLedger: () => loop(repeat, () => render(contents, { ledger })),
    raw: () => loop(repeat, () => render(foreign)),
  });
  return { entries, ...times, append: appendCost(contents), memory: memoryRatio(entries) };
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

/** Bytes a rendering keeps alive beside its contents, as a ratio to what the contents take. */
function memoryRatio(entries: number): number {
  const before = heap();
  const contents = longHistory(entries, 7);
  const held = heap() - before;
  const rendering = render(contents);
  const extra = heap() - before - held;
  // Keeps both alive until here.
  return rendering.transcript.length + contents.length > 0 ? extra / held : Number.NaN;
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

function best<K extends string>(times: number, tasks: Readonly<Record<K, () => void>>): Record<K, number> {
  const names = Object.keys(tasks) as K[];
  const result = Object.fromEntries(names.map((name) => [name, Number.POSITIVE_INFINITY])) as Record<K, number>;
  for (let round = 0; round < times; round += 1) {
    for (const name of names) {
      const from = performance.now();
      tasks[name]();
      result[name] = Math.min(result[name], performance.now() - from);
    }
  }
  return result;
}

function loop(times: number, task: () => unknown): void {
  for (let time = 0; time < times; time += 1) task();
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function print(all: readonly Row[]): void {
  const ratio = (value: number): string => value.toFixed(2).padStart(10);
  console.log('Times as ratios to JSON.stringify of the same contents; lower is better.\n');
  console.log('   entries      full  +ledger  foreign ids   append/full   memory/contents');
  for (const row of all) {
    const repeat = Math.max(1, Math.round(20_000 / row.entries));
    const full = row.full / repeat;
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
