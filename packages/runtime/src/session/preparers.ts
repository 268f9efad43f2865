/** For each target the session has lately spoken to, what was prepared for it before: an appended turn costs what it adds. */
import { createPreparer, type PreparedRequest, type Preparer, type RequestInput } from '@interlock/wire';
import type { Selection } from '../route/route.ts';

/** Each holds a rendered history; a session seldom goes round more targets than these. */
const most = 4;

export class Preparers {
  readonly #known = new Map<string, { readonly key: string | undefined; readonly preparer: Preparer }>();

  prepare({ name, account, target }: Selection, input: RequestInput): PreparedRequest {
    const slot = `${name} ${account}`;
    const known = this.#known.get(slot);
    // A refreshed token goes into the headers, which a preparer keeps.
    const entry =
      known?.key === target.key && known !== undefined ? known : { key: target.key, preparer: createPreparer(target) };
    this.#known.delete(slot);
    this.#known.set(slot, entry);
    const oldest = this.#known.keys().next().value;
    if (this.#known.size > most && oldest !== undefined) this.#known.delete(oldest);
    return entry.preparer.prepare(input);
  }
}
