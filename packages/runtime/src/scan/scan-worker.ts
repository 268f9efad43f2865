/**
 * The part of a scan that runs in a worker thread: globs, `.gitignore` files and expressions come from models and untrusted
 * repositories and can take forever to match. Only a thread can be stopped in the middle of that.
 */

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import picomatch from 'picomatch';
import { deniedPaths, type IsDenied } from '../approval/denied-paths.ts';
import { type WalkEntry, walk } from '../workspace/walk.ts';
import { HitCollector } from './hits.ts';
import { matchLines, readText, unread } from './match-lines.ts';
import type { Omissions, ScanMessage, ScanRequest, SearchQuery } from './scan-request.ts';

const pathsPerMessage = 500;
const mostNames = 5;

export function runScan(request: ScanRequest, post: (message: ScanMessage) => void): void {
  const notes = { unread: new Names(), large: new Names(), denied: new Names() };
  const search = request.query === undefined ? undefined : new Search(request, request.query, notes.unread, post);
  let files = 0;
  let more = false;
  let paths: string[] = [];
  const flush = (): void => {
    if (paths.length > 0) post({ type: 'paths', paths });
    paths = [];
  };
  for (const path of candidates(request, notes, post)) {
    if (files >= request.most || search?.isFull === true) {
      more = true;
      break;
    }
    files += 1;
    if (search !== undefined) search.in(path);
    else if (paths.push(path) >= pathsPerMessage) flush();
  }
  flush();
  const isCut = search?.isFull === true || more;
  const { unread: unreadNames, large, denied } = notes;
  const omitted = { unread: unreadNames.noted, large: large.noted, denied: denied.noted.count };
  post({ type: 'end', end: { files, more: isCut, ...omitted } });
}

class Search {
  readonly #request: ScanRequest;
  readonly #query: SearchQuery;
  readonly #expression: RegExp;
  readonly #unread: Names;
  readonly #post: (message: ScanMessage) => void;
  #left: number;
  #full = false;

  constructor(request: ScanRequest, query: SearchQuery, unreadFiles: Names, post: (message: ScanMessage) => void) {
    this.#request = request;
    this.#query = query;
    this.#expression = new RegExp(query.source, query.flags);
    this.#unread = unreadFiles;
    this.#post = post;
    this.#left = query.limit;
  }

  get isFull(): boolean {
    return this.#full;
  }

  in(path: string): void {
    const beat = (): void => this.#post({ type: 'at', path });
    beat();
    const text = readText(join(this.#request.root, path));
    if (text === unread) this.#unread.note(path);
    if (text === unread || text === undefined) return;
    const collector = new HitCollector(this.#left, this.#query.context);
    matchLines(text, this.#expression, this.#query.context, collector, beat);
    const hits = collector.result(path);
    this.#left -= hits.matches;
    this.#full = hits.more;
    if (hits.matches > 0) this.#post({ type: 'hits', hits });
  }
}

interface Notes {
  readonly unread: Names;
  readonly large: Names;
  readonly denied: Names;
}

function* candidates(request: ScanRequest, notes: Notes, post: (message: ScanMessage) => void): Generator<string> {
  const { root, start, wanted } = request;
  const isDenied = denialOf(request, notes);
  if (request.single) {
    if (!isDenied(start) && isSearchable(request, start, notes)) yield start;
    return;
  }
  const matches = request.glob === undefined ? () => true : compileGlob(request.glob, request);
  const from = start === '' ? 0 : start.length + 1;
  const entering = (path: string): void => post({ type: 'at', path });
  const failed = (path: string): void => notes.unread.note(path === '' ? '.' : path);
  for (const { kind, path } of walk({ root, start, entering, failed })) {
    if (!isWanted(kind, wanted) || !matches(path.slice(from)) || isDenied(path)) continue;
    if (wanted !== 'searchable') yield kind === 'folder' ? `${path}/` : path;
    else if (isSearchable(request, path, notes)) yield path;
  }
}

/** Chooses both what ripgrep is given and what we search ourselves. */
function denialOf({ denial }: ScanRequest, notes: Notes): IsDenied {
  const isDenied = denial === undefined ? undefined : deniedPaths(denial.rules, denial.tools);
  if (denial === undefined || isDenied === undefined) return () => false;
  return (path) => {
    if (!isDenied(denial.prefix + path)) return false;
    notes.denied.note(path);
    return true;
  };
}

function isWanted(kind: WalkEntry['kind'], wanted: ScanRequest['wanted']): boolean {
  if (kind === 'folder') return wanted === 'files-and-folders';
  return kind === 'file' || wanted !== 'searchable';
}

function isSearchable({ root, largestFile }: ScanRequest, path: string, notes: Notes): boolean {
  try {
    if (lstatSync(join(root, path)).size <= largestFile) return true;
    notes.large.note(path);
  } catch {
    notes.unread.note(path);
  }
  return false;
}

class Names {
  readonly #names: string[] = [];
  #count = 0;

  note(name: string): void {
    this.#count += 1;
    if (this.#names.length < mostNames) this.#names.push(name);
  }

  get noted(): Omissions {
    return { count: this.#count, names: this.#names };
  }
}

/** Compiles a glob. Runs in the worker: a glob can be as slow to match as any regular expression. */
type Matches = (path: string) => boolean;

interface GlobOptions {
  /** A glob without `/` matches the name alone, at any depth. */
  readonly anyDepth: boolean;
}

function compileGlob(glob: string, { anyDepth }: GlobOptions): Matches {
  const pattern = glob.replace(/^(!?)\.?\//, '$1');
  const inAnyFolder = anyDepth && !pattern.includes('/');
  const rest = pattern.replace(/^!/, '');
  // A name may contain a line break, hence the flag.
  const matches = picomatch(inAnyFolder ? `**/${rest}` : rest, { dot: true, nonegate: true, flags: 's' });
  return pattern.startsWith('!') ? (path) => !matches(path) : matches;
}
