/** One session of a walk over its whole life (closed, resumed, forked), with what is expected of it. */
import type { RouteConfig, RouteTarget, Session, SessionOptions } from '@interlock/runtime';
import type { Content, ToolCallBlock } from '@interlock/transcript';
import type { FlakyStore } from './flaky-store.ts';
import type { Place } from './places.ts';

/** Where requests may go, and how that is written. */
export interface Way {
  readonly to: RouteTarget | RouteConfig;
  readonly places: readonly Place[];
  /** As the session's state names them. */
  readonly names: readonly string[];
}

export interface Line {
  session: Session;
  readonly store: FlakyStore;
  /** What it was opened with, for opening it again. */
  readonly options: Omit<SessionOptions, 'route' | 'contents'>;
  /** Whom it asks, and whom it will ask after the running turn. */
  way: Way;
  pending: Way | undefined;
  /** Results the next request has to show, as long as their calls are in the history. */
  readonly must: Set<number>;
  /** Results that it may show, as it knows them from the session it was copied from. */
  readonly inherited: Set<number>;
  /** Results that no one can be asked for: they came when no one was there to write them down. */
  readonly excused: Set<number>;
  /** Calls of which only someone else knows how far they came: the session this is a copy of, or a log that is lost. */
  readonly apart: Set<number>;
  /** Texts handed over that have not been seen in the history. */
  readonly said: Set<string>;
  /** How many records the store had refused when all of them had been written after all. */
  cleanAt: number;
}

/** Records may be missing in the store. */
export function isBehind({ store, cleanAt }: Line): boolean {
  return store.refused > cleanAt;
}

/** The number of a call: its own, or that of the task it hands on. */
export function numberOf(args: unknown): number | undefined {
  if (typeof args !== 'object' || args === null) return undefined;
  if ('n' in args && typeof args.n === 'number' && args.n > 0) return args.n;
  const say = 'prompt' in args && typeof args.prompt === 'string' ? /\[say (\d+)\]/.exec(args.prompt)?.[1] : undefined;
  return say === undefined ? undefined : Number(say);
}

export function callsIn(contents: readonly Content[]): readonly ToolCallBlock[] {
  return contents.flatMap(({ blocks }) => blocks.filter((block) => block.type === 'tool_call'));
}

export function numbersIn(contents: readonly Content[]): ReadonlySet<number> {
  return new Set(callsIn(contents).flatMap(({ parameters }) => numberOf(parameters) ?? []));
}
