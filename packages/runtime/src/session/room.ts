/** How full the window is, and how room is made in it: a summary in place of the first part, written by whoever is asked anyway. */
import { type Destination, prepareRequest, resolveTarget } from '@interlock/wire';
import { type CompactionResult, compactHistory } from '../context/compact-history.ts';
import { estimateByCharacters } from '../context/estimate-by-characters.ts';
import { summaryInstructions } from '../context/texts.ts';
import { createTokenCounter, TokenCounter } from '../context/token-counter.ts';
import { needsCompaction, summaryLimit, tokensToKeep } from '../context/window-limits.ts';
import type { Emit, SessionEvent } from '../events.ts';
import { LookAhead } from '../route/look-ahead.ts';
import type { Selection } from '../route/route.ts';
import { ask } from '../turn/ask.ts';
import { type Attempted, attempt } from '../turn/attempt.ts';
import type { History } from './history.ts';
import type { SessionParts } from './session-parts.ts';
import type { Setup } from './setup.ts';
import type { Spending } from './spending.ts';

export interface RoomRequest {
  readonly route: LookAhead;
  readonly setup: Setup;
  readonly spending: Spending;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

type CompactionEvent = Extract<SessionEvent, { readonly type: 'compaction' }>;

export class Room {
  readonly #parts: SessionParts;
  readonly #history: History;
  #counter = new TokenCounter(estimateByCharacters);
  #countsFor = '';
  /** How long the history was when making room did not help: nothing is asked again for the same. */
  #inVain = -1;

  constructor(parts: SessionParts, history: History) {
    this.#parts = parts;
    this.#history = history;
  }

  /** Roughly how large the next request is. */
  tokens({ system, tools }: Setup): number {
    const { contents, usage } = this.#history.facts;
    const measured = usage === undefined ? {} : { usage: { ...usage.usage, contents: usage.contents } };
    return this.#counter.countRequest({ contents, system, tools, ...measured });
  }

  /** Whether the history is shorter now. */
  async make(why: 'threshold' | 'overflow', request: RoomRequest): Promise<boolean> {
    const { compaction } = this.#parts;
    if (compaction === false) return false;
    const step = await request.route.peek({ tokens: this.tokens(request.setup) });
    if (step.do !== 'send') return false;
    const destination = resolveTarget(step.selection.target);
    await this.#countFor(destination);
    const { contextWindow, maxOutput } = destination.traits;
    const { threshold } = compaction;
    const use = { tokens: this.tokens(request.setup), window: contextWindow, maxOutput };
    if (why === 'threshold' && !needsCompaction({ ...use, ...(threshold === undefined ? {} : { threshold }) }))
      return false;
    if (this.#inVain === this.#history.facts.contents.length) return false;
    const reason =
      why === 'threshold' ? 'The window is nearly full.' : 'The provider says that the request is too long.';
    const { outcome } = await this.compact({ ...request, why: reason });
    if (outcome !== 'compacted') this.#inVain = this.#history.facts.contents.length;
    return outcome === 'compacted';
  }

  async compact(request: RoomRequest & { readonly why: string }): Promise<CompactionEvent> {
    const before = this.tokens(request.setup);
    const { emit, why } = request;
    emit({ type: 'compaction', outcome: 'started', why, before });
    const result = await this.#summarise(request);
    if (result.outcome === 'compacted')
      await this.#history.write({ kind: 'compaction', contents: result.contents }, true);
    const event: CompactionEvent =
      result.outcome === 'compacted'
        ? { type: 'compaction', outcome: 'compacted', why, before, after: this.tokens(request.setup) }
        : { type: 'compaction', outcome: 'unchanged', why: result.message, before };
    emit(event);
    return event;
  }

  async #summarise(request: RoomRequest): Promise<CompactionResult> {
    const { facts } = this.#history;
    const { compaction, routeOf } = this.#parts;
    const { summariser, keepTokens } = compaction === false ? {} : compaction;
    const route = summariser === undefined ? request.route : new LookAhead(await routeOf(summariser).begin());
    const step = await route.peek({ tokens: 0 });
    const window = step.do === 'send' ? resolveTarget(step.selection.target).traits.contextWindow : 32_000;
    // One that was given up still ends, and tells what it took.
    let asking: Promise<unknown> = Promise.resolve();
    const result = await compactHistory({
      contents: facts.contents,
      ledger: facts.ledger,
      keepTokens: keepTokens ?? tokensToKeep(window),
      count: this.#counter.count,
      summarise: (transcript) => {
        const asked = this.#askForSummary({ ...request, route }, transcript, window);
        asking = asked.catch(() => {});
        return asked;
      },
      signal: request.signal,
      maxSummaryTokens: summaryLimit(window),
      // Half of the window at three characters a token: the summariser has to hold it.
      maxTranscript: Math.floor(window * 1.5),
    });
    await asking;
    return result;
  }

  /** Rejects with why there is none. */
  async #askForSummary(request: RoomRequest, transcript: string, window: number): Promise<string> {
    const { route, emit, signal } = request;
    const asked = await ask({
      route,
      clock: this.#parts.clock,
      // The turn's own requests are counted by their events; whom this one waits for is worth knowing.
      emit: (event) => (event.type === 'request' ? undefined : emit(event)),
      signal,
      step: 0,
      needs: () => ({ tokens: 0 }),
      send: (selection, plain) => this.#send(request, selection, plain, transcript, window),
    });
    if (asked.end === 'failed') throw new Error(asked.failure.message);
    if (asked.end === 'cancelled' || asked.reply.stop === 'content-filter') throw new Error('It was stopped.');
    const { blocks } = asked.reply.content;
    return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
  }

  async #send(
    { signal, spending }: RoomRequest,
    selection: Selection,
    plain: boolean,
    text: string,
    window: number,
  ): Promise<Attempted> {
    const request = prepareRequest({
      contents: [{ speaker: 'human', blocks: [{ type: 'text', text }], metadata: { turnId: 'summary' } }],
      system: summaryInstructions,
      settings: { stream: true, maxOutputTokens: Math.max(1_000, summaryLimit(window) * 2) },
      target: selection.target,
      plain,
    });
    const attempted = await attempt(this.#parts.transport, request, () => {}, signal);
    const usage = attempted.reply?.usage;
    if (usage !== undefined) await spending.count(usage, selection, 'summary');
    return attempted;
  }

  async #countFor(destination: Destination): Promise<void> {
    const who = `${destination.provider}/${destination.model}`;
    if (who === this.#countsFor) return;
    this.#counter = await createTokenCounter(destination);
    this.#countsFor = who;
  }
}
