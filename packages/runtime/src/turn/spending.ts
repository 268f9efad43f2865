/**
 * Counts and records requests: each is one record when it has ended, whatever its end, and its usage counts for the budget, for the total of
 * the turn and for listeners, even if its answer was not used.
 */
import type { FaultClass } from '@interlock/transcript';
import type { Failure, Price, RequestDiagnostics, Usage } from '@interlock/wire';
import type { Emit } from '../events/session-event.ts';
import { faultOf } from '../events/turn-fault.ts';
import { addUsage } from '../history/apply-record.ts';
import type { History } from '../history/history.ts';
import type { Selection } from '../route/route.ts';
import type { OwnFault, RequestFacts, RequestName } from '../store/request-facts.ts';
import type { Clock } from '../time/clock.ts';
import { steadyTime } from '../time/steady-time.ts';
import type { Budget } from './budget.ts';
import type { Sending } from './sending.ts';

export interface SpendingParts {
  readonly history: History;
  readonly budget: Budget;
  readonly clock: Clock;
  readonly emit: Emit;
  /** A subagent's requests are recorded by its parent, too. */
  readonly reportRequest?: ((record: RequestFacts) => Promise<void>) | undefined;
}

/** What is known when a request is sent. */
export interface NewRequest extends Sending {
  readonly selection: Selection;
  readonly plain: boolean;
  readonly turnId?: string;
  /** The request that a summary is for. */
  readonly summaryFor?: RequestName | 'the user';
}

/** What is known when it has ended. */
export interface RequestEnd {
  readonly outcome: RequestFacts['outcome'];
  readonly usage?: Usage | undefined;
  readonly failure?: Failure | undefined;
  readonly fault?: OwnFault | undefined;
  /** The usage measures the history, which ends with the answer. */
  readonly measures?: true;
}

export class OpenRequest {
  readonly begun: Omit<RequestFacts, 'endMs' | 'outcome'>;
  readonly #now: () => number;
  readonly #sent: number;
  #firstByteMs: number | undefined;
  #changes: Pick<RequestFacts, 'repaired' | 'leftOut'> = {};

  constructor(begun: Omit<RequestFacts, 'endMs' | 'outcome'>, clock: Clock) {
    this.begun = begun;
    this.#now = steadyTime(clock);
    this.#sent = this.#now();
  }

  prepared(diagnostics: RequestDiagnostics): void {
    this.#changes = changesOf(diagnostics);
  }

  readonly firstByte = (): void => {
    this.#firstByteMs ??= this.#passed();
  };

  #passed(): number {
    return Math.round(this.#now() - this.#sent);
  }

  ended({ outcome, usage, failure, fault }: RequestEnd, contents: number): RequestFacts {
    const { sentAt, price, ...begun } = this.begun;
    return {
      ...begun,
      ...this.#changes,
      sentAt,
      ...(this.#firstByteMs === undefined ? {} : { firstByteMs: this.#firstByteMs }),
      endMs: this.#passed(),
      outcome,
      ...(usage === undefined ? {} : { usage, ...(price === undefined ? {} : { price }) }),
      ...(usage === undefined || contents === 0 ? {} : { contents }),
      ...(failure === undefined ? {} : { failure }),
      ...(fault === undefined ? {} : { fault }),
    };
  }
}

export class Spending {
  readonly #parts: SpendingParts;
  #total: Usage = { input: 0, output: 0 };
  #number = 0;
  /** The last request for an answer, and the last one for a summary. */
  readonly #last = new Map<RequestFacts['for'], RequestFacts>();

  constructor(parts: SpendingParts) {
    this.#parts = parts;
  }

  get total(): Usage {
    return this.#total;
  }

