/** The interface of a tool. `define-tool.ts` makes one from a schema and a function. */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import type { ApprovalRule } from './approval-rule.ts';
import type { StartsJobs } from './job.ts';

/** What a tool does; approval depends on it. `other` is the default. */
export type ToolKind = 'read' | 'write' | 'command' | 'network' | 'mcp' | 'agent' | 'other';

/**
 * What a call accesses. Names are compared part by part at `/`: accessing something in a folder accesses the folder. Readers share; a
 * writer waits for every earlier call that accesses the same.
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
  /** Open files of an editor. Absent: the files on disk are used. */
  readonly buffers?: Buffers;
}

export interface ToolContext {
  readonly callId: string;
  /** Aborted when the call is cancelled or times out. A tool that keeps running is abandoned. */
  readonly signal: AbortSignal;
  readonly workspace: Workspace;
  /** For processes the tool starts: without provider keys. */
  readonly environment: Readonly<Record<string, string>>;
  /** The rules of the session, for a tool that may find files which other calls are denied. Absent: none. */
  readonly rules?: readonly ApprovalRule[];
  /** The session's time limit for a call; 0: none. Absent: the tool's own limit. */
  readonly timeoutMs?: number;
  /** Nobody has allowed the call: it runs because it only reads, and must not start what a repository names. */
  readonly onlyReads?: true;
  /** Starts work that continues after the call. Absent: there is no session that would end it. */
  readonly jobs?: StartsJobs;
  /** Output so far: shown immediately, and kept as partial output if the call is stopped. */
  progress(text: string): void;
}

/** A tool's result. `failed`: it ran but did not do what was asked. */
export interface ToolReport {
  readonly text?: string;
  /** Instead of `text`, if the result is data. */
  readonly value?: JsonValue;
  readonly media?: readonly MediaBlock[];
  readonly failed?: boolean;
}

export type ToolOutput = string | ToolReport;

/** What a call can reach, for approval. */
export interface CallConfinement {
  /** Everything it does runs in processes inside the sandbox. */
  readonly confined: boolean;
  /** The question to the user if the call needs more than the sandbox allows. It is always asked, whatever rules or modes allow. */
  readonly question?: string;
  /** The sentence for the model if nobody can be asked. Default: that it must do without. */
  readonly unasked?: string;
}
/** What a call would do if it ran now. `refused`: why it cannot succeed; then nobody is asked. */
export type Preview = { readonly shown: string } | { readonly refused: string };

export interface AgentTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema. Arguments are checked against it, with defaults filled in, before anything else sees them. */
  readonly parameters: JsonObject;
  readonly kind: ToolKind;
  /** Default: the scheduler's. 0: none. */
  readonly timeoutMs?: number;
  /** Longest output in characters; default: the scheduler's. */
  readonly maxOutput?: number;
  /** It can start background commands (`ToolContext.jobs`): the session then also offers tools to read and stop them. */
  readonly startsJobs?: boolean;
  /** The MCP server it belongs to. */
  readonly server?: string;
  access(args: JsonObject, workspace: Workspace): Access;
  /** What a rule's pattern is compared with: a path in the workspace, a command line, a URL. '' if there is nothing. */
  subject(args: JsonObject, workspace: Workspace): string;
  /** Absent: it runs outside the sandbox. */
  confinement?(args: JsonObject): CallConfinement;
  /** Shown to the user for approval. Absent: the arguments are enough. Has no effects. */
  preview?(args: JsonObject, workspace: Workspace): Promise<Preview>;
  run(args: JsonObject, context: ToolContext): Promise<ToolOutput>;
}

/** Open files of an editor: a buffer may have unsaved changes. */
export interface Buffers {
  /** The text in the editor. Undefined: the file is not open there, so the disk is used. */
  read?(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Puts the text into the buffer and saves it. Rejects if the editor refuses. Absent: files are written on disk. */
  write?(path: string, text: string, signal?: AbortSignal): Promise<void>;
}
