/**
 * The incremental renderer: it keeps what it has rendered, so that an appended turn costs only what it adds. `render()` uses
 * this class once, so there is no second path that could behave differently.
 */
import type { Content } from '../canonical/content.ts';
import { TranscriptError } from '../canonical/errors.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Call } from '../pairing/occurrence.ts';
import { Pairing } from '../pairing/pairing.ts';
import { type DiagnosticEvent, Diagnostics } from './diagnostics.ts';
import { Emitter } from './emitter.ts';
import { assertReadable } from './passes/read.ts';
import { type PolicyOptions, type RenderPolicy, withDefaults } from './policy.ts';
import { PrefixWatch } from './prefix-watch.ts';
import { RepeatedItems } from './repeated-items.ts';
import type { Scene } from './scene.ts';
import type { Step } from './step.ts';
import { Track } from './track.ts';
import { mint, type RenderedTranscript } from './transcript.ts';
import { type Fault, Verifier } from './verify.ts';

export interface RenderOptions {
  readonly ledger?: Ledger | undefined;
  readonly policy?: PolicyOptions | undefined;
}

export interface Rendering {
  readonly transcript: RenderedTranscript;
  readonly diagnostics: Diagnostics;
}

export interface IncrementalRendering extends Rendering {
  /** How many steps, from the first, are the same objects as in the previous rendering. */
  readonly unchanged: number;
}

export class Renderer {
  readonly #policy: RenderPolicy;
  readonly #ledger: Ledger | undefined;
  readonly #pairing = new Pairing();
  readonly #watch: PrefixWatch;
  readonly #repeated = new RepeatedItems();
  #steps = new Track<Step>();
  #events = new Track<DiagnosticEvent>();
  #verifier = new Verifier();
  /** Entries whose events contain step numbers, which change when an earlier entry gains or loses a step. */
  #numbered = new Set<number>();
  #emitted = 0;
  #revision = 0;
  #unchanged = 0;
  #fellBack: DiagnosticEvent | undefined;

  constructor({ ledger, policy }: RenderOptions = {}) {
    this.#policy = withDefaults(policy);
    this.#ledger = ledger;
    this.#watch = new PrefixWatch(this.#pairing, ledger, this.#policy);
  }