  begin({ selection, plain, turnId, step, attempt, summaryFor, because, movedFrom, waits }: NewRequest): OpenRequest {
    const { history, clock } = this.#parts;
    const { name, account, destination } = selection;
    const { provider, model, endpoint, traits } = destination;
    this.#number = Math.max(this.#number, history.facts.requests) + 1;
    const purpose = summaryFor === undefined ? undefined : ('summary' as const);
    const serves = typeof summaryFor === 'object' ? { serves: summaryFor } : {};
    const last = this.#last.get(purpose);
    // A turn that continues another repeats its last request; a summary is begun anew.
    const isRepeated = last?.outcome === 'failed' && (purpose === undefined ? last.step === step : attempt > 0);
    const begun: OpenRequest['begun'] = {
      number: this.#number,
      ...(isRepeated ? { repeats: last.number } : {}),
      ...(turnId === undefined ? {} : { turnId }),
      ...(purpose === undefined ? { step } : { for: purpose, ...serves }),
      ...{ target: name, provider, model, endpoint, account, form: plain ? 'plain' : 'whole', because },
      ...(movedFrom === undefined ? {} : { movedFrom }),
      ...(waits.length === 0 ? {} : { waits }),
      sentAt: clock.now(),
      ...(traits.price === undefined ? {} : { price: traits.price }),
    };
    return new OpenRequest(begun, clock);
  }

  /** Rejects with the store's error; the record is then written later. */
  async end(request: OpenRequest, end: RequestEnd): Promise<void> {
    const { history, budget, emit, reportRequest } = this.#parts;
    const record = request.ended(end, end.measures === true ? history.facts.contents.length : 0);
    const { usage, target, price } = record;
    this.#last.set(record.for, record);
    if (usage !== undefined) {
      this.#total = addUsage(this.#total, usage);
      budget.spend(0, usage.input + usage.output);
    }
    const purpose = record.for === undefined ? {} : { for: record.for };
    const cost = usage === undefined ? undefined : costOf(price, usage);
    try {
      await history.write({ kind: 'request', ...record });
    } finally {
      if (usage !== undefined)
        emit({ type: 'usage', usage, target, ...(cost === undefined ? {} : { cost }), ...purpose });
      emit({ type: 'request-end', request: record });
      // If the parent's store fails, its history keeps the record, and the parent's next write reports it.
      await reportRequest?.(record).catch(() => {});
    }
  }

  /** Our own mistake has ended it. Never rejects: the mistake is what matters. */
  async fault(request: OpenRequest, error: unknown): Promise<void> {
    await this.end(request, { outcome: 'failed', fault: ownFault(error) }).catch(() => {});
  }
}

export function ownFault(error: unknown): OwnFault {
  const known: FaultClass | undefined = faultOf(error)?.class;
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  return {
    ...(known === undefined ? {} : { class: known }),
    message,
    ...(stack === undefined ? {} : { stack }),
  };
}

/** What was changed in the history for this request, by kind. */
function changesOf({ render, seals, media, settings }: RequestDiagnostics): Pick<RequestFacts, 'repaired' | 'leftOut'> {
  const repaired = counted(render.events.map(({ kind }) => kind));
  const leftOut = counted([
    ...seals.flatMap(({ block, outcome }) => (outcome === 'dropped' ? [block] : [])),
    ...media.flatMap(({ outcome }) => (outcome === 'replaced' ? ['media'] : [])),
    ...settings.map(() => 'setting'),
  ]);
  return {
    ...(repaired === undefined ? {} : { repaired }),
    ...(leftOut === undefined ? {} : { leftOut }),
  };
}

function counted(kinds: readonly string[]): Readonly<Record<string, number>> | undefined {
  if (kinds.length === 0) return undefined;
  const counts: Record<string, number> = {};
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** In US dollars, by the model's published price, if known. */
export function costOf(price: Price | undefined, usage: Usage): number | undefined {
  if (price === undefined) return undefined;
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  const fresh = Math.max(0, input - cacheRead - cacheWrite);
  const millionths =
    fresh * price.input +
    cacheRead * (price.cacheRead ?? price.input) +
    cacheWrite * (price.cacheWrite ?? price.input) +
    output * price.output;
  return millionths / 1_000_000;
}
