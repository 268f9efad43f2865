/**
 * The conversation, step by step, in formats that undo the last steps: the effective steps, and branches of the others.
 */
import type { Content } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import type { AgentRecord, AgentRecords } from './agent-reader.ts';
import { defined } from './defined.ts';
import type { Branch } from './imported-session.ts';
import { SessionLog } from './session-log.ts';
import { titleFrom } from './title-from.ts';

export interface TimelineStep {
  readonly record: Pick<AgentRecord, 'at'>;
  readonly contents: readonly Content[];
  readonly usage?: Usage | undefined;
  readonly time?: number | undefined;
  /** Whether the history is `contents` from here on. */
  readonly isCompaction?: boolean;
}

export class Timeline<S extends TimelineStep = TimelineStep> {
  readonly #asked: string | undefined;
  readonly #branches: Branch[] = [];
  #steps: S[] = [];
  #found = false;

  /** `asked`: the id of a branch; the timeline stops before that is undone. */
  constructor(asked: string | undefined) {
    this.#asked = asked;
  }

  get steps(): readonly S[] {
    return this.#steps;
  }

  get branches(): readonly Branch[] {
    return this.#branches;
  }

  /** Nothing that comes later belongs to the requested branch. */
  get isFound(): boolean {
    return this.#found;
  }

  get isMissing(): boolean {
    return this.#asked !== undefined && !this.#found;
  }

  add(step: S): void {
    if (!this.#found) this.#steps.push(step);
  }

  /** Undoes the steps from `from` on. */
  cut(from: number): void {
    const dropped = this.#steps.slice(from);
    const last = dropped.at(-1);
    if (last === undefined || this.#found) return;
    const id = `line-${last.record.at}`;
    if (id === this.#asked) {
      this.#found = true;
      return;
    }
    const title = dropped.map(({ contents }) => titleFrom(wordsOf(contents))).find((text) => text !== undefined) ?? '';
    this.#branches.push({ id, title, records: dropped.length, ...defined({ time: last.time }) });
    this.#steps = this.#steps.slice(0, from);
  }

  log(source: AgentRecords): SessionLog {
    const log = new SessionLog(source);
    for (const step of this.#steps) {
      if (step.isCompaction === true) log.compact(step.contents, step);
      else log.add(step.contents, step);
    }
    return log;
  }
}

/** The text of contents, without results and thoughts. */
export function wordsOf(contents: readonly Content[]): string {
  return contents
    .flatMap(({ blocks }) => blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
    .join('');
}
