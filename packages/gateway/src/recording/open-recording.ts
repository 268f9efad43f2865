/**
 * A private file with one line of JSON per recorded exchange. A full file is renamed to `<file>.1`, replacing an older one. Lines that
 * cannot be written in time are dropped: requests do not wait for the disk.
 */
import { type FileHandle, open, rename } from 'node:fs/promises';

export interface RecordingFile {
  write(line: string): void;
  close(): Promise<void>;
}

export interface RecordingFileOptions {
  /** Bytes. Default: 64 MB. */
  readonly bytes?: number;
  /** Called once, with the reason, if the file cannot be written. */
  readonly onFailure?: (error: unknown) => void;
}

const privately = 0o600;

/** Characters that may wait for the disk. */
const mostWaiting = 16 * 1024 * 1024;

export function openRecording(path: string, options: RecordingFileOptions = {}): RecordingFile {
  const { bytes: most = 64 * 1024 * 1024, onFailure = () => undefined } = options;
  let file: { readonly handle: FileHandle; size: number } | undefined;
  let waiting = 0;
  let failed = false;
  let queue: Promise<void> = Promise.resolve();

  const opened = async (): Promise<{ readonly handle: FileHandle; size: number }> => {
    if (file !== undefined) return file;
    const handle = await open(path, 'a', privately);
    const state = await handle.stat();
    // It may have been there, readable for others.
    if (state.isFile()) await handle.chmod(privately);
    file = { handle, size: state.size };
    return file;
  };

  const append = async (line: string): Promise<void> => {
    const data = Buffer.from(`${line}\n`);
    const present = await opened();
    if (present.size > 0 && present.size + data.length > most) {
      await present.handle.close();
      file = undefined;
      await rename(path, `${path}.1`);
    }
    const current = await opened();
    await current.handle.appendFile(data);
    current.size += data.length;
  };

  return {
    write: (line) => {
      if (failed || waiting + line.length > mostWaiting) return;
      waiting += line.length;
      queue = queue
        .then(() => append(line))
        .catch((error: unknown) => {
          if (!failed) onFailure(error);
          failed = true;
        })
        .finally(() => {
          waiting -= line.length;
        });
    },
    close: async () => {
      await queue;
      await file?.handle.close();
      file = undefined;
    },
  };
}
