/** Where an agent's targets and session stores come from: the configured providers, or simulators on this machine. */
import type { SessionOptions } from '@interlock/runtime';
import type { Stores } from '../sessions/open-stores.ts';
import type { Choice } from './agent.ts';
import type { FirstTarget } from './default-target.ts';

export interface TargetSource {
  readonly first: FirstTarget;
  choices(): readonly Choice[];
  /** A model or route by its name, listed or not. */
  named(name: string): Choice | undefined;
  /** The model that an agent's file names. */
  namedByAgent(name: string): Choice | undefined;
  /** Only listed targets can be chosen at the prompt. */
  readonly isListOnly: boolean;
  /** Session options that depend on the target. */
  readonly options: Pick<SessionOptions, 'transport'>;
  /** Folders outside the workspace that tools may use; absolute. */
  readonly folders: readonly string[];
  /** `isStored`: false with `--no-session`. */
  openStores(isStored: boolean): Promise<Stores>;
  /** The folder of the input history. */
  readonly historyFile: string;
  /** Absent: `interlock --resume`. */
  readonly resumeCommand?: string;
  /** Whether permissions can be stored for the project. */
  readonly keepsPermissions: boolean;
  /** `more`: notices of the agent's parts. */
  notices(more: readonly string[]): readonly string[];
  /** Looks for more targets in the background. */
  search(): void;
  close(): Promise<void>;
}
