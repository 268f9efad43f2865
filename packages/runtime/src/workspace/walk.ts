/**
 * Walks all files below a folder that are not excluded, always in the same order: by name, part by part. Links are listed but not
 * followed; `.git` is never entered. An empty `.interlock` is a placeholder of the sandbox, and nobody's. Runs in the worker, hence synchronous.
 */
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { IgnoreRules } from './ignore-rules.ts';

export interface WalkEntry {
  readonly kind: 'file' | 'link' | 'folder';
  /** Relative to the root of the walk, with `/`. */
  readonly path: string;
}

export interface WalkOptions {
  /** An allowed folder; its `.gitignore` and those below apply. */
  readonly root: string;
  /** Where to start, relative to the root with `/`; '' for the root. */
  readonly start: string;
  /** Called for every folder before it is read. */
  readonly entering: (folder: string) => void;
  /** Called for every folder that could not be read. */
  readonly failed: (folder: string) => void;
}

const deepest = 200;

export function* walk(options: WalkOptions): Generator<WalkEntry> {
  yield* walkFolder(options, options.start, rulesAt(options), 0);
}

/** The rules of all folders above the start; none if the start itself is excluded: it was requested explicitly. */
function rulesAt({ root, start }: WalkOptions): IgnoreRules {
  let rules = new IgnoreRules();
  if (start === '') return rules;
  let folder = '';
  for (const part of start.split('/')) {
    rules = rules.within(root, folder);
    folder = folder === '' ? part : `${folder}/${part}`;
    if (rules.leavesOut(folder, true)) rules = new IgnoreRules();
  }
  return rules;
}

function* walkFolder(options: WalkOptions, folder: string, outer: IgnoreRules, depth: number): Generator<WalkEntry> {
  options.entering(folder);
  const entries = readFolder(join(options.root, folder));
  if (entries === undefined || depth > deepest) return options.failed(folder);
  const rules = outer.within(options.root, folder);
  for (const entry of entries) {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.name === '.git' || rules.leavesOut(path, entry.isDirectory())) continue;
    if (entry.isFile()) yield { kind: 'file', path };
    else if (entry.isSymbolicLink()) yield { kind: 'link', path };
    else if (entry.isDirectory() && !isPlaceholder(join(options.root, path))) {
      yield { kind: 'folder', path };
      yield* walkFolder(options, path, rules, depth + 1);
    }
  }
}

function isPlaceholder(path: string): boolean {
  return basename(path) === '.interlock' && readFolder(path)?.length === 0;
}

function readFolder(path: string): Dirent[] | undefined {
  try {
    const entries = readdirSync(path, { withFileTypes: true });
    // A folder that has become a link would have been read somewhere else.
    if (realpathSync.native(path) !== path) return undefined;
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return undefined;
  }
}
