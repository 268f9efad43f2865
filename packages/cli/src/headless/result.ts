/** The result of a turn, as `json` prints it and as the last line of `stream-json`. Documented in docs/json-events.md. */
import type { SessionEvent, TurnEnd } from '@interlock/runtime';
import type { Failure, Usage } from '@interlock/wire';
import { formatVersion } from './public-event.ts';

export interface DeniedCall {
  readonly id: string;
  readonly name: string;
  /** Why, and the flag that would allow it. */
  readonly message: string;
}

export interface PrintResult {
  readonly type: 'result';
  readonly version: typeof formatVersion;
  readonly session: string;
  readonly kept: boolean;
  readonly outcome: TurnEnd['outcome'];
  readonly text: string;
  /** Why the turn ended, if the model did not end it. */
  readonly why?: string;
  readonly failure?: Failure;
  /** The request could not be built: a bug in interlock, with the calls concerned. */
  readonly fault?: { readonly class: string; readonly calls: readonly string[] };
  /** The target of the last request. */
  readonly target?: string;
  /** Number of requests. */
  readonly steps: number;
  readonly usage: Usage;
  /** US dollars; only if the price of every request is known. */
  readonly cost?: number;
  readonly calls: { readonly complete: number; readonly error: number; readonly other: number };
  readonly denied: readonly DeniedCall[];
}

export class ResultGatherer {
  readonly #session: string;
  readonly #kept: boolean;
  readonly #denied: DeniedCall[] = [];
  readonly #calls = { complete: 0, error: 0, other: 0 };
  readonly #costs: (number | undefined)[] = [];
  #target: string | undefined;

  constructor(session: string, kept: boolean) {
    this.#session = session;
    this.#kept = kept;
  }

  take(event: SessionEvent): void {
    if (event.type === 'request') this.#target = event.target;
    if (event.type === 'usage') this.#costs.push(event.cost);
    if (event.type === 'tool-result') this.#takeCall(event);
  }

  result({ outcome, text, why, failure, fault, steps, usage }: TurnEnd): PrintResult {
    const cost = this.#cost();
    return {
      type: 'result',
      version: formatVersion,
      session: this.#session,
      kept: this.#kept,
      outcome,
      text,
      ...(why === undefined ? {} : { why }),
      ...(failure === undefined ? {} : { failure }),
      ...(fault === undefined ? {} : { fault: { class: fault.class, calls: fault.callIds } }),
      ...(this.#target === undefined ? {} : { target: this.#target }),
      steps,
      usage,
      ...(cost === undefined ? {} : { cost }),
      calls: this.#calls,
      denied: this.#denied,
    };
  }

  #takeCall({ id, name, outcome }: Extract<SessionEvent, { type: 'tool-result' }>): void {
    const { state } = outcome;
    this.#calls[state === 'complete' || state === 'error' ? state : 'other'] += 1;
    if (state === 'denied') this.#denied.push({ id, name, message: outcome.partial ?? '' });
  }

  #cost(): number | undefined {
    const known = this.#costs.filter((cost) => cost !== undefined);
    if (known.length === 0 || known.length < this.#costs.length) return undefined;
    return known.reduce((sum, cost) => sum + cost, 0);
  }
}
