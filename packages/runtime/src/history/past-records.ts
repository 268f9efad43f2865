/**
 * Earlier turns of a session, read from its records: the history before a turn, and its messages, even if a summary has replaced them.
 * For a copy of a summarised session they come from the records of the original.
 */
import { type Content, isSummary } from '@interlock/transcript';
import type { SessionRecord } from '../store/session-record.ts';
import type { SessionHeader, SessionStore } from '../store/session-store.ts';
import type { SideFiles } from '../store/side-files.ts';
import { withMedia } from '../store/stow-media.ts';
import { applyRecord } from './apply-record.ts';
import { emptyFacts } from './session-facts.ts';
import { userTurn } from './turn-names.ts';

/** How many copies of copies to follow: a longer chain must be a loop. */
const mostCopies = 100;

export class PastRecords {
  readonly #store: SessionStore;
  readonly #files: SideFiles | undefined;
  readonly #id: string;

  constructor(store: SessionStore, files: SideFiles | undefined, id: string) {
    this.#store = store;
    this.#files = files;
    this.#id = id;
  }

  /** Undefined if no record contains the turn. */
  contentsBefore(turn: string): Promise<readonly Content[] | undefined> {
    return this.#before(this.#id, turn, mostCopies);
  }

  /** The first user message of each of these turns; turns without a record are missing. */
  async firstMessages(turns: ReadonlySet<string>): Promise<ReadonlyMap<string, Content>> {
    const found = new Map<string, Content>();
    await this.#gather(this.#id, turns, found, mostCopies);
    return found;
  }

  /** The whole conversation; a summary only if what it replaced is lost. */
  everything(): Promise<readonly Content[]> {
    return this.#everything(this.#id, mostCopies);
  }

  async #everything(id: string, copies: number): Promise<readonly Content[]> {
    const { header, records } = await this.#read(id);
    const all: Content[] = [];
    for await (const record of records) {
      const more = record.kind === 'snapshot' ? await this.#copied(header, record, copies) : appendedContents(record);
      for (const content of more) all.push(content);
    }
    return all;
  }

  /** The contents a copy started with; if the original was summarised, its full contents of the same turns. */
  async #copied(
    { parent }: SessionHeader,
    { contents, begun = [] }: Extract<SessionRecord, { readonly kind: 'snapshot' }>,
    copies: number,
  ): Promise<readonly Content[]> {
    if (!contents.some(isSummary) || parent === undefined || copies === 0) return contents;
    const original = await this.#everything(parent, copies - 1).catch(() => undefined);
    if (original === undefined) return contents;
    // Until the first message of a turn that was not copied: the contents of turns that continue others have names of their own.
    const turns = new Set(begun);
    const end = original.findIndex((content) => {
      const turn = userTurn(content);
      return turn !== undefined && !turns.has(turn);
    });
    return end === -1 ? original : original.slice(0, end);
  }

  async #before(id: string, turn: string, copies: number): Promise<readonly Content[] | undefined> {
    const { header, records } = await this.#read(id);
    const facts = emptyFacts();
    for await (const record of records) {
      const appended = appendedContents(record);
      const at = appended.findIndex((content) => userTurn(content) === turn);
      if (at !== -1) return [...facts.contents, ...appended.slice(0, at)];
      applyRecord(facts, record);
      // Later turns of the original may have the same names, so only turns that were copied count.
      if (record.kind === 'snapshot' && facts.begun.has(turn)) return this.#beforeCopy(header, record, turn, copies);
    }
    return undefined;
  }

  async #beforeCopy(
    { parent }: SessionHeader,
    { contents }: Extract<SessionRecord, { readonly kind: 'snapshot' }>,
    turn: string,
    copies: number,
  ): Promise<readonly Content[] | undefined> {
    if (parent !== undefined && copies > 0 && contents.some(isSummary)) {
      // The original may have been deleted.
      const original = await this.#before(parent, turn, copies - 1).catch(() => undefined);
      if (original !== undefined) return original;
    }
    const at = contents.findIndex((content) => userTurn(content) === turn);
    return at === -1 ? undefined : contents.slice(0, at);
  }

  async #gather(id: string, turns: ReadonlySet<string>, found: Map<string, Content>, copies: number): Promise<void> {
    const { header, records } = await this.#read(id);
    let inherited: readonly string[] = [];
    for await (const record of records) {
      for (const content of contentsOf(record)) {
        const turn = userTurn(content);
        if (turn !== undefined && turns.has(turn) && !found.has(turn)) found.set(turn, content);
      }
      if (record.kind === 'snapshot') inherited = record.begun ?? [];
    }
    const missing = new Set(inherited.filter((turn) => turns.has(turn) && !found.has(turn)));
    if (missing.size > 0 && header.parent !== undefined && copies > 0)
      await this.#gather(header.parent, missing, found, copies - 1).catch(() => undefined);
  }

  async #read(id: string): Promise<{ readonly header: SessionHeader; readonly records: AsyncIterable<SessionRecord> }> {
    const { header, records } = await this.#store.read(id);
    const whole = this.#files === undefined ? records : withMedia(records, id, this.#files, () => {});
    const only = async function* (): AsyncGenerator<SessionRecord, void, undefined> {
      for await (const { record } of whole) yield record;
    };
    return { header, records: only() };
  }
}

function contentsOf(record: SessionRecord): readonly Content[] {
  return record.kind === 'snapshot' ? record.contents : appendedContents(record);
}

/** The contents that a record appends to the history. */
function appendedContents(record: SessionRecord): readonly Content[] {
  if (record.kind === 'content') return [record.content];
  return record.kind === 'imported' ? record.contents : [];
}
