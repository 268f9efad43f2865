/** How full the context window is, and compaction: a summary, written by the target of the turn, replaces the first part of the history. */
import type { Content } from '@interlock/transcript';
import { type Destination, prepareRequest, type Transport } from '@interlock/wire';
import { type CompactionResult, compactHistory } from '../context/compact-history.ts';
import { compactionTexts } from '../context/compaction-texts.ts';
import { type ShortenedHistory, shortenResults } from '../context/shorten-results.ts';
import { summaryIn, summaryRequest, transcriptLimit } from '../context/summary-request.ts';
import { TokenCounter } from '../context/token-counter.ts';
import { fillLimit, needsCompaction, summaryLimit, tokensToKeep } from '../context/window-limits.ts';
import type { Emit, SessionEvent } from '../events/session-event.ts';
import type { History } from '../history/history.ts';
import { askedTurnOf } from '../history/session-facts.ts';
import { LookAhead } from '../route/look-ahead.ts';
import type { Route, RouteConfig, RouteTarget } from '../route/route.ts';
import type { SchedulerOptions } from '../scheduler/scheduler.ts';
import type { Clock } from '../time/clock.ts';
import { ask } from './ask.ts';
import { type AttemptResult, attempt } from './attempt.ts';
import type { CurrentSetup } from './current-setup.ts';
import type { Sending } from './sending.ts';
import type { NewRequest, Spending } from './spending.ts';

export interface CompactionOptions {
  /** The target that writes the summary; default: the next target. */
  readonly summariser?: RouteTarget | RouteConfig | Route;
  /** Share of the window at which the history is compacted automatically. Default: when less than the reserve is left. */
  readonly threshold?: number;
  /** Roughly how many tokens at the end are kept verbatim. */
  readonly keepTokens?: number;
}

/** What compaction needs, the same for all turns of a session. */
export interface WindowParts {
  readonly clock: Clock;
  readonly transport: Transport;
  readonly compaction: CompactionOptions | false;
  readonly routeOf: (to: RouteTarget | RouteConfig | Route) => Route;
  /** Stores output that is too long for the conversation. */
  readonly keepWhole?: NonNullable<SchedulerOptions['keepWhole']>;
}

export interface WindowRequest {
  readonly route: LookAhead;
  /** The running turn, and the one that it continues. */
  readonly turnId?: string;
  readonly continues?: string;
  /** The request of the turn that needs the room. */
  readonly step?: number;
  readonly spending: Spending;
  readonly emit: Emit;
  readonly signal: AbortSignal;
  /** What a summary must keep in particular; in the user's words. */
  readonly focus?: string;
}

/** After a provider has refused a request as too long, the history is reduced to this share of it. */
const overflowShare = 0.6;

interface Aim {
  /** The maximum size of the request afterwards, in tokens. Absent: as small as a summary makes it. */
  readonly fill?: number;
  /** The context window of the target, in tokens. */
  readonly window?: number;
}

/** Why the history was not compacted. */
interface NotCompacted {
  readonly message: string;
}

type CompactionEvent = Extract<SessionEvent, { readonly type: 'compaction' }>;

export class ContextWindow {
  readonly #parts: WindowParts;
  readonly #history: History;
  readonly #setup: CurrentSetup;
  readonly #counter = new TokenCounter();
  /** The target and the length of the history when compaction failed: it is not tried again for the same ones. */
  #failedAt = '';
  /** The length of the history when it was last reported as too large. */
  #warnedAt = -1;

  constructor(parts: WindowParts, history: History, setup: CurrentSetup) {
    this.#parts = parts;
    this.#history = history;
    this.#setup = setup;
  }

  /** The approximate size of the next request. */
  get tokens(): number {
    const { system, tools } = this.#setup.current;
    const { contents, usage } = this.#history.facts;
    const measured = usage === undefined ? {} : { usage: { ...usage.usage, contents: usage.contents } };
    return this.#counter.countRequest({ contents, system, tools, ...measured });
  }

  /** Returns whether the history is shorter now. If the request still cannot fit, this is reported before it is sent. */
  async makeRoom(why: 'threshold' | 'overflow', request: WindowRequest): Promise<boolean> {
    const step = await request.route.peek({ tokens: this.tokens });
    if (step.do !== 'send') return false;
    const { name, destination } = step.selection;
    const made = await this.#makeFor(why, request, destination);
    if (why === 'threshold') this.#warnIfTooLarge(request.emit, name, destination);
    return made;
  }

