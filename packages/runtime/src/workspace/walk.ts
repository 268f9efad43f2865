/**
 * Every file below a folder that is not left out, in one order for everyone: by names, part by part. Links are named and not
 * followed; `.git` is never entered. Runs in the worker, hence without waiting.
 */
import { type Dirent, readdirSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { IgnoreRules } from './ignore-rules.ts';

export interface WalkEntry {
  readonly kind: 'file' | 'link' | 'folder';
  /** From the root of the walk, with `/`. */
  readonly path: string;
}

export interface WalkOptions {
  /** An allowed folder; its `.gitignore` and those below it count. */
  readonly root: string;
  /** Where to begin, from the root with `/`; '' for the root itself. */
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

/** The rules of all folders above the start; none of them if the start is left out itself: who asks for it gets it. */
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
    else if (entry.isDirectory()) {
      yield { kind: 'folder', path };
      yield* walkFolder(options, path, rules, depth + 1);
    }
  }
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
