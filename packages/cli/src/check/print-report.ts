/** A report for people: grouped by targets, columns aligned, a summary at the end. */
import { counted } from '../print/counted.ts';
import type { Paint } from '../print/paint.ts';
import { plainText } from '../print/plain-text.ts';
import type { ListedFinding, Severity, Verdict } from './finding.ts';
import { countOf, isWrong, type Report } from './report.ts';

/** Findings of one kind that are printed for one set of targets; the rest is counted. */
const maxShown = 5;

export function printReport(report: Report, paint: Paint): string {
  const sections = [...Map.groupBy(report.findings, ({ targets }) => targets.join(', ')).values()];
  const lines = [
    paint('bold', headline(report)),
    ...sections.flatMap((findings) => ['', ...printSection(findings, report, paint)]),
    '',
    summary(report, paint),
  ];
  return `${lines.join('\n')}\n`;
}

function headline({ input, shape, entries }: Report): string {
  const what = shape === 'history' ? `a history of ${counted(entries, 'content')}` : `a request body (${shape})`;
  return `${plainText(input)}: ${what}`;
}

function printSection(findings: readonly ListedFinding[], report: Report, paint: Paint): readonly string[] {
  const [first] = findings;
  const kinds = [
    ...Map.groupBy(findings, ({ severity, verdict, code }) => `${severity} ${verdict} ${code}`).values(),
  ].sort((a, b) => rank(a) - rank(b));
  const shown = kinds.flatMap((kind) => kind.slice(0, maxShown));
  const widths = {
    code: widest(shown, ({ code }) => code),
    at: Math.min(
      widest(shown, ({ at }) => at),
      40,
    ),
  };
  return [
    paint('bold', concerns(first?.targets ?? [], report)),
    ...kinds.flatMap((kind) => printKind(kind, widths, report.shape, paint)),
  ];
}

function concerns(targets: readonly string[], report: Report): string {
  if (targets.length === 0) return report.shape === 'history' ? 'in the history' : 'in the body';
  const others = report.targets.filter((target) => !targets.includes(target));
  if (others.length > targets.length || report.targets.length === 1) return `for ${named(targets)}`;
  const except = others.length === 0 ? '' : ` but ${named(others)}`;
  return `for all ${report.targets.length} targets${except}`;
}

function named(targets: readonly string[]): string {
  return targets.map(plainText).join(', ');
}

interface Widths {
  readonly code: number;
  readonly at: number;
}

function widest(findings: readonly ListedFinding[], text: (finding: ListedFinding) => string): number {
  return Math.max(...findings.map((finding) => plainText(text(finding)).length));
}

const severities: readonly Severity[] = ['error', 'warning', 'note'];

function rank([first]: readonly ListedFinding[]): number {
  return first === undefined ? 0 : severities.indexOf(first.severity);
}

/** The findings of one severity and code: each position, then the rules and the fix once. */
function printKind(
  findings: readonly ListedFinding[],
  widths: Widths,
  shape: Report['shape'],
  paint: Paint,
): readonly string[] {
  const [first] = findings;
  if (first === undefined) return [];
  const { severity, code, fix } = first;
  const shown = findings.slice(0, maxShown);
  const rules = new Set(findings.flatMap((finding) => finding.rules));
  const texts = shown.map(({ at, message }) => {
    return at === '' ? plainText(message) : `${plainText(at).padEnd(widths.at)}  ${plainText(message)}`;
  });
  if (findings.length > maxShown) texts.push(paint('dim', `… and ${findings.length - maxShown} more`));
  if (first.verdict !== undefined) texts.push(paint('dim', verdictText(first.verdict, [...rules], shape)));
  else if (rules.size > 0) texts.push(paint('dim', `${rules.size === 1 ? 'rule' : 'rules'}: ${[...rules].join(', ')}`));
  if (fix !== undefined) texts.push(paint('dim', `fix: ${plainText(fix)}`));
  const head = `  ${paint(severity, severity.padEnd(7))}  ${code.padEnd(widths.code)}  `;
  const indent = ' '.repeat(2 + 7 + 2 + widths.code + 2);
  return texts.map((text, index) => (index === 0 ? head : indent) + text);
}

/** A history is repaired before it is sent; a body is judged as it is. */
function verdictText(verdict: Verdict, rules: readonly string[], shape: Report['shape']): string {
  const isHistory = shape === 'history';
  switch (verdict) {
    case 'refused':
      return `${isHistory ? 'would be refused as it is' : 'would be refused'} (${rules.join(', ')})${isHistory ? '; repaired when sent' : ''}`;
    case 'unusual':
      return isHistory
        ? 'unusual but accepted; repaired when sent'
        : 'unusual: other servers refuse this, this target is not known to';
    case 'lost':
      return 'accepted, but something is lost';
  }
}

function summary(report: Report, paint: Paint): string {
  const counts = severities
    .map((severity) => [countOf(report, severity), severity] as const)
    .filter(([count]) => count > 0)
    .map(([count, severity]) => counted(count, severity));
  const targets = counted(report.targets.length, 'target');
  if (isWrong(report)) return paint('error', `${counts.join(', ')}; checked for ${targets}.`);
  return `No problems found; checked for ${targets}${counts.length > 0 ? `, ${counts.join(', ')}` : ''}.`;
}
