/** The result of a check: printed for people (`print-report.ts`), or as JSON. */
import type { Shape } from '../input/detect-shape.ts';
import type { ListedFinding, Severity } from './finding.ts';

export interface Report {
  /** The file name as given, or `stdin`. */
  readonly input: string;
  readonly shape: Shape;
  /** Contents of a history; messages, items or contents of a body. */
  readonly entries: number;
  /** The targets it was checked for: `provider/model`. */
  readonly targets: readonly string[];
  readonly findings: readonly ListedFinding[];
}

export function countOf({ findings }: Report, severity: Severity): number {
  return findings.filter((finding) => finding.severity === severity).length;
}

/** Notes report changes that rendering makes for a target; they are not problems. */
export function isWrong({ findings }: Report): boolean {
  return findings.some(({ severity }) => severity !== 'note');
}
