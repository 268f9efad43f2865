/** The open documents, each reloaded when its source has changed, with cached results. */
import { randomBytes } from 'node:crypto';
import type { Costs, Diagnosis, DocumentFacts, DocumentName, LedgerTurn } from '@interlock/inspector';
import { CommandError } from '../io/command-error.ts';
import { diagnose, type Repaired } from './diagnose.ts';
import type { InspectedDocument } from './document.ts';
import { ledgerTurns } from './ledger-turns.ts';
import { recordedCosts } from './recorded-costs.ts';
import { isError, type RowSource, repairsIn, rowsOf, toolOf } from './rows.ts';
import { type TargetRequest, targetRequest } from './target-request.ts';

/** Where a document comes from. */
export interface Source {
  readonly load: () => Promise<InspectedDocument>;
  /** A text that changes with the source. Absent: the source never changes. */
  readonly stamp?: () => Promise<string>;
}

export class Documents {
  readonly #open = new Map<string, OpenDocument>();
  readonly #ids = new Map<string, string>();

  get names(): readonly DocumentName[] {
    return [...this.#open.values()].map(({ id, document: { name, kind } }) => ({ id, name, kind }));
  }

  /** Opens a document once for each `key`. Without a key, always opens a new one. */
  async open(source: Source, key?: string): Promise<OpenDocument> {
    const known = key === undefined ? undefined : this.#ids.get(key);
    if (known !== undefined) return this.get(known);
    // A path does not fit into a URL.
    const id = key !== undefined && /^[\w-]+$/.test(key) ? key : randomBytes(6).toString('base64url');
    const stamp = await source.stamp?.();
    const opened = new OpenDocument(id, source, await source.load(), stamp);
    this.#open.set(id, opened);
    if (key !== undefined) this.#ids.set(key, id);
    return opened;
  }

  get(id: string): OpenDocument {
    const found = this.#open.get(id);
    if (found === undefined) throw new CommandError(2, 'This document is not open. Open it again.');
    return found;
  }

  /** Documents that have changed. */
  async refresh(): Promise<readonly OpenDocument[]> {
    const changed: OpenDocument[] = [];
    for (const document of this.#open.values()) if (await document.refresh()) changed.push(document);
    return changed;
  }
}

/** Targets whose results are cached until the document changes. */
const maxTargets = 6;

export class OpenDocument {
  readonly id: string;
  readonly #source: Source;
  #document: InspectedDocument;
  #stamp: string | undefined;
  #version = 1;
  #rows: readonly RowSource[] | undefined;
  #turns: readonly LedgerTurn[] | undefined;
  #diagnosis: Promise<Omit<Diagnosis, 'version'> & { readonly whole?: Repaired }> | undefined;
  readonly #targets = new Map<string, Promise<TargetRequest>>();

  constructor(id: string, source: Source, document: InspectedDocument, stamp: string | undefined) {
    this.id = id;
    this.#source = source;
    this.#document = document;
    this.#stamp = stamp;
  }

  get document(): InspectedDocument {
    return this.#document;
  }

  get version(): number {
    return this.#version;
  }

  get rows(): readonly RowSource[] {
    this.#rows ??= rowsOf(this.#document);
    return this.#rows;
  }

  get turns(): readonly LedgerTurn[] {
    this.#turns ??= ledgerTurns(this.#document, this.rows);
    return this.#turns;
  }

  get costs(): Costs {
    return { version: this.#version, ...recordedCosts(this.#document) };
  }

  get facts(): DocumentFacts {
    const { rows, id } = this;
    const { name, kind, format, problems, bareTools = [], activity } = this.#document;
    return {
      id,
      name,
      kind,
      version: this.#version,
      ...(format === undefined ? {} : { format }),
      live: this.#source.stamp !== undefined,
      rows: rows.length,
      turns: rows.at(-1)?.turn ?? 0,
      calls: rows.filter(({ kind: each }) => each === 'call').length,
      repairs: repairsIn(rows),
      errors: rows.filter(isError).length,
      tools: distinct(rows.map(toolOf)),
      answerers: distinct(rows.map(({ who }) => who)),
      problems: problems.slice(0, 200),
      bareTools: bareTools.slice(0, maxNames),
      ...(activity === undefined ? {} : { activity }),
    };
  }

  get diagnosis(): Promise<Omit<Diagnosis, 'version'> & { readonly whole?: Repaired }> {
    this.#diagnosis ??= diagnose(this.#document);
    return this.#diagnosis;
  }

  target(name: string): Promise<TargetRequest> {
    const known = this.#targets.get(name);
    if (known !== undefined) return known;
    const request = targetRequest(this.#document, name);
    this.#targets.set(name, request);
    const [oldest] = this.#targets.keys();
    if (this.#targets.size > maxTargets && oldest !== undefined) this.#targets.delete(oldest);
    return request;
  }

  /** Returns whether it has changed. */
  async refresh(): Promise<boolean> {
    const stamp = await this.#source.stamp?.();
    if (stamp === undefined || stamp === this.#stamp) return false;
    this.#document = await this.#source.load();
    this.#stamp = stamp;
    this.#version += 1;
    this.#rows = undefined;
    this.#turns = undefined;
    this.#diagnosis = undefined;
    this.#targets.clear();
    return true;
  }
}

/** A filter lists at most this many. */
const maxNames = 200;

function distinct(names: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(names.filter((name) => name !== undefined))].slice(0, maxNames).sort();
}
