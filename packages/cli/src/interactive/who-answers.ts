/** With several targets, the user sees who answers when that changes. A failover reports it itself. */
import type { SessionEvent } from '@interlock/runtime';

export class WhoAnswers {
  /** Whom the user knows to be asked. */
  #known: string | undefined;

  /** Undefined: nothing new. */
  heard(
    event: Extract<SessionEvent, { type: 'request' | 'failover' }>,
    targets: readonly string[],
  ): string | undefined {
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
