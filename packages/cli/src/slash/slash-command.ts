/** A slash command, and the context it runs in. */
import type { ApprovalMode, Session, SessionEvent } from '@interlock/runtime';
import type { DiagnosticEvent } from '@interlock/transcript';
import type { Agent } from '../agent/agent.ts';
import type { PickerItem } from '../terminal/picker-item.ts';

/** The answer of commands that need a conversation. */
export const noMessages = 'There are no messages yet.';

export interface SlashContext {
  readonly agent: Agent;
  readonly session: Session;
  /** The latest repairs, by target. */
  readonly repairs: ReadonlyMap<string, readonly DiagnosticEvent[]>;
  say(text: string, level?: 'info' | 'warning' | 'error'): void;
  /** Undefined: nothing was chosen. */
  choose(title: string, items: readonly PickerItem[], selected?: number): Promise<number | undefined>;
  /** Shows an activity that takes a while and can be cancelled with Esc. */
  work(activity: string, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Continues with a copy of the current session, or with a new one; the current one is closed. */
  moveTo(session: Session): Promise<void>;
  /** A session without messages. */
  begin(): Promise<Session>;
  /** Continues another session, and shows its conversation. */
  resume(id: string): Promise<void>;
  /** Events of a session between turns. */
  onEvent(event: SessionEvent): void;
  /** Puts a text into the prompt. */
  fill(text: string): void;
  /** Shows thinking in full, or folds it. Returns whether it is shown now. */
  toggleThinking(): boolean;
  /** Sets the mode, also for later sessions. False: it cannot be set, and the user has been told why. */
  setMode(mode: ApprovalMode): boolean;
  /** Must be called after the model or the route may have changed. */
  switched(): void;
  exit(): void;
}

export interface SlashCommand {
  readonly name: string;
  /** A few words for the list of commands. */
  readonly summary: string;
  /** Its arguments: `[name]`. */
  readonly argument?: string;
  /** It can be used during a turn. */
  readonly duringTurn: boolean;
  run(context: SlashContext, argument: string): void | Promise<void>;
}
