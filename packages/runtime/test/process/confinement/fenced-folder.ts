/**
 * A workspace, a home folder and files beside them, for attacks on a sandbox. Never in `/tmp`, which is a different folder inside, so
 * that an attack there would prove nothing. If the clone itself is in `/tmp`, the home folder is used.
 */
import { accessSync, constants, existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { coveredFolders } from '../../../src/process/confinement/draw-boundary.ts';
import { isAtOrBelow } from '../../../src/process/confinement/mount-table.ts';

export interface FencedFolder {
  readonly root: string;
  readonly home: string;
  readonly outside: string;
  readonly state: string;
  remove(): Promise<void>;
}

/** The candidate folders: one that a long script has made for another user, in the clone, then in the user's real home folder, because the one that tests have is in `/tmp`. */
const places: readonly string[] = [
  process.env['INTERLOCK_FENCES'] ?? '',
  resolve(import.meta.dirname, '../../../../..'),
  userInfo().homedir,
].flatMap((folder) => (folder === '' ? [] : [join(folder, '.cache')]));

export const secret = 'the-secret-of-the-user';

/** `isUsable`: whether a folder can be used; `made`: makes the folder that holds all of them. Only root can create the last one, and everyone can enter it. */
export async function fencedFolder(
  isUsable: (place: string) => boolean = () => true,
  made: (parent: string) => string = (parent) => temporaryFolder('sandbox', parent),
): Promise<FencedFolder> {
  const cache = [...places, '/opt'].find(
    (place) => !coveredFolders.some((covered) => isAtOrBelow(place, covered)) && canWrite(place) && isUsable(place),
  );
  if (cache === undefined)
    throw new Error('The sandbox cannot be tested with both the clone and the home folder in /tmp: move one of them.');
  await mkdir(cache, { recursive: true });
  const folder = made(cache);
  const [root, home, outside, state] = ['work', 'home', 'outside', 'state'].map((name) => join(folder, name));
  if (root === undefined || home === undefined || outside === undefined || state === undefined) throw new Error('four');
  await Promise.all([root, home, outside, state].map((path) => mkdir(path)));
  const files = ['.ssh/id_ed25519', '.aws/credentials', '.netrc', '.npmrc', '.config/gcloud/key', '.codex/auth.json'];
  for (const name of files) await put(join(home, name), secret);
  await put(join(home, '.gitconfig'), '[user]\n\tname = A\n\temail = a@example.com\n');
  await put(join(home, '.npm/_cacache/entry'), 'cached');
  await put(join(outside, 'file'), 'outside');
  await put(join(state, 'session'), secret);
  await put(join(root, 'src/file'), 'inside');
  return { root, home, outside, state, remove: () => rm(folder, { recursive: true, force: true }) };
}

export async function put(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

/** For users who are not the owner of this clone. */
function canWrite(place: string): boolean {
  try {
    accessSync(existsSync(place) ? place : dirname(place), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
