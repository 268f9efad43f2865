/** The worker's input and output: plain data that is copied between threads. */
import type { ApprovalRule } from '../tool/approval-rule.ts';
import type { FileHits } from './hits.ts';

export interface SearchQuery {
  /** A valid JavaScript expression and its flags. */
  readonly source: string;
  readonly flags: string;
  /** Context lines before and after each match. */
  readonly context: number;
  /** Total limit of matching lines. */
  readonly limit: number;
}

export interface ScanRequest {
  /** The allowed folder, absolute and with links resolved. */
  readonly root: string;
  /** Where to start, relative to the root with `/`; '' for the root. */
  readonly start: string;
  /** `start` is a file; only that is searched. */
  readonly single: boolean;
  /** Matched against the path relative to `start`. */
  readonly glob?: string;
  /** A glob without `/` matches names at any depth. */
  readonly anyDepth: boolean;
  /** Which entries are listed: files, files and folders, or only files that can be searched. */
  readonly wanted: 'files' | 'files-and-folders' | 'searchable';
  /** Stops after this many entries. */
  readonly most: number;
  /** Larger files are not searched. */
  readonly largestFile: number;
  /** Rules about entries that must not be shown. Absent: everything may be shown. */
  readonly denial?: Denial;
  /** Absent: only the names are requested. */
  readonly query?: SearchQuery;
}

export interface Denial {
  readonly rules: readonly ApprovalRule[];
  /** Entries denied to one of them are skipped. */
  readonly tools: readonly string[];
  /** The prefix of paths in rules: empty in the workspace, else the root. */
  readonly prefix: string;
}

export interface ScanEnd {
  /** Files listed or searched. */
  readonly files: number;
  /** There are more entries than listed. */
  readonly more: boolean;
  /** Folders and files that could not be read, and files that were too large; a few names, and how many. */
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
  /** Reports that the worker is alive, and where it is. */
  | { readonly type: 'at'; readonly path: string }
  /** Relative to the root, with `/`; folders end in `/`. */
  | { readonly type: 'paths'; readonly paths: readonly string[] }
  | { readonly type: 'hits'; readonly hits: FileHits }
  | { readonly type: 'problem'; readonly text: string }
  | { readonly type: 'end'; readonly end: ScanEnd };
