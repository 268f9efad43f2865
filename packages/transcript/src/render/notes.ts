/** Collects the diagnostic events of one entry. Allocates nothing while there is nothing to say. */
import type { DiagnosticEvent } from './diagnostics.ts';

export class Notes {
  readonly #entry: number;
  #events: DiagnosticEvent[] | undefined;

  constructor(entry: number) {
    this.#entry = entry;
  }

  add(event: DiagnosticEvent): void {
    this.#events ??= [];
    this.#events.push(event);
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
