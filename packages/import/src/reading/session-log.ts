/**
 * The log of a session while it is read: the messages with their locations, and the history after the compactions so
 * far.
 */
import type { Content } from '@interlock/transcript';
import type { Usage } from '@interlock/wire';
import { type AgentRecord, type AgentRecords, placeOf } from './agent-reader.ts';
import { defined } from './defined.ts';
import type { CompactionEntry, ContentEntry } from './imported-session.ts';

export interface EntrySource {
  /** The record it was read from. */
  readonly record: Pick<AgentRecord, 'at'>;
  /** The path in the record, for a document that is one record. */
  readonly path?: string | undefined;
  /** Only for an answer of the model. */
  readonly usage?: Usage | undefined;
  readonly time?: number | undefined;
}

export class SessionLog {
  readonly #source: Pick<AgentRecords, 'name'>;
  readonly #entries: (ContentEntry | CompactionEntry)[] = [];
  #current: Content[] = [];

  constructor(source: Pick<AgentRecords, 'name'>) {
    this.#source = source;
  }

  /** The usage of an answer is with its first content. */
  add(contents: readonly Content[], from: EntrySource): void {
    contents.forEach((content, index) => {
      const usage = index === 0 ? from.usage : undefined;
      const time = content.metadata?.timestamp ?? from.time;
      this.#entries.push({ kind: 'content', content, place: this.placeOf(from), ...defined({ usage, time }) });
    });
    for (const content of contents) this.#current.push(content);
  }

  /** Replaces the history with `contents`. */
  compact(contents: readonly Content[], from: EntrySource): void {
    this.#entries.push({ kind: 'compaction', contents, place: this.placeOf(from), ...defined({ time: from.time }) });
    this.#current = [...contents];
  }

  placeOf({ record, path }: EntrySource): string {
    const place = placeOf(this.#source, record);
    return path === undefined ? place : `${place} ${path}`;
  }

  /** The history at this point. */
  get current(): readonly Content[] {
    return this.#current;
  }

  get entries(): readonly (ContentEntry | CompactionEntry)[] {
    return this.#entries;
  }
}
