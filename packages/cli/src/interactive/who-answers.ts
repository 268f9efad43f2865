/** With several targets, tells the user when another one answers. A failover reports it itself. */
import type { SessionEvent } from '@interlock/runtime';

export class WhoAnswers {
  /** The target that the user was last told about. */
  #known: string | undefined;

  /** Undefined: no change. */
  note(event: Extract<SessionEvent, { type: 'request' | 'failover' }>, targets: readonly string[]): string | undefined {
    if (event.type === 'failover') {
      this.#known = targets.find((name) => event.to.startsWith(`${name} (`));
      return undefined;
    }
    if (targets.length < 2 || event.target === this.#known) return undefined;
    this.#known = event.target;
    return `${event.target} answers.`;
  }

  forget(): void {
    this.#known = undefined;
  }
}
