/** What a server did wrong if code that walks over its answer runs out of stack. Anything else that fails there is a mistake of ours. */
import type { Failure } from '../failure/failure.ts';
import { deepest, isDeeperThan } from '../json/json.ts';

export class AnswerDepth {
  #isTooDeep = false;

  read(text: string): void {
    this.#isTooDeep ||= isDeeperThan(text, deepest);
  }

  get fault(): Failure | undefined {
    if (!this.#isTooDeep) return undefined;
    return { reason: 'server', message: `The answer is nested more than ${deepest} levels deep: it cannot be read.` };
  }
}

/** Undefined: the answer is not to blame. */
export function faultOfAnswer(text: string): Failure | undefined {
  const depth = new AnswerDepth();
  depth.read(text);
  return depth.fault;
}
