/** How much of each body is recorded. Default: nothing. */
import type { RecordingFile } from './open-recording.ts';

export interface Recording {
  /** Characters kept of each body. */
  readonly characters: number;
  /** Keys that were used. They are removed from every record. */
  readonly secrets: Set<string>;
  /** Absent: records go only to the event feed. */
  readonly file?: RecordingFile;
}
