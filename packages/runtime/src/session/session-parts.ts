/** What a session works with, once its options have been read. */
import type { Content, SerializedLedger } from '@interlock/transcript';
import type { SessionApprovals } from '../approval/approval.ts';
import type { CommandPlace } from '../approval/reads-of.ts';
import type { FileHistory } from '../changes/file-changes.ts';
import type { KeptFiles } from '../changes/kept-files.ts';
import type { Emit } from '../events/session-event.ts';
import type { Skill } from '../extensions/read-skills.ts';
import type { PastRecords } from '../history/past-records.ts';
import type { SessionHooks } from '../hooks/session-hooks.ts';
import type { TouchedInstructions } from '../instructions/touched-instructions.ts';
import type { McpServers } from '../mcp/mcp-servers.ts';
import type { Route } from '../route/route.ts';
import type { SessionHeader } from '../store/session-store.ts';
import type { AgentDefinition } from '../subagent/agent-definition.ts';
import type { Subagents } from '../subagent/subagents.ts';
import type { AgentTool, Workspace } from '../tool/tool.ts';
import type { Budget } from '../turn/budget.ts';
import type { RoomParts } from '../turn/context-window.ts';
import type { RequestParts } from '../turn/requests.ts';
import type { Setup } from '../turn/setup.ts';
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

export interface SessionParts extends RequestParts, RoomParts {
  readonly header: SessionHeader;
  readonly workspace: Workspace;
  /** Without the keys of providers. */
  readonly toolEnvironment: Readonly<Record<string, string>>;
  readonly limits: SessionLimits;
  /** Only where the user has set it: then it is also the maximum for a command. */
  readonly toolTimeoutMs?: number;
  readonly route: Route;
  readonly approvals: SessionApprovals;
  readonly tools: readonly AgentTool[];
  /** Reads results that were cut; absent where the store keeps none whole. */
  readonly readOutput?: { readonly tool: AgentTool; readonly when: 'always' | 'when-cut' };
  /** Where commands run, for code that determines what they read. */
  readonly place: CommandPlace;
  /** Saves the contents of files before they are changed; absent: they are not saved. */
  readonly keptFiles?: KeptFiles;
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
  readonly mcp?: McpServers;
  /** Absent: there are none. */
  readonly hooks?: SessionHooks;
  /** Instructions of deeper folders; absent: they are not shown. */
  readonly touched?: TouchedInstructions;
  readonly systemPrompt: (tools: readonly AgentTool[]) => Promise<Pick<Setup, 'system' | 'instructions'>>;
  readonly budget: Budget;
  /** Absent: this session starts no others. */
  readonly subagents?: Subagents;
  /** Of this session, and of those it is a copy of. */
  readonly pastRecords: PastRecords;
  readonly fork: (snapshot: Snapshot, route: Route, id: string | undefined) => Promise<Session>;
  /** Gives back what the session opened for itself. */
  readonly release: () => Promise<void>;
}
