/** Collects the problems of one check: the first thousand in full, then only their number. */
import { describeValue } from './describe-value.ts';
import { formatPath, type JsonPath, ROOT } from './json-path.ts';
import { ourWord } from './lookalike.ts';
import { type FindingCode, PROBLEM_KINDS, type ProblemCode, type ProblemKind, type Severity } from './problem-codes.ts';

export interface Problem {
  readonly severity: Severity;
  /** One of `PROBLEM_KINDS`. */
  readonly code: string;
  /** Exact: `$[3].blocks[1].callId`. */
  readonly path: string;
  readonly message: string;
  readonly fix: string;
}

const MOST_LISTED = 1000;

export class ProblemList {
  readonly #listed: Problem[] = [];
  #unlisted = 0;
  #worstUnlisted: Severity = 'warning';
  #error = false;

  /** Whether any error was reported, listed or not. */
  get hasError(): boolean {
    return this.#error;
  }

  report(code: FindingCode, at: JsonPath, value?: unknown, fix?: string): void {
    const { severity } = PROBLEM_KINDS[code];
    if (severity === 'error') this.#error = true;
    if (this.#listed.length < MOST_LISTED) {
      this.#listed.push(writeOut(code, severity, at, value, fix));
      return;
    }
    this.#unlisted += 1;
    if (severity === 'error') this.#worstUnlisted = 'error';
  }

  all(): readonly Problem[] {
    if (this.#unlisted === 0) return this.#listed;
    return [...this.#listed, writeOut('more-problems', this.#worstUnlisted, ROOT, this.#unlisted)];
  }
}

function writeOut(code: ProblemCode, severity: Severity, at: JsonPath, value: unknown, fix?: string): Problem {
  const kind: ProblemKind = PROBLEM_KINDS[code];
  const word = ourWord(code, value);
  const usualFix = word === undefined ? kind.fix : `Write "${word}" instead of ${describeValue(value)}.`;
  const field = String(at.key);
  return {
    severity,
    code,
    path: formatPath(at),
    message: fill(kind.message, field, value),
    fix: fix ?? fill(usualFix, field, value),
  };
}

function fill(template: string, field: string, value: unknown): string {
  // One pass, with functions instead of strings: `{field}` or `$&` inside a value must not be replaced.
  return template.replaceAll(/\{(field|value)\}/g, (_, name) => (name === 'field' ? field : describeValue(value)));
}
