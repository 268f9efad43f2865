/** Files as an editor has them: a buffer may hold changes that are not saved yet. */
export interface Buffers {
  /** The text as the editor shows it. Undefined: the editor does not have this file, so the disk counts. */
  read?(path: string, signal?: AbortSignal): Promise<string | undefined>;
  /** Puts the text into the buffer and saves it. Rejects if the editor refuses. Absent: files are written on disk. */
  write?(path: string, text: string, signal?: AbortSignal): Promise<void>;
}
