/**
 * The actions of a render and their reasons, as events rather than log lines (REQ-915-039, REQ-915-040). They contain only ids, paths and reasons, never a
 * text, an argument or a result, so that diagnostics can be stored and sent.
 */
import type { Speaker, SyntheticReason } from '../canonical/content.ts';
import type { FaultClass } from '../canonical/errors.ts';
import type { ValueChange } from '../json/to-json.ts';
import type { RenderedTranscript } from './transcript.ts';

interface EventBase {
  /** `none` for normal events: a cancelled call, thinking left out by policy. */
  readonly fault: FaultClass | 'none';
  /** Canonical ids of the calls concerned; the raw id where no canonical one exists. */
  readonly callIds: readonly string[];
  /** A JSON path in the contents. */
  readonly at: string;
}

export type DiagnosticEvent = EventBase &
  (
    | { readonly kind: 'identified'; readonly why: 'repeated' | 'missing' }
    | { readonly kind: 'reattributed'; readonly block: string; readonly from: Speaker; readonly to: Speaker }
    | { readonly kind: 'paired-by-position' }
    | { readonly kind: 'moved'; readonly from: string; readonly direction: 'late' | 'early' }
    | { readonly kind: 'deduplicated'; readonly kept: string; readonly why: DedupeReason }
    | { readonly kind: 'synthesized'; readonly reason: SyntheticReason; readonly source: 'history' | 'ledger' | 'none' }
    | { readonly kind: 'completed-from-ledger' }
    | { readonly kind: 'orphan'; readonly action: 'dropped' | 'noted' | 'restored' | 'restored-from-ledger' }
    | { readonly kind: 'named'; readonly source: 'answer' | 'ledger' | 'none' }
    | { readonly kind: 'arguments-reshaped'; readonly was: 'text' | 'broken-text' | 'list' | 'scalar' | 'nothing' }
    | {
        readonly kind: 'value-made-safe';
        readonly part: 'arguments' | 'result';
        readonly changes: readonly ValueChange[];
      }
    | { readonly kind: 'text-made-safe' }
    | { readonly kind: 'result-shortened'; readonly characters: number; readonly kept: number }
    | { readonly kind: 'left-out'; readonly what: 'empty-text' | 'empty-thinking' | 'empty-content' }
    | { readonly kind: 'thinking-left-out'; readonly why: 'policy' | 'foreign' | 'fault'; readonly count: number }
    | { readonly kind: 'thinking-noted'; readonly count: number }
    | { readonly kind: 'seal-dropped'; readonly why: 'prefix-changed' | 'fault' | 'edited' | 'repeated' }
    | { readonly kind: 'media-replaced' }
    | { readonly kind: 'attachment-moved' }
    | { readonly kind: 'prefix-changed'; readonly cause: PrefixChange; readonly step: number }
    | { readonly kind: 'fell-back'; readonly faults: readonly string[] }
  );

export type DedupeReason =
  | 'result-over-error'
  | 'real-over-synthetic'
  | 'own-over-left'
  | 'ledger'
  | 'first'
  | 'pending'
  | 'partial'
  | 'copy';
/** The only things that may change bytes which were already sent (ARCHITECTURE, append-only bytes). */
export type PrefixChange = 'late-result' | 'reasoning-policy' | 'compaction';

/** The events of one render, and the ids it read and emitted; those are read from the transcript on demand. */
export class Diagnostics {
  readonly #all: readonly DiagnosticEvent[];
  readonly #length: number;
  readonly #transcript: RenderedTranscript;
  #events: readonly DiagnosticEvent[] | undefined;

  constructor(events: readonly DiagnosticEvent[], length: number, transcript: RenderedTranscript) {
    this.#all = events;
    this.#length = length;
    this.#transcript = transcript;
  }

  get events(): readonly DiagnosticEvent[] {
    this.#events ??= this.#all.slice(0, this.#length);
    return this.#events;
  }

  /** Ids of all known calls: those that were emitted, and those that only an orphan result names. */
  get seenCallIds(): readonly string[] {
    const seen = new Set(this.emittedCallIds);
    for (const event of this.events) for (const id of event.callIds) seen.add(id);
    return [...seen];
  }

  get emittedCallIds(): readonly string[] {
    return this.#transcript.interactions().map(({ call }) => call.id);
  }

  /** A completion has no id: it belongs to its call. */
  get emittedResultIds(): readonly string[] {
    return this.emittedCallIds;
  }

  toJSON(): object {
    const { events, seenCallIds, emittedCallIds, emittedResultIds } = this;
    return { seenCallIds, emittedCallIds, emittedResultIds, events };
  }
}
