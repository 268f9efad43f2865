/** What confines on one platform: how a command becomes one that is confined, and how its own failures are distinguished from a command's. */
import type { Boundary, Invocation } from './boundary.ts';
import type { ConfinementKind } from './confinement.ts';

export interface Mechanism {
  readonly kind: ConfinementKind;
  /** What the private temp folder is called inside; absent: what it is called outside. */
  readonly temp?: string;
  /** It mounts the stage of a start itself, and needs an empty folder for that. */
  readonly mountsStage: boolean;
  /** A sentence for the user about what does not work inside. */
  readonly limits?: string;
  invoke(command: Invocation, cwd: string, boundary: Boundary, facts: StartFacts): Invocation;
  /** Why the confinement itself failed; absent: it did not. */
  failure(said: string): string | undefined;
}

export interface StartFacts {
  readonly links: readonly { readonly path: string; readonly target: string }[];
  /** Of a proxy that listens at a port of the machine. */
  readonly proxyPort: number | undefined;
}
