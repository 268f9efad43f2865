/**
 * A reader for the sessions of one agent. Reading is a function of the agent's records; finding and opening files is done in
 * `files/` for all agents. A reader is a folder in `agents/` and a line in `readers.ts`.
 */
import type { JsonObject } from '@interlock/transcript';
import type { ImportedSession, ImportProblem } from './imported-session.ts';

export interface AgentReader {
  /** The name that users type: `claude-code`. */
  readonly name: string;
  /** The display name: `Claude Code`. */
  readonly label: string;
  /** The folders in which the agent stores its sessions on this machine. */
  places(machine: Machine): readonly SessionPlace[];
  /** The folder an agent worked in that keeps its sessions there, by the path of a file: `AgentRecords.project`. */
  projectOf?(path: string): string | undefined;
  /** Whether the first records of a file are this agent's. No two readers may claim the same file. */
  recognises(first: readonly JsonObject[]): boolean;
  /**
   * A record without what the reader never uses, called for each line as it is read: what a session contains in
   * addition to its conversation is often larger than the conversation, and is not kept in memory.
   */
  slim?(record: JsonObject): JsonObject;
  /** Files that belong to a session, named by its file's name or in its records: `AgentRecords.beside`. */
  besides?(file: string, records: readonly AgentRecord[]): readonly BesidePlace[];
  /** Sessions of this agent that this one begins with, as part of a file name: `AgentRecords.related`, without their own relatives. */
  bases?(records: readonly AgentRecord[]): readonly string[];
  /** Sessions of this agent that this one started, as part of a file name: `AgentRecords.related`. */
  relatives?(records: readonly AgentRecord[]): readonly string[];
  /** Total: it returns for any records, and what it does not understand is in `problems`. */
  read(source: AgentRecords, options?: ReadOptions): ImportedSession;
  /** Checks the records against digests that the agent itself wrote, if it writes any. */
  verify?(source: AgentRecords): Verification;
}

export interface ReadOptions {
  /** The id of one of `ImportedSession.branches`. Default: the branch that was written last. */
  readonly branch?: string;
}

/** The machine as readers see it. */
export interface Machine {
  readonly platform: 'linux' | 'darwin' | 'win32' | (string & {});
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface SessionPlace {
  readonly folder: string;
  /** The pattern of a session file's path, below `folder`, with `/`. */
  readonly files: RegExp;
  /** How many folders below `folder` files may be. Default: 0. */
  readonly depth?: number;
  readonly form: FileForm;
}

/** A folder next to a session file (below the file's own folder), and which of its files belong to the session. */
export interface BesidePlace {
  readonly folder: string;
  /** The pattern of a file's path, below `folder`, with `/`. */
  readonly files: RegExp;
  /** How many folders below `folder` files may be. Default: 0. */
  readonly depth?: number;
  /** Whether a file belongs to the session, by its first line. Default: all do. */
  readonly belongs?: (first: JsonObject) => boolean;
}

/**
 * How a file becomes records. `lines`: a JSON object per line (`.zst` is decompressed). `document`: one JSON document;
 * each element of a list is a record. A database: SQLite.
 */
export type FileForm = 'lines' | 'document' | DatabaseForm;

export interface DatabaseForm {
  /**
   * One row per session; its column `id` identifies it, `title`, `folder` and `time` describe it if the agent has them.
   */
  readonly sessions: string;
  /** The rows of the session `:id`, in order. Each becomes a record `{ table, ...row }`. No other table is read. */
  readonly rows: readonly { readonly table: string; readonly query: string }[];
}

export interface AgentRecord {
  /** The number of the line, element or row, from 1. */
  readonly at: number;
  readonly value: JsonObject;
}

export interface AgentRecords {
  /** The name of the file, without its folder. In `place` it comes before the number of the record. */
  readonly name: string;
  readonly project?: string | undefined;
  readonly records: readonly AgentRecord[];
  /** Problems with the file itself. */
  readonly problems: readonly ImportProblem[];
  /**
   * Files that belong to the session, by their path relative to its folder; `.yaml` and similar as one record `{ text
   * }`.
   */
  readonly beside: ReadonlyMap<string, AgentRecords>;
  /** The requested `bases` and `relatives`, as far as they were found. */
  readonly related: ReadonlyMap<string, AgentRecords>;
}

export interface Verification {
  /** Requests that the agent has described in its file. */
  readonly requests: number;
  /** Messages of those requests, each counted once. */
  readonly messages: number;
  /** The number of these messages that were rebuilt from the records and have exactly this digest. */
  readonly matched: number;
  /** The number of these messages that the file contains only as a copy of what was sent, which proves nothing. */
  readonly onlyInBlobs: number;
  /** The other messages, with the requests that contain them. */
  readonly missing: readonly { readonly digest: string; readonly place: string }[];
  /** How many messages were rebuilt from the records, sent or not. */
  readonly rebuilt: number;
}

export function placeOf(source: Pick<AgentRecords, 'name'>, record: Pick<AgentRecord, 'at'>): string {
  return `${source.name}:${record.at}`;
}
