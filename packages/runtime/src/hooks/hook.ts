/** Commands that run at certain moments of a session and can stop what is about to happen. */
import type { Sandbox } from '../process/confinement/sandbox.ts';
import type { HookMoment } from '../store/session-record.ts';

export interface Hook {
  readonly on: HookMoment;
  /** A command line for `/bin/sh -c`. */
  readonly command: string;
  /** The tools it applies to: names, with `*`, or `kind:write` and similar. Absent: all. Only for `before-tool` and `after-tool`. */
  readonly tools?: readonly string[];
  /** Default: 30,000. */
  readonly timeoutMs?: number;
  /** False: it runs outside the sandbox. */
  readonly confine?: boolean;
}

export interface HookOptions {
  readonly hooks: readonly Hook[];
  /** The sandbox that hooks run in. Absent: they run without one. */
  readonly sandbox?: Sandbox;
}
