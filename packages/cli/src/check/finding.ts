/** One finding of `check`, and the list in which the same finding for several targets appears once. */

export type Severity = 'error' | 'warning' | 'note';

/** The target would refuse the input, accept it although it is unusual, or accept it and lose something. */
export type Verdict = 'refused' | 'unusual' | 'lost';

export interface Finding {
  readonly severity: Severity;
  /** Absent: the finding is about the input itself, not about a target. */
  readonly verdict?: Verdict;
  /** The code of a problem, the id of a rule, or the kind of repair. */
  readonly code: string;
  /** A path in the input; empty: the whole input. */
  readonly at: string;
  readonly message: string;
  readonly fix?: string;
}

export interface ListedFinding extends Finding {
  /** Rules of the targets that the input breaks here. */
  readonly rules: readonly string[];
  /** The targets it concerns; empty if it concerns the input itself. */
  readonly targets: readonly string[];
}

export interface FindingFor {
  readonly target?: string;
  readonly rule?: string | undefined;
}

interface FindingEntry {
  readonly finding: Finding;
  readonly rules: Set<string>;
  readonly targets: Set<string>;
}

export class FindingList {
  readonly #entries = new Map<string, FindingEntry>();

  add(finding: Finding, { target, rule }: FindingFor = {}): void {
    const { severity, code, at, message } = finding;
    const key = [severity, finding.verdict, code, at, message].join('\n');
    const entry = this.#entries.get(key) ?? { finding, rules: new Set(), targets: new Set() };
    this.#entries.set(key, entry);
    if (rule !== undefined) entry.rules.add(rule);
    if (target !== undefined) entry.targets.add(target);
  }

  all(): readonly ListedFinding[] {
    return [...this.#entries.values()].map(({ finding, rules, targets }) => ({
      ...finding,
      rules: [...rules],
      targets: [...targets],
    }));
  }
}
