/**
 * Repositories that a confined command has made where git outside will look, with settings that run programs. No mount prevents these:
 * their names are new. They are found when a command has ended.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { areHarmless } from '../git-setting.ts';
import { quoteWord } from '../quote-word.ts';
import { askGit, gitFolderOf, nestedIn } from './git-folders.ts';
import { entryAt } from './open-place.ts';

export interface ArmedRepository {
  /** Absolute. */
  readonly path: string;
  /** `entry`: nested, and in the index of `root`. `bare`: the root itself, without `.git`. */
  readonly how: 'entry' | 'bare';
  readonly root: string;
  /** It could not be disarmed. */
  readonly isLeft?: true;
}

/** What git outside looks into already, and what is therefore protected. */
export function watchedRepositories(roots: readonly string[]): ReadonlySet<string> {
  return new Set(
    roots.flatMap((root) => [...entriesBelow(root).map(({ path }) => path), ...(isBare(root) ? [root] : [])]),
  );
}

export function armedRepositories(roots: readonly string[], watched: ReadonlySet<string>): readonly ArmedRepository[] {
  return roots.flatMap((root) => {
    const entries = entriesBelow(root).filter(({ path }) => !watched.has(path) && isArmed(join(path, '.git')));
    const isNew = !watched.has(root) && isBare(root) && isArmed(root);
    return [...entries, ...(isNew ? [{ path: root, how: 'bare' as const, root }] : [])];
  });
}

/** Also those in nested repositories, into which git goes on. */
function entriesBelow(root: string, depth = 5): readonly ArmedRepository[] {
  if (depth === 0) return [];
  return nestedIn(root).flatMap((path) => [{ path, how: 'entry', root }, ...entriesBelow(path, depth - 1)]);
}

/**
 * A command line for inside the sandbox: a host process that works on these paths could be led elsewhere. An entry leaves the index, and
 * a folder that is a repository without `.git` gets another name for the file that makes it one. Nothing is deleted.
 */
export function disarmingLine(armed: readonly ArmedRepository[]): string {
  return armed
    .map(({ path, how, root }) =>
      how === 'bare'
        ? `mv -f ${quoteWord(join(path, 'HEAD'))} ${quoteWord(join(path, 'HEAD.disabled'))}`
        : `git -C ${quoteWord(root)} update-index --force-remove -- ${quoteWord(path.slice(root.length + 1))}`,
    )
    .join('; ');
}

/** As git sees it, roughly and rather too often: the settings decide. */
function isBare(root: string): boolean {
  if (gitFolderOf(join(root, '.git')) !== undefined || entryAt(join(root, 'HEAD')) === undefined) return false;
  return ['refs', 'commondir'].some((name) => entryAt(join(root, name)) !== undefined);
}

function isArmed(folder: string): boolean {
  if (entryAt(folder) === undefined) return false;
  const listed = askGit(join(folder, '..'), `--git-dir=${folder}`, 'config', '--list', '--show-scope', '-z');
  // What git cannot read now it may read later.
  return listed === undefined || !areHarmless(listed, inSubmodules) || hasHooks(gitFolderOf(folder) ?? folder);
}

/** Every submodule has this. */
const inSubmodules: readonly RegExp[] = [/^core\.worktree$/];

function hasHooks(folder: string): boolean {
  try {
    return readdirSync(join(folder, 'hooks')).some((name) => !name.endsWith('.sample'));
  } catch {
    return false;
  }
}
