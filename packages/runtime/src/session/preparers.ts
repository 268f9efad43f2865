/** For each target the session has lately spoken to, what was prepared for it before: an appended turn costs what it adds. */
import { createPreparer, type PreparedRequest, type Preparer, type RequestInput } from '@interlock/wire';
import type { Selection } from '../route/route.ts';

/** Each holds a rendered history; a session seldom goes round more targets than these. */
const most = 4;

export class Preparers {
  readonly #known = new Map<string, Preparer>();

  prepare({ target }: Selection, input: RequestInput): PreparedRequest {
    // All of it: a name may stand for another address after a switch, and a refreshed token goes into the headers.
    const slot = JSON.stringify(target);
    const preparer = this.#known.get(slot) ?? createPreparer(target);
    this.#known.delete(slot);
    this.#known.set(slot, preparer);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest);
    return preparer.prepare(input);
  }
}
