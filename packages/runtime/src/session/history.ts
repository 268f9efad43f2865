/**
 * The one write boundary. Whatever enters a session is a record that goes to the store first and then into the facts; nobody
 * else writes either (REQ-915-033). What has already happened is kept in memory even if the store fails, and written again
 * before anything else; what only announces something has not happened then.
 */
import type { Content } from '@interlock/transcript';
import type { SessionRecord } from '../store/session-record.ts';
import type { SessionLog } from '../store/session-store.ts';
import { applyRecord } from './apply-record.ts';
import type { SessionFacts } from './session-facts.ts';

export class History {
  readonly facts: SessionFacts;
  readonly #log: SessionLog;
  /** Applied, and not in the store. */
  #unwritten: { readonly record: SessionRecord; readonly durable: boolean }[] = [];
  /** Facts change in the order of the writes, however the store answers. */
  #last: Promise<void> = Promise.resolve();

  constructor(log: SessionLog, facts: SessionFacts) {
    this.#log = log;
    this.facts = facts;
  }

  /** Rejects with the store's error. */
  write(record: SessionRecord, durable = false): Promise<void> {
    const stored = this.#unwritten.length > 0 ? this.#catchUp(record, durable) : this.#log.append(record, durable);
    // Handled where it is awaited below.
    stored.catch(() => {});
    const previous = this.#last;
    const written = previous.then(async () => {
      try {
        await stored;
      } catch (error) {
        if (hasHappened(record)) {
          applyRecord(this.facts, record);
          this.#unwritten.push({ record, durable });
        }
        throw error;
      }
      applyRecord(this.facts, record);
    });
    this.#last = written.catch(() => {});
    return written;
  }

  content(content: Content, durable = false): Promise<void> {
    return this.write({ kind: 'content', content }, durable);
  }

  /** Writes what an earlier failure left behind. */
  async flush(): Promise<void> {
    await this.#last;
    await this.#writeLeft();
    await this.#log.flush();
  }

  async close(): Promise<void> {
    await this.#last;
    try {
      await this.#writeLeft();
    } finally {
      await this.#log.close();
    }
  }

  async #catchUp(record: SessionRecord, durable: boolean): Promise<void> {
    await this.#last;
    await this.#writeLeft();
    await this.#log.append(record, durable);
  }

  async #writeLeft(): Promise<void> {
    while (this.#unwritten[0] !== undefined) {
      const { record, durable } = this.#unwritten[0];
      await this.#log.append(record, durable);
      this.#unwritten.shift();
    }
  }
}

/** Answers, results and closures are facts; a question or a start is a plan until it is on record. */
function hasHappened(record: SessionRecord): boolean {
  if (record.kind === 'content') return record.content.speaker !== 'human';
  return record.kind === 'call-end' || record.kind === 'usage' || record.kind === 'turn-end';
}
