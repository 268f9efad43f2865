/**
 * Whether a git command that only reads needs no approval in this folder. Git itself says which repository it finds, which settings
 * apply and which entries are repositories: it is asked with everything switched off that could run a program (`process/quiet-git.ts`),
 * and the command runs the same way. What cannot be switched off must not be there: programs that settings name for files chosen by
 * attributes, and nested repositories. Only settings known to be harmless pass. The user's global settings are trusted.
 */
import { spawnSync } from 'node:child_process';
import type { Environment } from '../process/clean-environment.ts';
import { areHarmless } from '../process/git-setting.ts';
import { quietGitEnvironment } from '../process/quiet-git.ts';

export function repositoryRunsNothing(folder: string, environment: Environment): boolean {
  // This git runs outside the sandbox: libraries that commands can write are none of its own.
  const { LD_PRELOAD: _, LD_LIBRARY_PATH: __, LD_AUDIT: ___, ...plain } = environment;
  const ask = (...args: readonly string[]): string | undefined => {
    const { status, stdout } = spawnSync('git', args, {
      cwd: folder,
      env: quietGitEnvironment(plain),
      encoding: 'latin1',
      ...limits,
    });
    return status === 0 ? stdout : undefined;
  };
  // Fails outside a working tree.
  const entries = ask('ls-files', '--stage', '-z', '--', ':/');
  if (entries === undefined || /(?:^|\0)160000 /.test(entries)) return false;
  const settings = ask('config', '--list', '--show-scope', '-z');
  return settings !== undefined && areHarmless(settings, switchedOff);
}

/** A repository for which git takes longer, or prints more, is not an ordinary one. */
const limits = { maxBuffer: 100_000_000, timeout: 20_000, killSignal: 'SIGKILL', stdio: 'pipe' } as const;

/** Or used only by commands that do more than read. */
const switchedOff: readonly RegExp[] = [
  /^core\.(fsmonitor|hookspath|pager|editor|sshcommand|askpass)$/,
  /^(alias|pager)\.[a-z0-9-]+$/,
  /^(sequence\.editor|log\.showsignature|credential\.(helper|username|usehttppath))$/,
];
