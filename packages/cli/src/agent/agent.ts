/**
 * An agent ready to be used: what the configuration, the environment and the flags add up to. The interactive program,
 * print mode and the demonstration all get one of these, and nothing else decides what a session is made of.
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
  /** For people: window, price, why it cannot be used now. */
  readonly note: string;
  /** A key is there, or none is needed. */
  readonly usable: boolean;
  readonly to: RouteTarget | RouteConfig | Route;
}

/** A command that says something to the model: `/name` and what is typed after it become a text. */
export interface TextCommand {
  readonly name: string;
  /** For the list of commands. */
  readonly summary: string;
  /** What may be typed after it. */
  readonly argument?: string;
  /** Rejects where it cannot be made. */
  expand(argument: string): Promise<string>;
}

/** Whom to ask and notify while a session is opened and used. */
export interface Asking {
  readonly approve?: Approve;
  /** Something that takes a while, said before it does. */
  readonly tell?: (text: string) => void;
  /** What the session tells while no turn runs. */
  readonly heard?: Emit;
}

export interface Agent {
  readonly workspace: string;
  /** An untrusted folder's files can only narrow what is allowed. */
  readonly trusted: boolean;
  readonly config: ResolvedConfig;
  /** Whether what is started is held in a sandbox, and by what. */
  readonly confinement: Confinement;
  readonly choices: readonly Choice[];
  /** A model by its name, listed or not. Undefined: there is no such provider. Absent: only what is listed can be named. */
  named?(name: string): Choice | undefined;
  readonly store: SessionStore;
  /** Rules that the user allowed for this project; absent: they are only remembered for a session. */
  readonly permissions?: ProjectPermissions;
  /** The command that continues a session, followed by its id; absent: `interlock --resume`. Empty: nothing is kept. */
  readonly resumeCommand?: string;
  /** The folder where what is typed at the prompt is kept for later runs; absent: it is not. */
  readonly inputHistory?: string;
  readonly mcp?: McpServers;
  /** What a new session offers, in addition to its own tools and those of MCP servers. */
  readonly tools: readonly AgentTool[];
  /** Tools in files of the user and of a trusted project; absent: there are none. */
  readonly ownTools?: OwnTools;
  /** Custom commands; absent: there are none. */
  readonly commands?: () => readonly TextCommand[];
  /** What a first run should know, in at most three lines: what was found, and what to do. */
  readonly notices: readonly string[];
  /** The session that the flags ask for: a new one, the last one of this folder, or the one named. */
  open(more: Asking): Promise<Session>;
  /** A new session, whatever the flags ask for; absent: `open` gives one. */
  begin?(more: Asking): Promise<Session>;
  resume(id: string, more: Asking): Promise<Session>;
  /** Cooldowns of what is used now. */
  look(): Promise<RouteView | undefined>;
  close(): Promise<void>;
}
