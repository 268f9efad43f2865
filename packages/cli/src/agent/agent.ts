/**
 * An agent, ready to use: the result of configuration, environment and flags. The terminal program, print mode, editors and the
 * demonstration all get one, and nothing else decides what a session consists of.
 */
import type {
  AgentTool,
  Approve,
  Confinement,
  Emit,
  Route,
  RouteConfig,
  RouteTarget,
  RouteView,
  Session,
  SessionStore,
} from '@interlock/runtime';
import type { McpServers } from '@interlock/runtime/mcp';
import type { ResolvedConfig } from '../config/resolved-config.ts';
import type { OwnTools } from '../own-tools/open-own-tools.ts';
import type { ProjectPermissions } from './project-permissions.ts';

/** Something to choose with `/model` or `/route`. */
export interface Choice {
  readonly name: string;
  readonly kind: 'model' | 'route';
  /** For the user: context window, price, why it cannot be used now. */
  readonly note: string;
  /** Whether a key is set, or none is needed. */
  readonly usable: boolean;
  readonly to: RouteTarget | RouteConfig | Route;
}

/** A command that sends text to the model: `/name` and its arguments expand to a message. */
export interface TextCommand {
  readonly name: string;
  /** Shown in the list of commands. */
  readonly summary: string;
  /** Its arguments, for the list. */
  readonly argument?: string;
  /** Rejects if it cannot be expanded. */
  expand(argument: string): Promise<string>;
}

/** Callbacks for opening and using a session. */
export interface SessionCallbacks {
  readonly approve?: Approve;
  /** Announces something that takes a while. */
  readonly notify?: (text: string) => void;
  /** Events of the session between turns. */
  readonly onEvent?: Emit;
}

export interface Agent {
  readonly workspace: string;
  /** Files of an untrusted folder can only add restrictions. */
  readonly trusted: boolean;
  readonly config: ResolvedConfig;
  /** Whether processes run in a sandbox, and in which one. */
  readonly confinement: Confinement;
  readonly choices: readonly Choice[];
  /** A model by its name, listed or not. Undefined: unknown provider. Absent: only listed models can be named. */
  named?(name: string): Choice | undefined;
  readonly store: SessionStore;
  /** Rules that the user allowed for this project. Absent: rules are remembered only for a session. */
  readonly permissions?: ProjectPermissions;
  /** The command that resumes a session, followed by its id. Absent: `interlock --resume`. Empty: nothing is stored. */
  readonly resumeCommand?: string;
  /** The folder with the input history of the prompt. Absent: it is not stored. */
  readonly inputHistory?: string;
  readonly mcp?: McpServers;
  /** The tools of a new session, in addition to those of the session itself and of MCP servers. */
  readonly tools: readonly AgentTool[];
  /** Custom tools, in files of the user and of a trusted project. Absent: there are none. */
  readonly ownTools?: OwnTools;
  /** Custom commands; absent: there are none. */
  readonly commands?: () => readonly TextCommand[];
  /** Notices for the start, in at most three lines: what was found, and what to do. */
  readonly notices: readonly string[];
  /** The session that the flags request: a new one, the last one of this folder, or the one named. */
  open(more: SessionCallbacks): Promise<Session>;
  /** A new session, whatever the flags say. Absent: use `open`. */
  begin?(more: SessionCallbacks): Promise<Session>;
  resume(id: string, more: SessionCallbacks): Promise<Session>;
  /** Cooldowns of the targets in use. */
  routeView(): Promise<RouteView | undefined>;
  close(): Promise<void>;
}
