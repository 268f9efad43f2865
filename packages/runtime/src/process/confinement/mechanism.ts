/** A way to confine processes on one platform: how it wraps a command, and how its own failures are told apart from the command's. */
import type { Boundary, Invocation } from './boundary.ts';
import type { ConfinementKind } from './confinement.ts';

export interface Mechanism {
  readonly kind: ConfinementKind;
  /** The private temp folder's path inside; absent: the same as outside. */
  readonly temp?: string;
  /** Whether the mechanism mounts the stage itself and needs an empty folder for that. */
  readonly mountsStage: boolean;
  /** Whether it can refuse system calls. */
  readonly refusesCalls: boolean;
  /** A sentence for the user about what does not work inside. */
  readonly limits?: string;
  invoke(command: Invocation, cwd: string, boundary: Boundary, facts: StartFacts): Invocation;
  /** Why the confinement failed; absent: it did not. */
  failure(stderr: string): string | undefined;
}

export interface StartFacts {
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** For a proxy that listens on a port of the machine. */
  readonly proxyPort: number | undefined;
}

/** Programs of the system, as absolute paths. Without `ip`, perl brings up loopback. */
export interface NamespacePrograms {
  readonly unshare: string;
  readonly setpriv: string;
  readonly mount: string;
  readonly stat: string;
  readonly ip?: string;
  readonly perl?: string;
}
