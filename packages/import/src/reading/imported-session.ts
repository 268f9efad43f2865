/** A reader's result for another agent's session: a log in our own terms, and everything to report about it. */
import type { Content, SyntheticReason } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';

export interface ImportedSession {
  /** The reader's name, as in `claude-code`. */
  readonly agent: string;
  /** The agent's own id of the session. */
  readonly id: string;
  /** The version of the agent that wrote the last record, if recorded. */
  readonly version?: string;
  readonly title?: string;
  /** The folder the agent worked in. */
  readonly folder?: string;
  /** The session this one was forked from, or whose subagent it is. */
  readonly parent?: string;
  /** The events of the chosen branch, in order. */
  readonly log: readonly LogEntry[];
  /** Other ends of the conversation (rewinds, edits). Read one with `readSession(source, { branch })`. */
  readonly branches: readonly Branch[];
  readonly subagents: readonly Subagent[];
  readonly problems: readonly ImportProblem[];
  /** Counts of things that are not in the log because they come neither from the user nor from the model, by kind. */
  readonly leftOut: Readonly<Record<string, number>>;
}

export type LogEntry = ContentEntry | CompactionEntry | ClosedEntry;

export interface ContentEntry {
  readonly kind: 'content';
  readonly content: Content;
  /** Location: the file and the line, or the path in a document. */
  readonly place: string;
  /** For an answer: the usage of its request. */
  readonly usage?: Usage;
  /** Milliseconds since 1970. */
  readonly time?: number;
}

/** Replaces the history with `contents`. Contents that were kept are the same objects as in earlier entries. */
export interface CompactionEntry {
  readonly kind: 'compaction';
  readonly contents: readonly Content[];
  readonly place: string;
  readonly time?: number;
}

/** A call that never got a result, and why. */
export interface ClosedEntry {
  readonly kind: 'closed';
  /** The canonical id of the call. */
  readonly callId: string;
  readonly toolName: string;
  readonly reason: SyntheticReason;
  readonly place: string;
}

export interface Branch {
  /** Pass it as `branch` to read this branch. */
  readonly id: string;
  /** The last message on it, shortened. */
  readonly title: string;
  /** How many records it has that the chosen branch does not. */
  readonly records: number;
  readonly time?: number;
}

export interface Subagent {
  readonly id: string;
  /** The canonical id of the call that started it, if known. */
  readonly callId?: string;
  /** Absent if its records are missing. */
  readonly session?: ImportedSession;
}

export interface ImportProblem {
  readonly code: ProblemCode;
  readonly place: string;
  readonly message: string;
}

export type ProblemCode =
  /** The last line is incomplete: the agent is writing it, or was killed while writing. */
  | 'torn-line'
  | 'not-json'
  | 'line-too-long'
  | 'file-too-large'
  | 'unreadable-file'
  /** More files are next to the session than are read. */
  | 'too-many-files'
  | 'too-many-problems'
  | 'unknown-record'
  | 'unknown-version'
  | 'missing-parent'
  | 'missing-history'
  | 'missing-branch'
  | 'unreadable-part'
  | 'unreadable-compaction'
  /** The format contains only text, or nothing else about it is known. */
  | 'text-only';

/** The most problems that are reported for one session. */
export const mostProblems = 1_000;
