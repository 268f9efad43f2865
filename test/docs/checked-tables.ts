/** Checks tables of pages against what the code does, by doing it. */
import {
  type ApprovalRule,
  builtInTools,
  createApprovals,
  createMemoryRouteStore,
  createRoute,
  parseRule,
  type ToolKind,
} from '@interlock/runtime';
import type { FailureReason } from '@interlock/wire';
import { amountIn, knownDefaults, knownWords } from './known-words.ts';
import type { Cell, CheckedTable, Page } from './read-page.ts';

type Check = (table: CheckedTable) => Promise<readonly string[]> | readonly string[];

const checks: Readonly<Record<string, Check>> = {
  every: ({ subject, rows }) => checkEvery(subject, rows),
  defaults: ({ subject, rows }) => checkDefaults(subject, rows),
  'checked verdicts': ({ rows }) => gather(rows, checkVerdict),
  'checked cooldowns': ({ rows }) => checkCooldowns(rows),
};

/** The rows of a page's tables that are wrong. */
export async function wrongInTables({ file, tables }: Page): Promise<readonly string[]> {
  const found = await Promise.all(
    tables.map(async (table) => {
      const check = checks[table.check] ?? checks[`${table.check} ${table.subject}`];
      const problems = check === undefined ? ['nobody knows how to check this'] : await check(table);
      const empty = table.rows.length === 0 ? ['there is no table below it'] : [];
      return [...empty, ...problems].map((problem) => `${file}:${table.line}: ${problem}`);
    }),
  );
  return found.flat();
}

async function gather(
  rows: CheckedTable['rows'],
  check: (row: readonly Cell[]) => Promise<readonly string[]>,
): Promise<readonly string[]> {
  return (await Promise.all(rows.map(check))).flat();
}

/** The first column must name every item exactly once, and nothing else. */
function checkEvery(subject: string, rows: CheckedTable['rows']): readonly string[] {
  const known = knownWords()[subject];
  if (known === undefined || known.length === 0) return [`there is nothing called ${subject}`];
  const named = rows.flatMap(([first]) => first?.codes ?? []);
  return [
    ...named.filter((name) => !known.includes(name)).map((name) => `there is no ${subject} ${name}`),
    ...known.filter((name) => !named.includes(name)).map((name) => `the ${subject} ${name} is missing`),
    ...named.filter((name, index) => named.indexOf(name) < index).map((name) => `${name} is there twice`),
  ];
}

function checkDefaults(subject: string, rows: CheckedTable['rows']): readonly string[] {
  const given = Object.fromEntries(rows.map(([name, value]) => [name?.codes[0] ?? '', amountIn(value?.text ?? '')]));
  const known = knownDefaults[subject] ?? {};
  return [...new Set([...Object.keys(known), ...Object.keys(given)])].flatMap((name) =>
    known[name] === given[name] ? [] : [`${name} is ${known[name]}, and here ${given[name]}`],
  );
}

/** `rules | tool subject | verdict`. No one answers questions here, so a decision by `nobody` means `ask`. */
async function checkVerdict([rules, call, verdict]: readonly Cell[]): Promise<readonly string[]> {
  const [tool = '', subject = ''] = call?.codes ?? [];
  const approvals = createApprovals({ rules: (rules?.codes ?? []).map(readRule) });
  const request = { callId: 'call', tool, kind: kindOf(tool), args: {}, subject };
  const decision = await approvals.decide(request, new AbortController().signal, () => {});
  const found = decision.by === 'nobody' ? 'ask' : decision.verdict;
  return found === verdict?.text ? [] : [`${rules?.text} ${call?.text} is ${found}, and here ${verdict?.text}`];
}

function readRule(text: string): ApprovalRule {
  const [, verdict, rule = ''] = /^(allow|ask|deny) (.*)$/.exec(text) ?? [];
  const read = parseRule(rule, verdict === 'allow' || verdict === 'ask' ? verdict : 'deny');
  if (verdict === undefined || 'problem' in read) throw new Error(`${text} is no rule`);
  return read.rule;
}

function kindOf(tool: string): ToolKind {
  if (tool.startsWith('mcp__')) return 'mcp';
  const found = builtInTools({ network: true }).find(({ name }) => name === tool);
  if (found === undefined) throw new Error(`There is no tool ${tool}.`);
  return found.kind;
}

/** `failures | 1st … 4th | longest | rests`: fails as often as each row says, with the clock set past every window. */
async function checkCooldowns(rows: CheckedTable['rows']): Promise<readonly string[]> {
  const named = rows.flatMap(([first]) => first?.codes ?? []);
  const missing = (knownWords()['failure'] ?? []).filter((reason) => !named.includes(reason));
  const wrong = await gather(rows, async ([failures, ...cells]) => {
    const here = [...cells.slice(0, 5).map(({ text }) => amountIn(text)), cells[5]?.text];
    const all = await Promise.all(
      (failures?.codes ?? []).map(async (reason) => ({ reason, found: await windowsOf(reason) })),
    );
    return all.flatMap(({ reason, found }) =>
      JSON.stringify(found) === JSON.stringify(here)
        ? []
        : [`${reason}: ${JSON.stringify(found)}, and here ${JSON.stringify(here)}`],
    );
  });
  return [...missing.map((reason) => `${reason} is missing`), ...wrong];
}

async function windowsOf(reason: string): Promise<readonly (number | string | undefined)[]> {
  const store = createMemoryRouteStore();
  let now = 0;
  const clock = { now: () => now, sleep: async () => {} };
  const target = { provider: 'openai', credentials: [{ key: 'a-key' }] };
  const route = createRoute({ policy: 'fixed', targets: [target] }, { store, clock });
  const windows: number[] = [];
  for (let count = 0; count < 20; count += 1) {
    const turn = await route.begin();
    await turn.next({ tokens: 0 });
    await turn.failed({ reason: reason as FailureReason, message: 'no' }, true, { tokens: 0 });
    const [cooldown] = await store.cooldowns();
    if (cooldown === undefined) return [undefined, undefined, undefined, undefined, undefined, '—'];
    windows.push(cooldown.until - now);
    now = cooldown.until + 1;
  }
  const [cooldown] = await store.cooldowns();
  const rests = cooldown?.key.split('|').length === 2 ? 'all its models' : 'that model';
  return [...windows.slice(0, 4), Math.max(...windows), rests];
}
