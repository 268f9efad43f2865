/** What a session works with, once its options have been read. */
import type { Content, SerializedLedger } from '@interlock/transcript';
import type { FileHistory } from '../changes/file-changes.ts';
import type { Emit } from '../events/session-event.ts';
import type { Skill } from '../extensions/read-skills.ts';
import type { PastRecords } from '../history/past-records.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { Route } from '../route/route.ts';
import type { SessionHeader } from '../store/session-store.ts';
import type { AgentDefinition } from '../subagent/agent-definition.ts';
import type { Subagents } from '../subagent/subagents.ts';
import type { Clock } from '../time/clock.ts';
import type { AgentTool } from '../tool/tool.ts';
import type { Budget } from '../turn/budget.ts';
import type { WindowParts } from '../turn/context-window.ts';
import type { SetupParts } from '../turn/current-setup.ts';
import type { RequestParts } from '../turn/requests.ts';
import type { CallParts } from '../turn/turn-scheduler.ts';
import type { Session } from './session.ts';
import type { SessionLimits } from './session-options.ts';

/** What a fork begins with. */
export interface Snapshot {
  readonly contents: readonly Content[];
  readonly ledger: SerializedLedger;
  readonly turns: number;
  /** The names of its turns, where a summary may replace some; absent: those of the contents. */
  readonly begun?: readonly string[];
}

export interface SessionParts extends RequestParts, SetupParts, WindowParts, CallParts {
  readonly header: SessionHeader;
  readonly clock: Clock;
  readonly limits: SessionLimits;
  readonly route: Route;
  readonly tools: readonly AgentTool[];
  readonly fileHistory?: FileHistory;
  /** Whether the model gets a todo list. */
  readonly todos: boolean;
  /** Whether it is offered a way out of plan mode. */
  /** A subagent has the tool, so that it is asked what its parent is asked, but works on a part of what its parent plans. */
  readonly plans: 'own' | 'delegated' | false;
  /** What the model can read with `skill`, and start with `task`. */
  readonly skills: readonly Skill[];
  readonly agents: readonly AgentDefinition[];
  readonly keepJobOutput?: (name: string, whole: string) => Promise<unknown>;
  /** Hears what happens while no turn runs. */
  readonly atRest?: Emit;
  /** Absent: there are none. */
  readonly hooks?: SessionHooks;
  readonly budget: Budget;
  /** Absent: this session starts no others. */
  readonly subagents?: Subagents;
  /** Of this session, and of those it is a copy of. */
  readonly pastRecords: PastRecords;
  readonly fork: (snapshot: Snapshot, route: Route, id: string | undefined) => Promise<Session>;
  /** Gives back what the session opened for itself. */
  readonly release: () => Promise<void>;
}
