/** The shells that may be `/bin/sh` somewhere, as they behave under that name. */
import { accessSync, constants, mkdirSync, realpathSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

export interface KnownShell {
  readonly name: string;
  /** The program; its name decides how it behaves. */
  readonly program: string;
}

/** Name for people, program, and the name under which it is started. */
const shells: readonly (readonly [name: string, program: string, as: string])[] = [
  ['dash', 'dash', 'sh'],
  ['bash', 'bash', 'bash'],
  ['bash as sh', 'bash', 'sh'],
  ['busybox ash', 'busybox', 'sh'],
  ['mksh', 'mksh', 'sh'],
  ['zsh as sh', 'zsh', 'sh'],
  ['yash', 'yash', 'sh'],
  ['ksh', 'ksh93', 'sh'],
];

export const shellNames: readonly string[] = shells.map(([name]) => name);

/** Links to the shells of this machine, in `folder`. */
export function findShells(folder: string): readonly KnownShell[] {
  return shells.flatMap(([name, program, as]) => {
    const found = ['/usr/bin', '/bin', '/usr/local/bin', '/opt/homebrew/bin']
      .map((place) => join(place, program))
      .find(runs);
    if (found === undefined) return [];
    const place = join(folder, name.replaceAll(' ', '-'));
    mkdirSync(place, { recursive: true });
    symlinkSync(realpathSync(found), join(place, as));
    return [{ name, program: join(place, as) }];
  });
}

function runs(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
