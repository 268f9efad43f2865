/**
 * `npm run bench:wire`: from a history of 2,000 entries to the bytes of a body, for each protocol, as a ratio to `JSON.stringify(body)` in
 * the same run; and the cost of one appended turn for a preparer that has the history, including the bytes, which are sent in pieces. The
 * same turn on a history ten times as long shows which part of that cost is linear. The last table has short texts and ids of other
 * agents, as a gateway gets them, so that the cost per message is not hidden by the texts.
 */
import type { Content } from '@interlock/transcript';
import { createPreparer, prepareRequest, resolveTarget, type Target } from '@interlock/wire';
import { evenHistory } from './even-history.ts';
import { longHistory, oneTurn } from './long-history.ts';

const entries = 2_000;
const manyEntries = 20_000;
const warmups = 5;
const rounds = 21;
/** Few enough that the history stays about as long as the one it is compared with. */
const appended = 50;
const conversations = 6;
const shortText = 100;
const shortRounds = 60;

const targets: readonly Target[] = [
  { provider: 'openai', model: 'gpt-4.1', protocol: 'openai-chat' },
  { provider: 'mistral' },
  { provider: 'openai', model: 'gpt-5.6-terra', protocol: 'openai-responses' },
  { provider: 'anthropic' },
  { provider: 'anthropic', model: 'claude-fable-5-1' },
  { provider: 'google' },
  { provider: 'ollama' },
];

console.log(`A history of ${entries} entries to body bytes; medians of ${rounds} rounds.`);
const heads = ['stringify', 'cold'].map((head) => head.padStart(11)).join('');
const tail = `${'ratio'.padStart(8)}${'turn'.padStart(11)}${'of cold'.padStart(9)}${'turn, ×10'.padStart(11)}`;
console.log(`${'target'.padEnd(50)}${heads}${tail}`);
// Warm-up: all targets share our code, and the first would pay for its compilation.
for (const target of targets)
  for (let round = 0; round < warmups; round += 1) measureCold(longHistory(entries, 1), target);
const many = longHistory(manyEntries, 1);
for (const target of targets) print(target);
console.log('targets: ratio at most 3, an appended turn at most 5 % of a cold request');
printShort();
printShort();

function print(target: Target): void {
  const { provider, model, protocol } = resolveTarget(target);
  const contents = longHistory(entries, 1);
  const rows = Array.from({ length: warmups + rounds }, () => measureCold(contents, target)).slice(warmups);
  const stringify = median(rows.map((row) => row.stringify));
  const cold = median(rows.map((row) => row.cold));
  const ratio = median(rows.map((row) => row.cold / row.stringify));
  const turn = measureTurns(contents, target, conversations);
  const later = measureTurns(many, target, 1);
  const share = (ms: number): string => `${((ms / cold) * 100).toFixed(1)} %`.padStart(9);
  const name = `${provider}/${model} (${protocol})`.padEnd(50);
  console.log(`${name}${ms(stringify)}${ms(cold)}${ratio.toFixed(2).padStart(8)}${ms(turn)}${share(turn)}${ms(later)}`);
}

/** Shows the minimum next to the median: at a few milliseconds the median of a busy machine measures other programs. */
function printShort(): void {
  console.log(
    `\n${entries} messages with texts of ${shortText} characters; medians and (least times) of ${shortRounds} rounds.`,
  );
  const columns = ['stringify', 'cold, foreign ids', 'ratio', 'cold, canonical ids', 'ratio'];
  console.log(`${'target'.padEnd(50)}${columns.map((head) => head.padStart(22)).join('')}`);
  for (const target of targets) {
    const { provider, model, protocol } = resolveTarget(target);
    const [foreign, canonical] = (['foreign', 'canonical'] as const).map((ids) => {
      const contents = evenHistory({ messages: entries, textLength: shortText, ids });
      return Array.from({ length: shortRounds }, () => measureCold(contents, target)).slice(warmups);
    });
    if (foreign === undefined || canonical === undefined) continue;
    const cells = [
      both(foreign, (row) => row.stringify, ' ms'),
      both(foreign, (row) => row.cold, ' ms'),
      ratios(foreign),
      both(canonical, (row) => row.cold, ' ms'),
      ratios(canonical),
    ];
    const name = `${provider}/${model} (${protocol})`.padEnd(50);
    console.log(`${name}${cells.map((cell) => cell.padStart(22)).join('')}`);
  }
}

function both(rows: readonly Cold[], pick: (row: Cold) => number, unit: string): string {
  const values = rows.map(pick);
  return `${median(values).toFixed(2)}${unit} (${Math.min(...values).toFixed(2)})`;
}

function ratios(rows: readonly Cold[]): string {
  const least = (pick: (row: Cold) => number): number => Math.min(...rows.map(pick));
  const leastRatio = least(({ cold }) => cold) / least(({ stringify }) => stringify);
  return `${median(rows.map(({ cold, stringify }) => cold / stringify)).toFixed(2)} (${leastRatio.toFixed(2)})`;
}

interface Cold {
  readonly stringify: number;
  readonly cold: number;
}

function measureCold(contents: readonly Content[], target: Target): Cold {
  let from = performance.now();
  const request = prepareRequest({ contents, target });
  const pieces = request.pieces();
  const cold = performance.now() - from;
  from = performance.now();
  const again = new TextEncoder().encode(JSON.stringify(request.body)).length;
  const stringify = performance.now() - from;
  if (pieces.reduce((size, { length }) => size + length, 0) !== again)
    throw new Error('the body changed under our hands');
  return { stringify, cold };
}

/** Adds one turn and requests the bytes of the whole body again. */
function measureTurns(contents: readonly Content[], target: Target, times: number): number {
  const costs: number[] = [];
  for (let conversation = 0; conversation < times; conversation += 1) {
    const preparer = createPreparer(target);
    const history = [...contents];
    preparer.prepare({ contents: history }).pieces();
    for (let turn = 0; turn < appended; turn += 1) {
      history.push(...oneTurn(1_000_000 + turn));
      const from = performance.now();
      preparer.prepare({ contents: history }).pieces();
      costs.push(performance.now() - from);
    }
  }
  return median(costs);
}

function ms(value: number): string {
  return `${value.toFixed(2)} ms`.padStart(11);
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
