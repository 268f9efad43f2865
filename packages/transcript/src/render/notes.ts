/** Collects the diagnostic events of one entry. Allocates nothing while there is nothing to say. */
import type { DiagnosticEvent } from './diagnostics.ts';

export class Notes {
  readonly #entry: number;
  readonly #parent: Notes | undefined;
  #events: DiagnosticEvent[] | undefined;

  constructor(entry: number, parent?: Notes) {
    this.#entry = entry;
    this.#parent = parent;
  }

  add(event: DiagnosticEvent): void {
    if (this.#parent !== undefined) {
      this.#parent.add(event);
      return;
    }
    this.#events ??= [];
    this.#events.push(event);
  }

  /** For what another entry contributes to this one, such as an answer to its call: other places, the same list. */
  about(entry: number): Notes {
    return entry === this.#entry ? this : new Notes(entry, this);
  }

  /** The JSON path of a block of this entry, or of the entry itself. */
  place(at?: number): string {
    return at === undefined ? `$[${this.#entry}]` : blockPath(this.#entry, at);
  }

  get events(): readonly DiagnosticEvent[] | undefined {
    return this.#events;
  }
}

export function blockPath(entry: number, at: number): string {
  return `$[${entry}].blocks[${at}]`;
}
