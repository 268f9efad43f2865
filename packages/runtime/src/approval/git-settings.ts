/**
 * Whether a git command that only reads runs no other program in this folder. A repository can name programs in its settings
 * (`core.fsmonitor`, filters, diff drivers), in hooks, and in the settings of nested repositories; and a folder can be a bare
 * repository without looking like one. Only settings known to be harmless pass. The user's global settings are trusted.
 */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export function repositoryRunsNothing(folder: string): boolean {
  for (let at = folder; ; at = dirname(at)) {
    const dot = join(at, '.git');
    const kind = kindOf(dot);
    if (kind === 'folder') return isPlain(dot);
    if (kind === 'file') {
      const named = /^gitdir: (.+?)\r?\n?$/.exec(readText(dot) ?? '')?.[1];
      return named !== undefined && isPlain(resolve(at, named));
    }
    // A bare repository has its settings next to the files.
    const isBare = kindOf(join(at, 'HEAD')) !== undefined && kindOf(join(at, 'objects')) !== undefined;
    if (kind !== undefined || isBare || dirname(at) === at) return false;
  }
}

/** `git`: the private folder of a working tree; what all working trees share is in the common folder. */
function isPlain(git: string): boolean {
  const common = resolve(git, (readText(join(git, 'commondir')) ?? '.').trim());
  const settings = [join(common, 'config'), join(git, 'config.worktree')];
  // `git status` may write the index, which runs this hook.
  const hooks = [common, git].map((place) => join(place, 'hooks', 'post-index-change'));
  return (
    settings.every((file) => kindOf(file) === undefined || isHarmless(readText(file))) &&
    hooks.every((hook) => kindOf(hook) === undefined) &&
    hasNoInner(join(git, 'index'))
  );
}

const harmless: readonly RegExp[] = [
  /^core\.(repositoryformatversion|filemode|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf)$/,
  /^core\.(quotepath|abbrev|compression|untrackedcache|preloadindex|commitgraph|longpaths|protectntfs|protecthfs|trustctime|checkstat)$/,
  /^core\.(sparsecheckout|sparsecheckoutcone|bare)$/,
  /^remote\.(url|fetch|pushurl|tagopt|prune|mirror|skipdefaultupdate|skipfetchall|gh-resolved)$/,
  /^branch\.(remote|merge|rebase|pushremote|description|vscode-merge-base|github-pr-owner-number|autosetupmerge|autosetuprebase)$/,
  /^user\.(name|email|signingkey)$/,
  /^(init\.defaultbranch|fetch\.prune|commit\.gpgsign|tag\.gpgsign|column\.ui|lfs\.repositoryformatversion)$/,
  /^(pull|push|rebase|gc|pack|index|feature|maintenance|advice|i18n|color|status)\.[a-z]+$/,
  /^extensions\.(worktreeconfig|objectformat|refstorage|noop)$/,
  /^diff\.(renames|renamelimit|algorithm|colormoved|mnemonicprefix|noprefix|context)$/,
  /^log\.(date|decorate|abbrevcommit|follow)$/,
  /^merge\.(ff|conflictstyle)$/,
];

/** Git's configuration syntax, read strictly: unknown syntax could mean anything. */
function isHarmless(text: string | undefined): boolean {
  if (text === undefined) return false;
  let section = '';
  for (const line of text.split(/\r?\n/)) {
    const header = /^\s*\[([A-Za-z0-9.-]+)(?:\s+"(?:[^"\\\n]|\\["\\])*")?\]/.exec(line);
    if (header !== null) section = (header[1] ?? '').toLowerCase();
    const entry = line.slice(header?.[0].length ?? 0).trim();
    if (entry === '' || /^[#;]/.test(entry)) continue;
    const key = /^([A-Za-z][A-Za-z0-9-]*)\s*(=|$)/.exec(entry)?.[1]?.toLowerCase();
    if (key === undefined || entry.endsWith('\\')) return false;
    // `[remote.x]` is an old form of `[remote "x"]` that git no longer writes.
    if (!harmless.some((known) => known.test(`${section}.${key}`))) return false;
  }
  return true;
}

const largestIndex = 64_000_000;
/** For an entry that is itself a repository. */
const linkMode = 0o160000;

/** Git also reads nested repositories, which have their own settings. */
function hasNoInner(file: string): boolean {
  const size = statSync(file, { throwIfNoEntry: false })?.size;
  if (size === undefined) return true;
  if (size > largestIndex) return false;
  const index = readFileSync(file);
  if (index.length < 12 || index.toString('latin1', 0, 4) !== 'DIRC') return false;
  const version = index.readUInt32BE(4);
  // Version 4 of the index compresses names; it is rare.
  if (version !== 2 && version !== 3) return false;
  let at = 12;
  for (let left = index.readUInt32BE(8); left > 0; left -= 1) {
    if (at + 62 > index.length || index.readUInt32BE(at + 24) === linkMode) return false;
    const isExtended = version === 3 && (index.readUInt16BE(at + 60) & 0x4000) !== 0;
    const end = index.indexOf(0, at + (isExtended ? 64 : 62));
    if (end === -1) return false;
    at += Math.ceil((end + 1 - at) / 8) * 8;
  }
  return true;
}

function kindOf(path: string): 'file' | 'folder' | 'other' | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return undefined;
    return stats.isDirectory() ? 'folder' : stats.isFile() ? 'file' : 'other';
  } catch {
    return 'other';
  }
}

function readText(file: string): string | undefined {
  if (kindOf(file) !== 'file') return undefined;
  try {
    return statSync(file).size > 1_000_000 ? undefined : readFileSync(file, 'utf8');
  } catch {
    return undefined;
  }
}
