/** The mounts of this process, as needed for a read-only view of them. */
import { readFileSync } from 'node:fs';

export interface MountPoint {
  readonly path: string;
  readonly isReadOnly: boolean;
  /** Options that a bind mount must keep: `nosuid`, `nodev`, `noexec` and the access time mode. */
  readonly flags: readonly string[];
}

const kept: readonly string[] = ['nosuid', 'nodev', 'noexec', 'noatime', 'nodiratime', 'relatime'];

/** One for each path: the topmost. */
export function readMounts(table = '/proc/self/mountinfo'): readonly MountPoint[] {
  return parseMounts(readFileSync(table, 'utf8'));
}

export function parseMounts(text: string): readonly MountPoint[] {
  const mounts = new Map<string, MountPoint>();
  for (const line of text.split('\n')) {
    const [, , , , path, options] = line.split(' ');
    if (path === undefined || options === undefined) continue;
    const words = options.split(',');
    const flags = words.filter((word) => kept.includes(word));
    const hasTimes = flags.includes('relatime') || flags.includes('noatime');
    const mount = {
      path: unescaped(path),
      isReadOnly: words.includes('ro'),
      flags: hasTimes ? flags : [...flags, 'strictatime'],
    };
    mounts.set(mount.path, mount);
  }
  return [...mounts.values()];
}

/** The mount that a path is on. */
export function mountOf(path: string, mounts: readonly MountPoint[]): MountPoint | undefined {
  return mounts
    .filter((mount) => isAtOrBelow(path, mount.path))
    .reduce<MountPoint | undefined>(
      (best, one) => (best === undefined || one.path.length > best.path.length ? one : best),
      undefined,
    );
}

export function isAtOrBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);
}

/** Blanks and similar characters are written in octal. */
function unescaped(path: string): string {
  return path.replaceAll(/\\([0-7]{3})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 8)));
}
