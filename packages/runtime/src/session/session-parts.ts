/** The parts that a session works with, made from its options. */
import type { Content, SerializedLedger } from '@interlock/transcript';
import type { FileHistory } from '../changes/file-changes.ts';
import type { Emit } from '../events/session-event.ts';
import type { Skill } from '../extensions/read-skills.ts';
import type { PastRecords } from '../history/past-records.ts';
import type { Route } from '../route/route.ts';
import type { RequestFacts } from '../store/request-facts.ts';
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

/** What a fork starts with. */
export interface Snapshot {
  readonly contents: readonly Content[];
  readonly ledger: SerializedLedger;
  readonly turns: number;
  /** The names of its turns, if a summary may have replaced some; default: those of the contents. */
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
  /** Whether the model is offered `propose_plan`. `delegated`: in a subagent, which works on a part of its parent's plan. */
  readonly plans: 'own' | 'delegated' | false;
  /** What the model can read with `skill` and start with `task`. */
  readonly skills: readonly Skill[];
  readonly agents: readonly AgentDefinition[];
  readonly keepJobOutput?: (name: string, whole: string) => Promise<unknown>;
  /** Receives events while no turn runs. */
  readonly atRest?: Emit;
  readonly budget: Budget;
  /** A subagent's requests are recorded in its parent's session, too. */
  readonly reportRequest?: (record: RequestFacts) => Promise<void>;
  /** Absent: this session starts no subagents. */
  readonly subagents?: Subagents;
  /** The records of this session and of those it was copied from. */
  readonly pastRecords: PastRecords;
  readonly fork: (snapshot: Snapshot, route: Route, id: string | undefined) => Promise<Session>;
  /** Releases what the session opened itself. */
  readonly release: () => Promise<void>;
}
