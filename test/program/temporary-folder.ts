/**
 * Every temporary folder of the tests. Its name has a blank, both quotes and letters beyond ASCII, as the folders of people have, so that
 * whatever cannot take such a path fails here.
 */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** What cannot take such a name, and why: only programs of others, which nobody here can mend. */
const plainlyNamed = {
  postgres: 'initdb starts `postgres -V` through a shell with its path in double quotes, without escaping it',
  traps: 'git takes a program in its settings for a line of a shell; each kind of setting would need its own quoting',
  chromium: 'the folder stays in .cache, and the next run finds it by its version',
} as const satisfies Readonly<Record<string, string>>;

/** A new folder. Labels are short, because the path of a socket has at most 108 bytes. The caller removes it. */
export function temporaryFolder(label: string, parent: string = tmpdir()): string {
  return realpathSync(mkdtempSync(join(parent, `${label}'s ü "漢" `)));
}

/** A new folder with a plain name. The caller removes it. */
export function plainFolder(owner: keyof typeof plainlyNamed, parent: string = tmpdir()): string {
  return realpathSync(mkdtempSync(join(parent, `${owner}-`)));
}

/** The folders in which people's temporary ones are. */
export function temporaryParents(): readonly string[] {
  return [tmpdir(), '/tmp', '/var/tmp'];
}
