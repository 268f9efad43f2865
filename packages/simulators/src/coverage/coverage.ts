/** Which rules of the rulebook the simulators know, and why they do not know the others. */
import type { Api } from '../api/api.ts';
import type { ShownRule } from './on-demand.ts';

/** A rule as the rulebook has it. */
export interface RuleOfTheBook {
  readonly id: string;
  readonly status: number | string;
}

export interface CoveredRule {
  readonly id: string;
  /** As the rulebook has it; 0 for advice. */
  readonly status: number | string;
  readonly how: 'enforced' | 'warned' | 'on demand' | 'not modelled';
  /** The simulators that know it. */
  readonly by: readonly string[];
  /** The stable part of the real error text; for a rule that is not modeled, the reason. */
  readonly text: string;
}

export interface Coverage {
  readonly rules: readonly CoveredRule[];
  /** Inconsistencies: a rule in neither list, in both, or not in the rulebook. */
  readonly problems: readonly string[];
}

export function coverageOf(
  book: readonly RuleOfTheBook[],
  apis: readonly Api[],
  onDemand: Readonly<Record<string, ShownRule>>,
  notModelled: Readonly<Record<string, string>>,
): Coverage {
  const ids = book.map(({ id }) => id);
  const checked = apis.flatMap(({ rules }) => rules.map(({ id }) => id));
  const known = new Set([...checked, ...Object.keys(onDemand)]);
  const unknown = [...new Set([...known, ...Object.keys(notModelled)])].filter((id) => !ids.includes(id));
  const inBoth = Object.keys(notModelled).filter((id) => known.has(id));
  const inNeither = ids.filter((id) => !known.has(id) && !Object.hasOwn(notModelled, id));
  return {
    rules: book.map((rule) => coverOne(rule, apis, onDemand[rule.id], notModelled[rule.id] ?? '')),
    problems: [
      ...unknown.map((id) => `${id} is not in the rulebook`),
      ...inBoth.map((id) => `${id} is both modelled and said not to be`),
      ...inNeither.map((id) => `${id} is neither modelled nor said why not`),
    ],
  };
}

function coverOne(
  rule: RuleOfTheBook,
  apis: readonly Api[],
  shown: ShownRule | undefined,
  reason: string,
): CoveredRule {
  const { id, status } = rule;
  if (shown) return { id, status, how: 'on demand', by: [shown.by], text: shown.fragment };
  const found = apis.flatMap(({ name, rules }) =>
    rules.filter((known) => known.id === id).map((known) => ({ name, ...known })),
  );
  if (found.length === 0) return { id, status, how: 'not modelled', by: [], text: reason };
  return {
    id,
    status,
    how: found.some(({ how }) => how === 'enforced') ? 'enforced' : 'warned',
    by: [...new Set(found.map(({ name }) => name))],
    text: found.find(({ fragment }) => fragment !== '')?.fragment ?? '',
  };
}

export function countOf(rules: readonly CoveredRule[], how: CoveredRule['how']): number {
  return rules.filter((rule) => rule.how === how).length;
}

/** The table for readers, as Markdown. */
export function writeCoverage(rules: readonly CoveredRule[]): string {
  const count = (how: CoveredRule['how']): number => countOf(rules, how);
  const rows = rules.map(
    ({ id, status, how, by, text }) => `| ${id} | ${status} | ${how} | ${by.join(', ')} | ${cell(text)} |`,
  );
  return [
    '# Which rules the simulators know',
    '',
    'Every rule of [rules.md](rules.md). *Enforced*: a request that breaks it is refused with the status and words of the real API; a',
    'rule about the form of refusals is kept in every refusal. *Warned*: the real API lets it pass and loses something; so does the',
    'simulator, and its log names the rule. *On demand*: no request can break it, but the simulator can be made to do what it says',
    '(`fault`). A rule with status 400 that is only warned of is read less strictly than the rulebook has it. The last column is the',
    'stable part of the real text or, for a rule that is not modelled, the reason. Written by',
    '`npx vitest run packages/simulators/test/coverage/coverage.test.ts -u`.',
    '',
    `${rules.length} rules: ${count('enforced')} enforced, ${count('warned')} warned, ${count('on demand')} on demand, ${count('not modelled')} not modelled.`,
    '',
    '| rule | status in the rulebook | here | by | text, or why not |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('<', '&lt;').trim();
}
