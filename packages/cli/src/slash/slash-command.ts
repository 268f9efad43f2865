/** What a command that begins with a slash is, and what it may touch. */
import type { ApprovalMode, Session, SessionEvent } from '@interlock/runtime';
import type { DiagnosticEvent } from '@interlock/transcript';
import type { Agent } from '../agent/agent.ts';
import type { PickerItem } from '../terminal/picker-item.ts';

/** What commands answer that need a conversation. */
export const nothingSaid = 'Nothing has been said yet.';

export interface SlashContext {
  readonly agent: Agent;
  readonly session: Session;
  /** What was repaired for whom, by target; the latest. */
  readonly repairs: ReadonlyMap<string, readonly DiagnosticEvent[]>;
  say(text: string, level?: 'info' | 'warning' | 'error'): void;
  /** Undefined: nothing was chosen. */
  choose(title: string, items: readonly PickerItem[], selected?: number): Promise<number | undefined>;
  /** Something that takes a while, and can be cancelled with Esc. */
  work(activity: string, run: (signal: AbortSignal) => Promise<void>): Promise<void>;
  /** Goes on with a copy of the present session, or with a new one; the present one is closed. */
  goOn(session: Session): Promise<void>;
  /** A session in which nothing has been said yet. */
  begin(): Promise<Session>;
  /** Continues another session, and shows its conversation. */
  resume(id: string): Promise<void>;
  /** What a session tells when no turn runs. */
  heard(event: SessionEvent): void;
  /** Puts a text into the prompt. */
  fill(text: string): void;
  /** Whether thinking is shown in full from now on. */
  toggleThinking(): boolean;
  /** Whether it counts from now on, also for sessions that are opened next; if not, the user has been told why. */
  setMode(mode: ApprovalMode): boolean;
  /** The model or the route may have changed. */
  switched(): void;
  leave(): void;
}

export interface SlashCommand {
  readonly name: string;
  /** For the list of commands; a few words. */
  readonly summary: string;
  /** What may be given: `[name]`. */
  readonly argument?: string;
  /** It can be used while a turn runs. */
  readonly duringTurn: boolean;
  run(context: SlashContext, argument: string): void | Promise<void>;
}
