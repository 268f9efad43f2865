/** Collects the diagnostic events of one entry after the other. Allocates nothing while there are none. */
import type { DiagnosticEvent } from './diagnostics.ts';

const nothing: readonly never[] = [];

export class Notes {
  readonly #parent: Notes | undefined;
  #entry = -1;
  #events: DiagnosticEvent[] | undefined;

  constructor(parent?: Notes) {
    this.#parent = parent;
  }

  begin(entry: number): void {
    this.#entry = entry;
    this.#events = undefined;
  }

  take(): readonly DiagnosticEvent[] {
    return this.#events ?? nothing;
  }

  add(event: DiagnosticEvent): void {
    if (this.#parent !== undefined) {
      this.#parent.add(event);
      return;
    }
    this.#events ??= [];
    this.#events.push(event);
  }

  /** For what another entry contributes to this one, such as an answer to its call: other positions, the same list. */
  about(entry: number): Notes {
    if (entry === this.#entry) return this;
    const notes = new Notes(this);
    notes.begin(entry);
    return notes;
  }

  /** The JSON path of a block of this entry, or of the entry itself. */
  place(at?: number): string {
    return at === undefined ? `$[${this.#entry}]` : blockPath(this.#entry, at);
  }
}

export function blockPath(entry: number, at: number): string {
  return `$[${entry}].blocks[${at}]`;
}
