/** Side files as files, in a folder beside the session's. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { noSuchSideFile } from '../refusals.ts';
import { checkSideFileName } from '../session-id.ts';
import type { SideFiles } from '../side-files.ts';
import { makePrivateFolder, replacePrivateFile } from './private-files.ts';
import { type SessionPaths, sideFilePath } from './session-paths.ts';
import { errnoOf, readFailure, storageFailure } from './storage-failure.ts';

export interface FileSideFilesOptions {
  /** Rejects if there is no such session. */
  readonly find: (id: string) => Promise<SessionPaths>;
  readonly mintToken: () => string;
}

export function createFileSideFiles({ find, mintToken }: FileSideFilesOptions): SideFiles {
  return {
    keep: async (id, name, data, options) => {
      checkSideFileName(name);
      const paths = await find(id);
      const path = sideFilePath(paths, name);
      try {
        await makePrivateFolder(paths.sideFiles);
        // No name of a side file begins with a dot.
        await replacePrivateFile(path, join(paths.sideFiles, `.${mintToken()}`), data, options?.sync);
      } catch (error) {
        throw storageFailure(error, `Side file ${name} of session ${id} could not be written`, 'Nothing was changed.');
      }
      return path;
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
  };
}