  append(contents: readonly Content[]): void {
    for (const content of contents) {
      assertReadable(content, this.#pairing.entries.length);
      const entry = this.#pairing.add(content);
      this.#watch.observe(entry);
      this.#repeated.observe(entry);
    }
  }

  render(): IncrementalRendering {
    this.#emitAll();
    if (this.#verifier.faults.length > 0) this.#fallBack();
    const steps = this.#steps.handOut();
    const transcript = mint(steps.items, steps.length);
    const unchanged = Math.min(this.#unchanged, steps.length);
    this.#unchanged = steps.length;
    return { transcript, diagnostics: this.#diagnose(transcript), unchanged };
  }

  #emitAll(): void {
    const emitter = new Emitter(this.#scene());
    const moved = this.#reemit(this.#dirtyEntries(), emitter);
    if (moved !== undefined) {
      const renumbered = [...this.#numbered].filter((entry) => entry > moved).sort((a, b) => a - b);
      this.#reemit(renumbered, emitter);
    }
    const { entries } = this.#pairing;
    for (; this.#emitted < entries.length; this.#emitted += 1) {
      const steps = this.#steps.open();
      const base = steps.length;
      const events = this.#emit(this.#emitted, emitter, base, steps);
      for (let at = base; at < steps.length; at += 1) this.#verify(steps[at], at);
      const all = this.#events.open();
      for (const event of events) all.push(event);
    }
  }

  /** Emits these entries, in ascending order, again. Returns the first with a different number of steps. */
  #reemit(entries: readonly number[], emitter: Emitter): number | undefined {
    const [first] = entries;
    if (first === undefined) return undefined;
    const steps = new Map<number, readonly Step[]>();
    const events = new Map<number, readonly DiagnosticEvent[]>();
    let moved: number | undefined;
    let shift = 0;
    for (const entry of entries) {
      const before = this.#steps.of(entry);
      const after: Step[] = [];
      events.set(entry, this.#emit(entry, emitter, this.#steps.start(entry) + shift, after));
      for (const step of before) this.#verifier.remove(step);
      steps.set(entry, after);
      if (after.length !== before.length) moved ??= entry;
      shift += after.length - before.length;
    }
    this.#unchanged = Math.min(this.#unchanged, this.#steps.start(first));
    this.#steps.replace(steps);
    this.#events.replace(events);
    for (const entry of entries) {
      const base = this.#steps.start(entry);
      for (const [at, step] of (steps.get(entry) ?? []).entries()) this.#verify(step, base + at);
    }
    return moved;
  }

  #emit(index: number, emitter: Emitter, base: number, steps: Step[]): readonly DiagnosticEvent[] {
    const entry = this.#pairing.entries[index];
    if (entry === undefined) return [];
    const events = emitter.emit(entry, base, this.#watch.changeAt(entry), steps);
    if (events.some(({ kind }) => kind === 'prefix-changed')) this.#numbered.add(index);
    else if (this.#numbered.size > 0) this.#numbered.delete(index);
    return events;
  }

  #verify(step: Step | undefined, index: number): void {
    if (step !== undefined) this.#verifier.add(step, index);
  }

  #dirtyEntries(): readonly number[] {
    const changed = this.#ledger?.changedSince(this.#revision) ?? [];
    for (const id of changed) this.#pairing.record(id);
    const touched = this.#pairing.takeTouched();
    const dirty = new Set(touched);
    this.#observeLedger(touched);
    for (const id of changed) {
      const call = this.#pairing.call(id);
      if (call !== undefined) this.#watch.observeLedger(call);
      for (const entry of call === undefined ? this.#pairing.orphansOf(id) : [call.entry]) dirty.add(entry);
    }
    this.#revision = this.#ledger?.revision ?? 0;
    for (const entry of this.#watch.settle(this.#emitted)) dirty.add(entry);
    return [...dirty].filter((entry) => entry < this.#emitted).sort((a, b) => a - b);
  }

  #observeLedger(touched: readonly number[]): void {
    if (this.#ledger === undefined) return;
    const { entries } = this.#pairing;
    const changed = [...touched.flatMap((entry) => entries[entry] ?? []), ...entries.slice(this.#emitted)];
    for (const { calls } of changed) for (const call of calls) this.#watch.observeLedger(call);
  }

  #scene(): Scene {
    const watch = this.#watch;
    const repeated = this.#repeated;
    return {
      pairing: this.#pairing,
      ledger: this.#ledger,
      policy: this.#policy,
      conservative: this.#fellBack !== undefined,
      isStale: (entry: number) => watch.isStale(entry),
      isPastTurn: (entry: number, at: number) => watch.isPastTurn(entry, at),
      isLedgerLate: (call: Call) => watch.isLedgerLate(call),
      repeatedItems: (entry: number) => repeated.of(entry),
    };
  }

  /** The check failed: render everything again without thinking, seals and media. If that fails too, nothing is sent. */
  #fallBack(): void {
    const { faults } = this.#verifier;
    if (this.#policy.onFault === 'throw' || this.#fellBack !== undefined) throw this.#error(faults);
    const callIds = faults.flatMap(({ callId }) => callId ?? []);
    const rules = [...new Set(faults.map(({ rule }) => rule))];
    this.#fellBack = { kind: 'fell-back', faults: rules, fault: 'renderer-fault', callIds, at: '$' };
    this.#steps = new Track();
    this.#events = new Track();
    this.#verifier = new Verifier();
    this.#numbered = new Set();
    this.#emitted = 0;
    this.#unchanged = 0;
    this.#emitAll();
    if (this.#verifier.faults.length > 0) throw this.#error(this.#verifier.faults);
  }

  /** Nothing can be sent; the error carries all diagnostics. */
  #error(faults: readonly Fault[]): TranscriptError {
    const [first] = faults;
    const where = first === undefined ? '' : ` (step ${first.step}: ${first.rule})`;
    const callIds = [...new Set(faults.flatMap(({ callId }) => callId ?? []))];
    const { items, length } = this.#events.handOut();
    const events = [...(this.#fellBack === undefined ? [] : [this.#fellBack]), ...items.slice(0, length)];
    const message = `The rendered transcript failed its own check${where}.`;
    return new TranscriptError('renderer-fault', message, callIds, { faults: [...faults], events });
  }

  #diagnose(transcript: RenderedTranscript): Diagnostics {
    const { items, length } = this.#events.handOut();
    if (this.#fellBack === undefined) return new Diagnostics(items, length, transcript);
    return new Diagnostics([this.#fellBack, ...items], length + 1, transcript);
  }
}
