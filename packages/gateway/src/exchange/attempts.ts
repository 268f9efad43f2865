/** The targets tried for one answer, in order, and the outcome of each. */
import type { Emit } from '@interlock/runtime';
import type { Failure, PreparedRequest, Settings } from '@interlock/wire';

export interface Attempt {
  readonly target: string;
  readonly account: string;
  readonly because: readonly string[];
  /** Milliseconds since 1970. */
  readonly beganAt: number;
  /** Absent: it is still running, or was the last one. */
  readonly failedAt?: number;
  /** What was sent, without its text. Absent: nothing was sent. */
  readonly sent?: SentFacts;
  readonly failure?: Failure;
}

export interface SentFacts {
  readonly provider: string;
  readonly model?: string;
  readonly url: string;
  readonly settings: Pick<Settings, 'maxOutputTokens' | 'temperature' | 'topP'>;
}

export class Attempts {
  readonly #now: () => number;
  readonly #made: Attempt[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  get all(): readonly Attempt[] {
    return this.#made;
  }

  /** Takes the events of `ask`. */
  readonly note: Emit = (event) => {
    if (event.type === 'request') {
      const { target, account, because } = event;
      this.#made.push({ target, account, because, beganAt: this.#now() });
    } else if (event.type === 'request-failed') {
      this.#add({ failure: event.failure, failedAt: this.#now() });
    }
  };

  sent({ url, reply }: PreparedRequest, { maxOutputTokens, temperature, topP }: Settings): void {
    const { provider, model } = reply.origin;
    const settings = {
      ...(maxOutputTokens === undefined ? {} : { maxOutputTokens }),
      ...(temperature === undefined ? {} : { temperature }),
      ...(topP === undefined ? {} : { topP }),
    };
    this.#add({ sent: { provider, ...(model === undefined ? {} : { model }), url, settings } });
  }

  /** The last target tried, as a header. */
  get headers(): Readonly<Record<string, string>> {
    const target = this.#made.at(-1)?.target;
    if (target === undefined) return {};
    return { 'x-interlock-target': headerName(target) };
  }

  #add(facts: Pick<Attempt, 'failure' | 'failedAt' | 'sent'>): void {
    const last = this.#made.pop();
    if (last !== undefined) this.#made.push({ ...last, ...facts });
  }
}

/** The name of a target in the characters that a header allows. */
export function headerName(name: string): string {
  return name.replaceAll(/[^\x21-\x7e]/g, '?').slice(0, 200);
}
