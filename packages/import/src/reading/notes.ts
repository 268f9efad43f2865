/** A reader's report in addition to the log: the kinds of things it left out, how often, and the problems it found. */
import { type ImportProblem, mostProblems, type ProblemCode } from './imported-session.ts';

export class Notes {
  readonly #leftOut = new Map<string, number>();
  readonly #problems: ImportProblem[] = [];
  readonly #unknown = new Map<string, { readonly place: string; count: number }>();

  constructor(problems: readonly ImportProblem[] = []) {
    this.#problems.push(...problems.slice(0, mostProblems));
  }

  /** `what` in the plural, as shown to the user: "3 reminders". */
  leaveOut(what: string): void {
    this.#leftOut.set(what, (this.#leftOut.get(what) ?? 0) + 1);
  }

  report(code: ProblemCode, place: string, message: string): void {
    if (this.#problems.length < mostProblems) this.#problems.push({ code, place, message });
  }

  /** An unknown kind of record: reported once, with its first location and the count. */
  unknown(kind: string, place: string): void {
    const seen = this.#unknown.get(kind);
    if (seen !== undefined) seen.count += 1;
    else if (this.#unknown.size < mostProblems) this.#unknown.set(kind, { place, count: 1 });
  }

  leftOut(): Readonly<Record<string, number>> {
    return Object.fromEntries(this.#leftOut);
  }

  problems(): readonly ImportProblem[] {
    const unknown = [...this.#unknown].map(([kind, { place, count }]): ImportProblem => {
      const message =
        count === 1 ? `Unknown record: ${kind}.` : `Unknown record: ${kind}. There are ${count}; this is the first.`;
      return { code: 'unknown-record', place, message };
    });
    return [...this.#problems, ...unknown].slice(0, mostProblems);
  }
}