  async compact(request: WindowRequest & Aim & { readonly why: string }): Promise<CompactionEvent> {
    const { emit, why } = request;
    // An estimate, like the size afterwards: a measured size cannot be compared with an estimate.
    const before = this.#estimate(this.#history.facts.contents);
    emit({ type: 'compaction', outcome: 'started', why, before });
    const shorter = await this.#shorten(request);
    const event = await this.#apply(shorter, before, why);
    emit(event);
    return event;
  }

  /** Records the shorter history, but only if it really is shorter. */
  async #apply(shorter: ShortenedHistory | NotCompacted, before: number, why: string): Promise<CompactionEvent> {
    if ('message' in shorter) return { type: 'compaction', outcome: 'unchanged', why: shorter.message, before };
    const { contents, results } = shorter;
    const after = this.#estimate(contents);
    if (after >= before)
      return { type: 'compaction', outcome: 'unchanged', why: compactionTexts['not-smaller'], before };
    const shortened = results.length === 0 ? {} : { shortened: results };
    await this.#history.write({ kind: 'compaction', contents, ...shortened }, true);
    return { type: 'compaction', outcome: 'compacted', why, before, after };
  }

  async #makeFor(
    why: 'threshold' | 'overflow',
    request: WindowRequest,
    { provider, model, endpoint, traits: { contextWindow, maxOutput } }: Destination,
  ): Promise<boolean> {
    const { compaction } = this.#parts;
    if (compaction === false) return false;
    const { threshold } = compaction;
    const limits = { window: contextWindow, maxOutput, ...(threshold === undefined ? {} : { threshold }) };
    const tokens = this.tokens;
    if (why === 'threshold' && !needsCompaction({ tokens, ...limits })) return false;
    const { contents } = this.#history.facts;
    const place = (length: number): string => JSON.stringify([provider, model, endpoint, length]);
    if (this.#failedAt === place(contents.length)) return false;
    const reason =
      why === 'threshold' ? 'The context window is nearly full.' : 'The provider says that the request is too long.';
    // If a provider disagrees with the estimate, the provider is right.
    const most = why === 'threshold' ? tokens : this.#estimate(contents);
    const fill = Math.min(fillLimit(limits), most * (why === 'threshold' ? 1 : overflowShare));
    const { outcome } = await this.compact({ ...request, why: reason, fill, window: contextWindow });
    if (outcome !== 'compacted') this.#failedAt = place(this.#history.facts.contents.length);
    return outcome === 'compacted';
  }

  /** First shortens results of the running turn, which costs nothing; then summarises if it is still too much. */
  async #shorten(request: WindowRequest & Aim): Promise<ShortenedHistory | NotCompacted> {
    const { contents } = this.#history.facts;
    const turnId = askedTurnOf(this.#history.facts);
    const { fill, window = Number.POSITIVE_INFINITY } = request;
    const from = contents.findIndex(({ speaker, metadata }) => speaker === 'human' && metadata?.turnId === turnId);
    if (fill === undefined || turnId === undefined || from === -1)
      return asShortened(await this.#summarise(request, contents), []);
    const room = fill - this.#estimate([]);
    const earlier = this.#counter.countAll(contents.slice(0, from));
    const running = this.#counter.countAll(contents.slice(from));
    const { count } = this.#counter;
    const { keepWhole } = this.#parts;
    const cut = await shortenResults({
      contents,
      from,
      allowance: Math.max(room * 0.5, room * 0.8 - earlier),
      count,
      ...(keepWhole === undefined ? {} : { keepWhole: (id: string, whole: string) => keepWhole({ id }, whole) }),
    });
    const shortened: ShortenedHistory = { ...cut, contents: markChanged(contents, cut.contents) };
    const left = this.#counter.countAll(cut.contents.slice(from));
    if (earlier + left <= room * 0.95 && left < running) return shortened;
    // The user's message is larger than the window: no summary of anything else makes it fit.
    const asked = this.#counter.countAll(contents.slice(from, from + 1));
    const summarised =
      asked > window ? hopeless(contents) : await this.#summarise(request, shortened.contents, left > room * 0.9);
    return left < running && summarised.outcome !== 'compacted' ? shortened : asShortened(summarised, cut.results);
  }

  async #summarise(
    request: WindowRequest,
    contents: readonly Content[],
    cutsTurn: boolean = false,
  ): Promise<CompactionResult> {
    const { facts } = this.#history;
    const { compaction, routeOf } = this.#parts;
    const { summariser, keepTokens } = compaction === false ? {} : compaction;
    const route = summariser === undefined ? request.route : new LookAhead(await routeOf(summariser).begin());
    const step = await route.peek({ tokens: 0 });
    const window = step.do === 'send' ? step.selection.destination.traits.contextWindow : 32_000;
    // A request for a summary that was given up still ends and reports its usage.
    let asking: Promise<unknown> = Promise.resolve();
    const result = await compactHistory({
      contents,
      ledger: facts.ledger,
      keepTokens: keepTokens ?? tokensToKeep(window),
      count: this.#counter.count,
      openTurn: askedTurnOf(facts),
      cutsTurn,
      summarise: (transcript) => {
        const asked = this.#askForSummary({ ...request, route }, transcript, window);
        asking = asked.catch(() => {});
        return asked;
      },
      signal: request.signal,
      maxSummaryTokens: summaryLimit(window),
      maxTranscript: transcriptLimit(window),
    });
    await asking;
    return result;
  }

  #estimate(contents: readonly Content[]): number {
    const { system, tools } = this.#setup.current;
    return this.#counter.countRequest({ contents, system, tools });
  }

  #warnIfTooLarge(emit: Emit, name: string, { traits }: Destination): void {
    const { contents } = this.#history.facts;
    const tokens = this.tokens;
    if (tokens <= traits.contextWindow || this.#warnedAt === contents.length) return;
    this.#warnedAt = contents.length;
    const largest = Math.max(...contents.map(this.#counter.count));
    const alone = largest > traits.contextWindow ? ` One message alone has about ${largest} tokens: shorten it.` : '';
    emit({
      type: 'notice',
      text: `The request has about ${tokens} tokens, but the context window of ${name} has ${traits.contextWindow}. It will probably be refused.${alone}`,
    });
  }

  /** Rejects with the reason if there is no summary. */
  async #askForSummary(request: WindowRequest, transcript: string, window: number): Promise<string> {
    const { route, emit, signal, turnId, continues } = request;
    const asked = await ask({
      route,
      ...(turnId === undefined ? {} : { turnId }),
      ...(continues === undefined ? {} : { continues }),
      clock: this.#parts.clock,
      // `request` events are counted as requests of the turn; its waits and failures are worth reporting.
      emit: (event) => (event.type === 'request' ? undefined : emit(event)),
      signal,
      step: 0,
      needs: () => ({ tokens: 0 }),
      send: (selection, plain, sending) => this.#send(request, { ...sending, selection, plain }, transcript, window),
    });
    if (asked.end === 'failed') throw new Error(asked.failure.message);
    if (asked.end === 'cancelled' || asked.reply.stop === 'content-filter') throw new Error('It was stopped.');
    return summaryIn(asked.reply);
  }

  async #send(
    { signal, spending, focus, turnId, step }: WindowRequest,
    sent: Pick<NewRequest, 'selection' | 'plain' | keyof Sending>,
    text: string,
    window: number,
  ): Promise<AttemptResult> {
    const summaryFor = turnId === undefined || step === undefined ? 'the user' : { turnId, step };
    const open = spending.begin({ ...sent, summaryFor, ...(turnId === undefined ? {} : { turnId }) });
    const { selection, plain } = sent;
    let attempted: AttemptResult;
    try {
      const request = prepareRequest({ ...summaryRequest(text, window, focus), target: selection.target, plain });
      open.prepared(request.diagnostics);
      attempted = await attempt(this.#parts.transport, request, () => {}, signal, {}, open.firstByte);
    } catch (error) {
      await spending.fault(open, error);
      throw error;
    }
    const failure = attempted.end === 'failed' ? { failure: attempted.failure } : {};
    await spending.end(open, { outcome: attempted.end, usage: attempted.reply?.usage, ...failure });
    return attempted;
  }
}

/** Seals bound to the contents before a changed one are no longer valid after it. */
function markChanged(before: readonly Content[], after: readonly Content[]): readonly Content[] {
  const first = after.findIndex((content, index) => content !== before[index]);
  const changed = after[first];
  if (changed === undefined) return after;
  const prefixCut = Math.max(changed.metadata?.prefixCut ?? 0, after.length - first);
  return after.with(first, { ...changed, metadata: { ...changed.metadata, prefixCut } });
}

function hopeless(contents: readonly Content[]): CompactionResult {
  return { outcome: 'unchanged', why: 'cannot-fit', message: compactionTexts['cannot-fit'], contents };
}

function asShortened(result: CompactionResult, results: ShortenedHistory['results']): ShortenedHistory | NotCompacted {
  return result.outcome === 'compacted' ? { contents: result.contents, results } : { message: result.message };
}
