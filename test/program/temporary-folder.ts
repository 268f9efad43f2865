/**
 * Every temporary folder of the tests. Its name has a blank, both quotes and letters beyond ASCII, as the folders of people have, so that
 * whatever cannot take such a path fails here. What programs of others cannot take is in `plain-places.ts`.
 */
import { mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder; `label` is short, because sockets have paths of at most 108 bytes. The caller removes it. */
export function temporaryFolder(label: string, parent: string = tmpdir()): string {
  return realpathSync(mkdtempSync(join(parent, `${label}'s ü "漢" `)));
}
