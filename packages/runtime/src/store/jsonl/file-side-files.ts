/** Side files as files, in a folder next to the session's. Saved contents of workspace files are shared with other sessions. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@interlock/transcript';
import { makePrivateFolder, replacePrivateFile } from '../private-files.ts';
import { noSuchSideFile } from '../refusals.ts';
import { checkSideFileName } from '../session-id.ts';
import type { FileFingerprints, FingerprintedContent, SideFiles } from '../side-files.ts';
import { contentIn, type LinkedContents } from './linked-contents.ts';
import { type SessionPaths, sideFilePath } from './session-paths.ts';
import { errnoOf, readFailure, storageFailure } from './storage-failure.ts';

export interface FileSideFilesOptions {
  /** Rejects if there is no such session. */
  readonly find: (id: string) => Promise<SessionPaths>;
  readonly mintToken: () => string;
  readonly contents: LinkedContents;
}

export function createFileSideFiles({ find, mintToken, contents }: FileSideFilesOptions): SideFiles {
  // A session may adopt thousands of contents in a row.
  let ready: { readonly id: string; readonly paths: SessionPaths } | undefined;
  const pathsOf = async (id: string): Promise<SessionPaths> => {
    if (ready?.id === id) return ready.paths;
    const paths = await find(id);
    await makePrivateFolder(paths.sideFiles);
    ready = { id, paths };
    return paths;
  };
  return {
    keep: async (id, name, data, options) => {
      checkSideFileName(name);
      const write = async (): Promise<string> => {
        const paths = await pathsOf(id);
        const path = sideFilePath(paths, name);
        // Names of side files never start with a dot.
        await replacePrivateFile(path, join(paths.sideFiles, `.${mintToken()}`), data, options?.sync);
        return path;
      };
      try {
        const path = await write().catch((error: unknown) => {
          if (errnoOf(error) !== 'ENOENT') throw error;
          // The folder may have been deleted or moved.
          ready = undefined;
          return write();
        });
        const hash = contentIn(name);
        if (hash !== undefined) await contents.offer(hash, path);
        return path;
      } catch (error) {
        throw storageFailure(error, `Side file ${name} of session ${id} could not be written`, 'Nothing was changed.');
      }
    },
    read: async (id, name) => {
      checkSideFileName(name);
      const path = sideFilePath(await find(id), name);
      try {
        return await readFile(path);
      } catch (error) {
        if (errnoOf(error) === 'ENOENT') throw noSuchSideFile(id, name);
        throw readFailure(error, `Side file ${name} of session ${id}`);
      }
    },
    linked: {
      adopt: async (id, hash) => {
        const paths = await pathsOf(id);
        return contents.adopt(hash, sideFilePath(paths, `blob-${hash}`));
      },
      readFingerprints: async (id) => readFingerprints((await pathsOf(id)).folder),
      writeFingerprints: async (id, fingerprints) => {
        const { folder } = await pathsOf(id);
        await writeFingerprints(folder, fingerprints, mintToken());
      },
    },
  };
}

/**
 * For each file of a workspace that a session has examined: how to detect that it is unchanged, and the hash of its content. Another
 * session then need not read unchanged files. It is only a cache: losing it costs time.
 */
const fingerprintsFile = 'file-signs.json';
const fingerprintsFormat = 1;

async function readFingerprints(folder: string): Promise<FileFingerprints> {
  const text = await readFile(join(folder, fingerprintsFile), 'utf8').catch(() => '');
  return new Map(entriesIn(text));
}

/** The last writer wins. */
async function writeFingerprints(folder: string, fingerprints: FileFingerprints, token: string): Promise<void> {
  const files = Object.fromEntries(
    [...fingerprints].map(([path, { fingerprint, hash }]) => [path, [fingerprint, hash]]),
  );
  const path = join(folder, fingerprintsFile);
  await replacePrivateFile(path, `${path}.${token}`, JSON.stringify({ format: fingerprintsFormat, files }), false);
}

function entriesIn(text: string): readonly (readonly [path: string, FingerprintedContent])[] {
  try {
    const read: unknown = JSON.parse(text);
    if (!isJsonObject(read) || read['format'] !== fingerprintsFormat || !isJsonObject(read['files'])) return [];
    return Object.entries(read['files']).flatMap(([path, entry]) => {
      const [fingerprint, hash] = Array.isArray(entry) ? entry : [];
      if (typeof fingerprint !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return [];
      return [[path, { fingerprint, hash }] as const];
    });
  } catch {
    return [];
  }
}
