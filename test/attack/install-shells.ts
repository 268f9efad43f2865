/**
 * Installs, where `apt-get` works, the shells that lines are played in and the programs that are traced. What cannot be installed is said:
 * a run without some of them proves less.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const packages = {
  shells: ['dash', 'bash', 'busybox', 'mksh', 'zsh', 'yash', 'ksh93u+m'],
  programs: ['strace', 'ripgrep', 'jq', 'tree', 'xxd', 'file', 'binutils', 'bsdextrautils'],
} as const;

/** Returns what is missing afterwards. */
export function installShells(): readonly string[] {
  const isThere = (name: string): boolean => spawnSync('dpkg', ['-s', name], { stdio: 'ignore' }).status === 0;
  const missing = (): readonly string[] => [...packages.shells, ...packages.programs].filter((name) => !isThere(name));
  const wanted = missing();
  if (wanted.length > 0 && existsSync('/usr/bin/apt-get')) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...wanted], { stdio: 'ignore' });
  }
  return missing();
}
