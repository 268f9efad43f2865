/** What of bodies is recorded: off unless configured. */
import type { RecordingFile } from './open-recording.ts';

export interface Recording {
  /** The longest that is kept of one body. */
  readonly characters: number;
  /** Keys that were used: they are removed wherever they are. */
  readonly secrets: Set<string>;
  /** Absent: only the event feed has them. */
  readonly file?: RecordingFile;
}
