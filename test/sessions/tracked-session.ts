/** One session of a walk over its whole life (closed, resumed, forked), with what is expected of it. */
import type { RouteConfig, RouteTarget, Session, SessionOptions } from '@interlock/runtime';
import type { Content, ToolCallBlock } from '@interlock/transcript';
import type { FlakyStore } from './flaky-store.ts';
import type { ReachableTarget } from './reachable-targets.ts';

/** Where requests may go, and how that is written in the options. */
export interface RouteChoice {
  readonly to: RouteTarget | RouteConfig;
  readonly reachable: readonly ReachableTarget[];
  /** The names in the session's state. */
  readonly names: readonly string[];
}

export interface TrackedSession {
  session: Session;
  readonly store: FlakyStore;
  /** The options it was opened with, to open it again. */
  readonly options: Omit<SessionOptions, 'route' | 'contents'>;
  /** Where it sends requests now, and where it will after the current turn. */
  choice: RouteChoice;
  pending: RouteChoice | undefined;
  /** Results that the next request must contain, as long as their calls are in the history. */
  readonly must: Set<number>;
  /** Results that it may contain, because it knows them from the session it was copied from. */
  readonly inherited: Set<number>;
  /** Results that are not expected, because they arrived when the session was not open to record them. */
  readonly excused: Set<number>;
  /** Calls whose progress only the original session, or a lost log, knows. */
  readonly apart: Set<number>;
  /** Texts that were sent but have not been seen in the history. */
  readonly said: Set<string>;
  /** The number of refused appends when the store last had every record. */
  cleanAt: number;
}

/** The store may lack records. */
export function isBehind({ store, cleanAt }: TrackedSession): boolean {
  return store.refused > cleanAt;
}

/** The number of a call: its own, or that of the task it delegates. */
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
