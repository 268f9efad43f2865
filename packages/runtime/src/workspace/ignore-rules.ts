/** The rules of `.gitignore` files. Each applies from its own folder down, and deeper files override those above. */
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';

/** Longer files were not written by hand. */
const largestFile = 1_000_000;

interface Level {
  readonly rules: Ignore;
  /** The length of the folder's path, including the trailing `/`. */
  readonly start: number;
}

export class IgnoreRules {
  /** Innermost first. */
  readonly #levels: readonly Level[];

  constructor(levels: readonly Level[] = []) {
    this.#levels = levels;
  }

  /** The rules in `folder`, relative to the root of the walk with `/`; '' for the root. */
  within(root: string, folder: string): IgnoreRules {
    const text = readRules(join(root, folder, '.gitignore'));
    if (text === undefined) return this;
    const start = folder === '' ? 0 : folder.length + 1;
    return new IgnoreRules([{ rules: parseRules(text), start }, ...this.#levels]);
  }

  /** `path` as for `within`; its folders are known not to be excluded. */
  leavesOut(path: string, isFolder: boolean): boolean {
    for (const { rules, start } of this.#levels) {
      const below = path.slice(start);
      const { ignored, unignored } = testAlone(rules, isFolder ? `${below}/` : below);
      if (unignored) return false;
      if (ignored) return true;
    }
    return false;
  }
}

/** Ignores exclusions of parent folders: deeper rules have included those again. */
function testAlone(rules: Ignore, path: string): { readonly ignored: boolean; readonly unignored: boolean } {
  const tested = rules.test(path);
  const parts = path.replace(/\/$/, '').split('/');
  if (!tested.ignored || parts.length === 1) return tested;
  const folders = parts.slice(0, -1).map((_, index) => `${parts.slice(0, index + 1).join('/')}/`);
  const putBack = folders.filter((folder) => rules.ignores(folder)).map((folder) => `!/${escapeRule(folder)}`);
  return putBack.length === 0 ? tested : newRules().add(rules).add(putBack).test(path);
}

function escapeRule(path: string): string {
  return path.replaceAll(/[\\*?[\] !#]/g, '\\$&');
}

function newRules(): Ignore {
  return ignore({ ignorecase: false, allowRelativePaths: true });
}

function parseRules(text: string): Ignore {
  const rules = newRules();
  for (const line of text.replace(/^\ufeff/, '').split(/\r?\n/)) {
    try {
      rules.add(line);
    } catch {
      // An invalid line does not affect the others.
    }
  }
  return rules;
}

/** Undefined if there is none that can be read. Like git, it does not follow a link. */
function readRules(path: string): string | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(file);
    return stats.isFile() && stats.size <= largestFile ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}
