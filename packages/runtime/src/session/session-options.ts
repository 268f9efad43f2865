/** The options of a session. Only the route is required. */
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
  /** How often a model may repeat exactly the same calls in a row. */
  readonly repeats: number;
  /** How many calls run at the same time. */
  readonly parallel: number;
  /** Time limit of a call. If it is set, a command cannot ask for more. */
  readonly toolTimeoutMs: number;
  /** Longest output of a tool in characters. */
  readonly toolOutput: number;
  /** How long a stopped tool may clean up. */
  readonly graceMs: number;
  /** How long a provider may be silent before the request counts as stalled; 0: no limit. Default: 60 s, or 300 s if the model thinks. */
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
  /** The folder that tools work in. Default: the working folder of the process. */
  readonly workspace?: string;
  readonly alsoAllowed?: readonly string[];
  /** What tools may read of the home folder if that is the workspace; absolute. Most settings in it are hidden. */
  readonly opened?: readonly string[];
  /** Open files of an editor; used by read_file, edit_file and write_file. Absent: the files on disk are used. */
  readonly buffers?: Buffers;
  /** Default: none; `codingAgent()` has the tools of a coding agent. */
  readonly tools?: readonly AgentTool[];
  /** Started and closed by the caller; several sessions may share them. */
  readonly mcp?: McpServers;
  /** Called if the rules say `ask`; without it such a call is denied. */
  readonly approve?: Approve;
  readonly rules?: readonly ApprovalRule[];
  /** What happens to calls that no rule matches. Default: `ask`. */
  readonly mode?: ApprovalMode;
  /** The start of the system prompt, and its end. */
  readonly role?: string;
  readonly appendSystem?: string;
  /** The system prompt names the workspace and the platform. Default: false. */
  readonly describesWorkspace?: boolean;
  /**
   * Whether the `AGENTS.md` of the user and of the folders from the root of the repository down to the workspace is part of the system
   * prompt. Those of deeper folders come with the first result that is about them. Default: false.
   */
  readonly instructions?: boolean | InstructionOptions;
  /** A conversation from elsewhere to continue, however malformed. Not for a session that is resumed. */
  readonly contents?: readonly Content[];
  readonly store?: SessionStore;
  /** Where cooldowns and counters are stored; several sessions may share it. */
  readonly routeStore?: RouteStore;
  readonly cooldowns?: Partial<CooldownConfig>;
  readonly settings?: Settings;
  readonly policy?: PolicyOptions;
  readonly limits?: Partial<SessionLimits>;
  /** Offers `task`, which starts subagents. Default: false. */
  readonly subagents?: Partial<SubagentLimits> | false;
  /** Commands that run before and after tools, turns and the session. */
  readonly hooks?: HookOptions;
  /** Agents that `task` can start by name. */
  readonly agents?: readonly AgentDefinition[];
  /** Offers `skill`, which reads one of these. `readSkills` finds them in folders. */
  readonly skills?: readonly Skill[];
  /** Saves files before a call changes them, so that they can be restored. Needs a store with side files. Default: false. */
  readonly keepsFiles?: boolean;
  /** Offers `update_todos`, a todo list that the model keeps. Default: false. */
  readonly todos?: boolean;
  /** Offers `propose_plan`, which ends plan mode. Default: false. */
  readonly plans?: boolean;
  /** Receives events while no turn runs, such as the end of a background command. During a turn they are events of the turn. */
  readonly atRest?: Emit;
  /** When `read_output` is offered, for results that were cut. Default: `when-cut`, from the first of them on. */
  readonly readOutput?: 'always' | 'when-cut';
  /** When the history is compacted; `false`: only on request. */
  readonly compaction?: CompactionOptions | false;
  readonly transport?: Transport;
  readonly clock?: Clock;
  readonly random?: () => number;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Variables with secrets, besides those of providers and of the route's credentials: commands do not see them. */
  readonly secretNames?: readonly string[];
  readonly id?: string;
  readonly title?: string;
}
