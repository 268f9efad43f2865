/**
 * Whether a git command that only reads needs no approval in this folder. Git itself says which repository it finds, which settings
 * apply and which entries are repositories: it is asked with everything switched off that could run a program (`process/quiet-git.ts`),
 * and the command runs the same way. What cannot be switched off must not be there: programs that settings name for files chosen by
 * attributes, and nested repositories. Only settings known to be harmless pass. The user's global settings are trusted.
 */
import { spawnSync } from 'node:child_process';
import type { Environment } from '../process/clean-environment.ts';
import { quietGitEnvironment } from '../process/quiet-git.ts';

export function repositoryRunsNothing(folder: string, environment: Environment): boolean {
  const ask = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, {
      cwd: folder,
      env: quietGitEnvironment(environment),
      encoding: 'latin1',
      ...limits,
    });
    return status === 0 ? stdout : undefined;
  };
  // Fails outside a working tree.
  const entries = ask('ls-files', '--stage', '-z', '--', ':/');
  if (entries === undefined || /(?:^|\0)160000 /.test(entries)) return false;
  const settings = ask('config', '--list', '--show-scope', '-z')?.split('\0');
  return settings?.every((entry, at) => at % 2 === 0 || isHarmless(settings[at - 1] ?? '', entry)) === true;
}

/** A repository for which git takes longer, or prints more, is not an ordinary one. */
const limits = { maxBuffer: 100_000_000, timeout: 20_000, killSignal: 'SIGKILL', stdio: 'pipe' } as const;

const trustedScopes: readonly string[] = ['system', 'global', 'command'];

/** Without the name of a subsection: `remote.url`. */
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
  // Switched off, or used only by commands that do more than read.
  /^core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass)$/,
  /^(alias|pager)\.[a-z0-9-]+$/,
  /^(sequence\.editor|log\.showsignature|credential\.(helper|username|usehttppath))$/,
];

/** `entry`: name, line end, value. The name's parts are in lower case, except for a subsection. */
function isHarmless(scope: string, entry: string): boolean {
  if (trustedScopes.includes(scope)) return true;
  const name = entry.split('\n', 1)[0] ?? '';
  const plain = `${name.slice(0, name.indexOf('.'))}.${name.slice(name.lastIndexOf('.') + 1)}`;
  // `diff.renames` and `diff.x.renames` are different settings, but only the first is known to git.
  return harmless.some((known) => known.test(plain));
}
