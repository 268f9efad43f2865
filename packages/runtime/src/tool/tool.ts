/** What a tool is to the runtime. `define-tool.ts` makes one from a schema and a function. */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import type { ApprovalRule } from './approval-rule.ts';
import type { StartsJobs } from './job.ts';

/** What a tool may do, in the kinds that approval decides by. `other` is for tools that say nothing. */
export type ToolKind = 'read' | 'write' | 'command' | 'network' | 'mcp' | 'agent' | 'other';

/**
 * What a call touches. Names are compared part by part at `/`: a folder is touched by whatever touches something in it. Readers
 * share; a writer waits for every earlier call that touches the same.
 */
export interface Access {
  readonly reads?: readonly string[];
  readonly writes?: readonly string[];
  /** Waits for every earlier call, and every later one waits for it. */
  readonly exclusive?: boolean;
}

export interface Workspace {
  /** Absolute, with symbolic links resolved. */
  readonly root: string;
  /** Other folders that tools may use; absolute. */
  readonly alsoAllowed: readonly string[];
  /** Files as an editor has them. Absent: what is on disk counts. */
  readonly buffers?: Buffers;
}

export interface ToolContext {
  readonly callId: string;
  /** Aborted when the call is cancelled or out of time. A tool that keeps running is abandoned. */
  readonly signal: AbortSignal;
  readonly workspace: Workspace;
  /** For processes the tool starts: without the keys of providers. */
  readonly environment: Readonly<Record<string, string>>;
  /** Those of the session, for a tool that comes upon things which another call would be denied. Absent: none. */
  readonly rules?: readonly ApprovalRule[];
  /** How long a call may take, where the session sets a limit; 0: as long as it likes. Absent: the tool's own limit. */
  readonly timeoutMs?: number;
  /** Starts work that continues after the call. Absent: there is no session to end it with. */
  readonly jobs?: StartsJobs;
  /** Output as it comes: shown at once, and kept as what there is when the call is stopped. */
  progress(text: string): void;
}

/** What a tool has to say. `failed`: it ran, and the model should know that it did not do what was asked. */
export interface ToolReport {
  readonly text?: string;
  /** In place of `text`, when the result is data. */
  readonly value?: JsonValue;
  readonly media?: readonly MediaBlock[];
  readonly failed?: boolean;
}

export type ToolOutput = string | ToolReport;

/** How far a call can reach, for the decision whether it may run. */
export interface CallConfinement {
  /** Everything it does is done by processes inside the sandbox. */
  readonly confined: boolean;
  /** It reaches further than the sandbox allows. The user is always asked this, whatever rules or modes allow. */
  readonly question?: string;
  /** What the model reads if there is no one to ask. Default: that it must do without. */
  readonly unasked?: string;
}
/** What a call would do if it ran now. `refused`: it cannot succeed, and why; then no one needs to be asked. */
export type Preview = { readonly shown: string } | { readonly refused: string };

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. Arguments are checked against it, with defaults filled in, before anything else sees them. */
  readonly parameters: JsonObject;
  readonly kind: ToolKind;
  /** Absent: the scheduler's. 0: none. */
  readonly timeoutMs?: number;
  /** Longest output in characters; absent: the scheduler's. */
  readonly maxOutput?: number;
  /** It can start background commands (`ToolContext.jobs`): a session that has it also offers tools to read and stop them. */
  readonly startsJobs?: boolean;
  /** The MCP server it belongs to. */
  readonly server?: string;
  access(args: JsonObject, workspace: Workspace): Access;
  /** What a rule's pattern is compared with: a path in the workspace, a command line, an address. '' when there is nothing. */
  subject(args: JsonObject, workspace: Workspace): string;
  /** Absent: it runs outside the sandbox. */
  confinement?(args: JsonObject): CallConfinement;
  /** Shown to the user for approval. Absent: the arguments say everything. Has no effect. */
  preview?(args: JsonObject, workspace: Workspace): Promise<Preview>;
  run(args: JsonObject, context: ToolContext): Promise<ToolOutput>;
}

/** Files as an editor has them: a buffer may hold changes that are not saved yet. */
export interface Buffers {
  /** The text as the editor shows it. Undefined: the editor does not have this file, so the disk counts. */
  read?(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Puts the text into the buffer and saves it. Rejects if the editor refuses. Absent: files are written on disk. */
  write?(path: string, text: string, signal?: AbortSignal): Promise<void>;
}
