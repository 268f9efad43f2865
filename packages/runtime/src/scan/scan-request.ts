/** The worker's input and output. Both are copied between threads: plain data. */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { FileHits } from './hits.ts';

export interface SearchQuery {
  /** A JavaScript expression and its flags, known to be valid. */
  readonly source: string;
  readonly flags: string;
  /** Lines shown before and after each match. */
  readonly context: number;
  /** Matching lines in all. */
  readonly limit: number;
}

export interface ScanRequest {
  /** The allowed folder, absolute and without links. */
  readonly root: string;
  /** Where to begin, from the root with `/`; '' for the root itself. */
  readonly start: string;
  /** `start` is a file, and only that is meant. */
  readonly single: boolean;
  /** Held against the path from `start` on. */
  readonly glob?: string;
  /** A glob without `/` matches names at any depth. */
  readonly anyDepth: boolean;
  /** What is named: everything there is to see, folders too, or what can be searched. */
  readonly wanted: 'files' | 'files-and-folders' | 'searchable';
  /** Entries after which it stops. */
  readonly most: number;
  /** Larger files are not searched. */
  readonly largestFile: number;
  /** What is found but must not be shown. Absent: nothing. */
  readonly denial?: Denial;
  /** Absent: only the names are requested. */
  readonly query?: SearchQuery;
}

export interface Denial {
  readonly rules: readonly ApprovalRule[];
  /** What is denied to one of them is skipped. */
  readonly tools: readonly string[];
  /** What rules put before a path from the root: nothing in the workspace, else the root. */
  readonly prefix: string;
}

export interface ScanEnd {
  /** Files named or searched. */
  readonly files: number;
  /** There would have been more. */
  readonly more: boolean;
  /** Names of folders and files that could not be read, and of files that were too large; a few of them, and how many. */
  readonly unread: Omissions;
  readonly large: Omissions;
  /** Entries that were skipped because of a rule. */
  readonly denied: number;
}

export interface Omissions {
  readonly count: number;
  readonly names: readonly string[];
}

export type ScanMessage =
  /** A sign of life, and where it is. */
  | { readonly type: 'at'; readonly path: string }
  /** From the root, with `/`; folders end in `/`. */
  | { readonly type: 'paths'; readonly paths: readonly string[] }
  | { readonly type: 'hits'; readonly hits: FileHits }
  | { readonly type: 'problem'; readonly text: string }
  | { readonly type: 'end'; readonly end: ScanEnd };
