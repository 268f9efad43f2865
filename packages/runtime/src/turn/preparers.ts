/** Keeps what was prepared for recent targets, so that a request costs only what was appended. */
import { createPreparer, type PreparedRequest, type Preparer, type RequestInput, type Target } from '@interlock/wire';
import type { Selection } from '../route/route.ts';

/** Each holds a rendered history; a session rarely switches between more targets. */
const most = 4;

export class Preparers {
  #known: readonly KnownPreparer[] = [];

  /** `make`: for a new target. */
  prepare(
    { target }: Pick<Selection, 'target'>,
    input: RequestInput,
    make: (target: Target) => Preparer = createPreparer,
  ): PreparedRequest {
    // The whole target is compared: a name may refer to another address after a switch, and a refreshed token is another key.
    const found = this.#known.find((each) => isSame(each.target, target));
    const known = found ?? { target, preparer: make(target) };
    this.#known = [known, ...this.#known.filter((each) => each !== known)].slice(0, most);
    return known.preparer.prepare(input);
  }
}

interface KnownPreparer {
  readonly target: Target;
  readonly preparer: Preparer;
}

/** A provider or protocol given as a value equals only itself: it may contain functions. */
function isSame(one: Target, other: Target): boolean {
  const hasSameValues = (['provider', 'protocol'] as const).every(
    (name) => typeof one[name] !== 'object' || one[name] === other[name],
  );
  return one === other || (hasSameValues && JSON.stringify(one) === JSON.stringify(other));
}
