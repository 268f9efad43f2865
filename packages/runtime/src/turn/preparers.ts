/** For each target the session has lately spoken to, what was prepared for it before: an appended turn costs what it adds. */
import { createPreparer, type PreparedRequest, type Preparer, type RequestInput, type Target } from '@interlock/wire';
import type { Selection } from '../route/route.ts';

/** Each holds a rendered history; a session seldom goes round more targets than these. */
const most = 4;

export class Preparers {
  #known: readonly Known[] = [];

  /** `make`: for a target that is not known yet. */
  prepare(
    { target }: Pick<Selection, 'target'>,
    input: RequestInput,
    make: (target: Target) => Preparer = createPreparer,
  ): PreparedRequest {
    // All of it: a name may refer to another address after a switch, and a refreshed token is another key.
    const found = this.#known.find((each) => isSame(each.target, target));
    const known = found ?? { target, preparer: make(target) };
    this.#known = [known, ...this.#known.filter((each) => each !== known)].slice(0, most);
    return known.preparer.prepare(input);
  }
}

interface Known {
  readonly target: Target;
  readonly preparer: Preparer;
}

/** A provider or protocol that is a value is only ever itself: it may be made of functions. */
function isSame(one: Target, other: Target): boolean {
  const hasSameValues = (['provider', 'protocol'] as const).every(
    (name) => typeof one[name] !== 'object' || one[name] === other[name],
  );
  return one === other || (hasSameValues && JSON.stringify(one) === JSON.stringify(other));
}
