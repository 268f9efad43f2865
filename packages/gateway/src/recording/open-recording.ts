/**
 * A private file with one line of JSON for each exchange that is recorded. It has a size: when it is full it becomes `<file>.1`, in place
 * of the one before. What cannot be written in time is left out: requests do not wait for a disk.
 */
import { type FileHandle, open, rename } from 'node:fs/promises';

export interface RecordingFile {
  write(line: string): void;
  close(): Promise<void>;
}

export interface RecordingFileOptions {
  /** Bytes. Default: 64 MB. */
  readonly bytes?: number;
  /** Told once when it cannot be written, and why. */
  readonly onFailure?: (error: unknown) => void;
}

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
    const handle = await open(path, 'a', 0o600);
    file = { handle, size: (await handle.stat()).size };
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
