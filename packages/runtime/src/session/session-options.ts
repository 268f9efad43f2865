/** What a session is made of. Everything but the route has a default. */
import type { Content, PolicyOptions } from '@interlock/transcript';
import type { Settings, Transport } from '@interlock/wire';
import type { ApprovalMode, ApprovalRule, Approve } from '../approval/approval.ts';
import type { Emit } from '../events/session-event.ts';
import type { Skill } from '../extensions/read-skills.ts';
import type { HookOptions } from '../hooks/hook.ts';
import type { InstructionOptions } from '../instructions/read-instructions.ts';
import type { McpServers } from '../mcp/mcp-servers.ts';
import type { CooldownConfig } from '../route/cooldown.ts';
import type { Route, RouteConfig, RouteTarget } from '../route/route.ts';
import type { RouteStore } from '../store/route-store.ts';
import type { SessionStore } from '../store/session-store.ts';
import type { AgentDefinition } from '../subagent/agent-definition.ts';
import type { SubagentLimits } from '../subagent/subagent-limits.ts';
import type { Clock } from '../time/clock.ts';
import type { AgentTool, Buffers } from '../tool/tool.ts';
import type { CompactionOptions } from '../turn/context-window.ts';

export interface SessionLimits {
  /** Requests in one turn. */
  readonly steps: number;
  /** How often in a row a model may repeat exactly the same calls. */
  readonly repeats: number;
  /** Calls that run at once. */
  readonly parallel: number;
  /** The longest a call may take. Once it is set, a command cannot ask for more. */
  readonly toolTimeoutMs: number;
  /** Longest output of a tool in characters. */
  readonly toolOutput: number;
  /** How long a stopped tool may clean up. */
  readonly graceMs: number;
  /** How long a provider may send nothing before the request counts as stalled; 0: no limit. Default: 60 s, 300 s where the model thinks. */
  readonly stallMs?: number;
}

export const defaultLimits: SessionLimits = {
  steps: 100,
  repeats: 5,
  parallel: 8,
  toolTimeoutMs: 120_000,
  toolOutput: 64_000,
  graceMs: 2_000,
};

export interface SessionOptions {
  readonly route: RouteTarget | RouteConfig | Route;
  /** The folder tools work in. Default: that of the process. */
  readonly workspace?: string;
  readonly alsoAllowed?: readonly string[];
  /** Files as an editor has them; read_file, edit_file and write_file use them. Absent: what is on disk counts. */
  readonly buffers?: Buffers;
  /** What the model is offered. Default: nothing; `codingAgent()` has the tools of a coding agent. */
  readonly tools?: readonly AgentTool[];
  /** Started by the caller, who may share them between sessions and closes them. */
  readonly mcp?: McpServers;
  /** Asked if the rules say `ask`; without it such a call is denied. */
  readonly approve?: Approve;
  readonly rules?: readonly ApprovalRule[];
  /** What happens to calls that no rule is about; default `ask`. */
  readonly mode?: ApprovalMode;
  /** Who the agent is: the beginning of the system prompt, and its end. */
  readonly role?: string;
  readonly appendSystem?: string;
  /** The system prompt names the workspace and the platform. Default: false. */
  readonly describesWorkspace?: boolean;
  /**
   * `AGENTS.md` of the user and of the folders from the root of the repository down to the workspace is part of the system prompt, that of
   * deeper folders comes with the first result that is about them. Default: false.
   */
  readonly instructions?: boolean | InstructionOptions;
  /** A conversation from elsewhere to continue with, as odd as it may be. Not for a session that is resumed. */
  readonly contents?: readonly Content[];
  readonly store?: SessionStore;
  /** Where cooldowns and counters are kept; several sessions may have one. */
  readonly routeStore?: RouteStore;
  readonly cooldowns?: Partial<CooldownConfig>;
  readonly settings?: Settings;
  readonly policy?: PolicyOptions;
  readonly limits?: Partial<SessionLimits>;
  /** Offers `task`, which starts separate sessions. Default: false. */
  readonly subagents?: Partial<SubagentLimits> | false;
  /** Commands that are run before and after tools, turns and the session. */
  readonly hooks?: HookOptions;
  /** Agents that `task` can start by name. */
  readonly agents?: readonly AgentDefinition[];
  /** Offers `skill`, which reads one of these. `readSkills` finds them in folders. */
  readonly skills?: readonly Skill[];
  /** Keeps what is in files before a call changes them, so that it can be put back. Needs a store with side files. Default: false. */
  readonly keepsFiles?: boolean;
  /** Offers `update_todos`, a todo list that the model keeps. Default: false. */
  readonly todos?: boolean;
  /** Offers `propose_plan`, with which plan mode ends. Default: false. */
  readonly plans?: boolean;
  /** Hears what happens while no turn runs: that a background command has ended. During a turn the turn tells it. */
  readonly atRest?: Emit;
  /** When `read_output` is offered, for results that were cut. Default: `when-cut`, from the first of them on. */
  readonly readOutput?: 'always' | 'when-cut';
  /** When the history is made shorter; `false`: only on demand. */
  readonly compaction?: CompactionOptions | false;
  readonly transport?: Transport;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Variables that hold secrets, in addition to those of providers and of the route's credentials: no command sees them. */
  readonly secretNames?: readonly string[];
  readonly id?: string;
  readonly title?: string;
}
