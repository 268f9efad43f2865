/** Whom an agent can ask, and where it keeps what was said: the configured providers, or offline simulators on this machine. */
import type { SessionOptions } from '@interlock/runtime';
import type { Stores } from '../sessions/open-stores.ts';
import type { Choice } from './agent.ts';
import type { FirstTarget } from './default-target.ts';

export interface TargetSource {
  readonly first: FirstTarget;
  choices(): readonly Choice[];
  /** By its name, listed or not. */
  named(name: string): Choice | undefined;
  /** The model that an agent's file names. */
  namedByAgent(name: string): Choice | undefined;
  /** Only what is listed can be chosen at the prompt. */
  readonly isListOnly: boolean;
  /** Session options that depend on the target. */
  readonly options: Pick<SessionOptions, 'transport'>;
  /** Folders outside the workspace that tools may use; absolute. */
  readonly folders: readonly string[];
  /** `kept`: false for `--no-session`. */
  openStores(kept: boolean): Promise<Stores>;
  /** Where what is typed is kept. */
  readonly historyFile: string;
  /** Absent: the usual one. */
  readonly resumeCommand?: string;
  /** Whether permissions given for the project count, and can be given. */
  readonly keepsPermissions: boolean;
  /** `more`: what the parts of the agent have to say. */
  notices(more: readonly string[]): readonly string[];
  /** Looks for more of them in the background. */
  search(): void;
  close(): Promise<void>;
}
