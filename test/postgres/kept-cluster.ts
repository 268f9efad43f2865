/**
 * An installation with an empty cluster. Copying the binaries and `initdb` take three seconds of processor time, so the first result is
 * stored as an archive and unpacked from then on. If you change how it is created, change `form`.
 */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../architecture/repository.ts';
import { emptyInstallation, type Installation, installationName, installPostgres } from './install-postgres.ts';

const form = 1;
const tar = (...args: readonly string[]): Promise<unknown> => promisify(execFile)('tar', args);

/** `make`: creates the cluster in a new installation. */
export async function openCluster(make: (installation: Installation) => Promise<void>): Promise<Installation> {
  const archive = join(root, '.cache/postgres', `${await installationName()}-${form}.tar`);
  const isKept = existsSync(archive);
  const installation = await (isKept ? emptyInstallation() : installPostgres());
  const { folder } = installation;
  try {
    if (isKept) {
      await tar('-xf', archive, '-C', folder);
    } else {
      await make(installation);
      await keep(folder, archive);
    }
    return installation;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** The archive appears atomically, because several processes may create it at once. */
async function keep(folder: string, archive: string): Promise<void> {
  const unfinished = `${archive}.${process.pid}`;
  await mkdir(join(archive, '..'), { recursive: true });
  await tar('-cf', unfinished, '-C', folder, '.');
  await rename(unfinished, archive);
}
