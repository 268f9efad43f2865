/**
 * The one write boundary. Everything that enters a session is a record that goes to the store first and then into the facts
 * (REQ-915-033). If the store fails, records of what has already happened are kept in memory and written first when the store works
 * again; records that announce something are discarded.
 */
import type { Content } from '@interlock/transcript';
import type { SessionRecord } from '../store/session-record.ts';
import type { SessionLog } from '../store/session-store.ts';
import { applyRecord } from './apply-record.ts';
import { KnownKeys } from './known-keys.ts';
import type { SessionFacts } from './session-facts.ts';

export class History {
  readonly facts: SessionFacts;
  /** Secrets, which are never written. */
  readonly keys: KnownKeys;
  readonly #log: SessionLog;
  /** Applied, but not stored yet. */
  #unwritten: { readonly record: SessionRecord; readonly durable: boolean }[] = [];
  #catchingUp: Promise<void> | undefined;
  /** Resolves when all writes so far have settled; and when all writes that keep their order have. */
  #last: Promise<void> = Promise.resolve();
  #lastInPlace: Promise<void> = Promise.resolve();

  constructor(log: SessionLog, facts: SessionFacts, keys: KnownKeys = new KnownKeys()) {
    this.#log = log;
    this.facts = facts;
    this.keys = keys;
  }

  /**
   * Rejects with the store's error. Facts change in the order of the writes. In the store, `call-start` and `call-end` records may
   * swap places, because their order has no meaning: so the records of a batch can be written together.
   */
  write(given: SessionRecord, durable = false): Promise<void> {
    const record = this.keys.dataWithout(given);
    const keepsPlace = record.kind !== 'call-start' && record.kind !== 'call-end';
    const stored = (keepsPlace ? this.#last : this.#lastInPlace).then(() => this.#store(record, durable));
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
    if (keepsPlace) this.#lastInPlace = this.#last;
    return written;
  }

  content(content: Content, durable = false): Promise<void> {
    return this.write({ kind: 'content', content }, durable);
  }

  /** Resolves when all writes so far are applied or have failed. */
  settled(): Promise<void> {
    return this.#last;
  }

  /** Writes the records that could not be written before. */
  async flush(): Promise<void> {
    await this.#last;
    if (this.#unwritten.length > 0) await this.#catchUp();
    await this.#log.flush();
  }

  async close(): Promise<void> {
    await this.#last;
    try {
      await this.#catchUp();
    } finally {
      await this.#log.close();
    }
  }

  async #store(record: SessionRecord, durable: boolean): Promise<void> {
    if (this.#unwritten.length > 0) await this.#catchUp();
    await this.#log.append(record, durable);
  }

  /** One run for all callers: everything is written in order, and only once. */
  #catchUp(): Promise<void> {
    this.#catchingUp ??= this.#writeLeft().finally(() => {
      this.#catchingUp = undefined;
    });
    return this.#catchingUp;
  }

  async #writeLeft(): Promise<void> {
    while (this.#unwritten[0] !== undefined) {
      const { record, durable } = this.#unwritten[0];
      await this.#log.append(record, durable);
      this.#unwritten.shift();
    }
  }
}

/**
 * Answers, results, closures, and decisions and messages of the user have happened; a user message or the start of something is only a
 * plan until it is recorded.
 */
function hasHappened(record: SessionRecord): boolean {
  if (record.kind === 'content') return record.content.speaker !== 'human';
  return facts.includes(record.kind);
}

const facts: readonly SessionRecord['kind'][] = [
  ...([
    'call-end',
    'text-queued',
    'text-withdrawn',
    'job-end',
    'usage',
    'request',
    'approval',
    'approval-revoked',
    'switch',
    'effort',
    'turn-end',
  ] as const),
];
