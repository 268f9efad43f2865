/** Writes a story as an agent would have written it. */
import type { JsonObject } from '@interlock/transcript';
import type { Abilities, AnswerStep, CompactStep, NoteStep, RewindStep, Story, UserStep } from './story.ts';

export interface StoryWriter {
  /** The reader's name. */
  readonly agent: string;
  readonly can: Abilities;
  /** Whether what a compaction replaced is still in the file. */
  readonly keepsOriginals: boolean;
  /** A record a line, one document, or a document that is a list of records. */
  readonly form: 'lines' | 'document' | 'list';
  /** Whether lines may occur twice: a resume or a crash writes some again. */
  readonly repeats: boolean;
  /** The records of a file of lines; of a document the one record. */
  write(story: Story): readonly JsonObject[];
}

export function bytesOf(records: readonly JsonObject[], form: StoryWriter['form']): Buffer {
  if (form === 'list') return Buffer.from(JSON.stringify(records, null, 1));
  if (form === 'document') return Buffer.from(JSON.stringify(records[0] ?? {}, null, 1));
  return Buffer.from(records.map((record) => `${JSON.stringify(record)}\n`).join(''));
}

/** Times that go up, one step a record. */
export function clockFrom(start = Date.UTC(2026, 10, 15, 20)): () => string {
  let time = start;
  return () => {
    time += 1_000;
    return new Date(time).toISOString();
  };
}

/** A function for each kind of step, which writes it; `at` is the number of the step. */
export interface Telling {
  user(step: UserStep, at: number): void;
  answer(step: AnswerStep, at: number): void;
  compact?(step: CompactStep, at: number): void;
  rewind?(step: RewindStep, at: number): void;
  note?(step: NoteStep, at: number): void;
}

export function tell(story: Story, telling: Telling): void {
  story.forEach((step, at) => {
    if (step.kind === 'user') telling.user(step, at);
    else if (step.kind === 'answer') telling.answer(step, at);
    else if (step.kind === 'compact') telling.compact?.(step, at);
    else if (step.kind === 'rewind') telling.rewind?.(step, at);
    else telling.note?.(step, at);
  });
}
