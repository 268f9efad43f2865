/**
 * The clean start of a history, without a step for each of its contents: a request only needs the ids of its calls and the
 * contents themselves. What comes after it is rendered (`new Renderer(options, start)`) exactly as it would be after the same
 * contents rendered one by one; a property test compares the two.
 * Its promises are checked by the same `Verifier`, which shares no code with what finds the clean start.
 */
import type { Block, Content, ToolCallBlock, ToolResponseBlock } from '../../canonical/content.ts';
import { answeredIdOf, callIdOf } from '../../canonical/read-block.ts';
import { TurnKeys } from '../../canonical/turn-keys.ts';
import { Identities } from '../../pairing/identities.ts';
import type { PairedStart } from '../../pairing/pairing.ts';
import { TurnCounter } from '../../pairing/turn-counter.ts';
import { Verifier } from '../verify.ts';
import { cleanGroups, leadingSystem } from './clean-groups.ts';

/**
 * Clean groups that are left to the renderer, so that the clean start is closed: nothing joins its last message, and what a
 * request does to its last messages happens after it. Every second group has a user message; a request marks two of those for
 * the cache, and may add one at its end.
 */
const groupsBehind = 6;
/** A shorter start is not worth it. */
const fewestGroups = 8;

export class CleanStart implements PairedStart {
  /** How many contents, from the first. */
  readonly length: number;
  /** How many steps they would be. */
  readonly steps: number;
  /** How many of the contents, from the first, are system messages. */
  readonly system: number;
  /** Canonical, in the order of the calls. */
  readonly ids: readonly string[];
  readonly toolNames: ReadonlySet<string>;
  /** The turn of the last content, and how many calls it has so far. */
  readonly turn: { readonly id: string; readonly calls: number };
  readonly turns: TurnKeys;
  readonly callNumbers: TurnCounter;
  readonly #rawIds: ReadonlySet<string>;
  readonly #verifier: Verifier;

  /** Undefined where it is not worth it. Anything unusual in the contents is left to the renderer. */
  static of(contents: readonly Content[], longestResult: number): CleanStart | undefined {
    try {
      const system = leadingSystem(contents);
      const ends = cleanGroups(contents, system, longestResult);
      if (ends.length < fewestGroups + groupsBehind) return undefined;
      const length = ends.at(-1 - groupsBehind) ?? 0;
      const reading = new Reading();
      for (let at = 0; at < length; at += 1) reading.add(contents[at]);
      if (!reading.isSound()) return undefined;
      const start = new CleanStart(reading, system, length);
      return start.isNamedIn(contents, length) ? undefined : start;
    } catch {
      return undefined;
    }
  }

  private constructor(reading: Reading, system: number, length: number) {
    this.length = length;
    this.system = system;
    this.steps = reading.steps;
    this.ids = reading.ids;
    this.toolNames = reading.toolNames;
    this.turn = { id: reading.turnId, calls: reading.turnCalls };
    this.turns = reading.turns;
    this.callNumbers = reading.callNumbers;
    this.#rawIds = reading.rawIds;
    this.#verifier = reading.verifier;
  }

  has(id: string): boolean {
    return this.#verifier.hasCall(id);
  }

  /** Whether contents from `from` on name a call of the clean start, by its canonical or its stored id. */
  isNamedIn(contents: readonly Content[], from: number): boolean {
    for (let at = from; at < contents.length; at += 1) {
      for (const block of contents[at]?.blocks ?? []) if (this.#isNamedBy(block)) return true;
    }
    return false;
  }

  #isNamedBy(block: Block): boolean {
    const isCall = block?.type === 'tool_call';
    if (!isCall && block?.type !== 'tool_response') return false;
    const id = isCall ? callIdOf(block) : answeredIdOf(block);
    return this.#rawIds.has(id) || this.has(id);
  }
}

/** Walks contents that are assumed to be clean. */
class Reading {
  readonly turns = new TurnKeys();
  readonly callNumbers = new TurnCounter();
  readonly verifier = new Verifier();
  readonly ids: string[] = [];
  readonly rawIds = new Set<string>();
  readonly toolNames = new Set<string>();
  steps = 0;
  turnId = '';
  turnCalls = 0;
  /** The calls of the last answer, by their stored ids; how many there are, and how many of them have a result. */
  readonly #open: string[] = [];
  #called = 0;
  #answered = 0;
  #isPaired = true;
  /** The verifier finds an id that is already taken, and then there is no clean start. */
  readonly #identities = new Identities(() => false, this.callNumbers);

  add(content: Content | undefined): void {
    if (content === undefined) return;
    const turnId = this.turns.next(content);
    if (content.speaker !== 'tool') this.#beginStep(turnId);
    for (const block of content.blocks) {
      if (block.type === 'text') this.verifier.addText(block.text);
      else if (block.type === 'tool_call') this.#addCall(block, content, turnId);
      else if (block.type === 'tool_response') this.#addAnswer(block);
    }
  }

  /**
   * Every call has its own result right after it, no id is repeated, and nothing was found that a transcript must not
   * contain.
   */
  isSound(): boolean {
    this.#closeStep();
    return this.#isPaired && this.rawIds.size === this.ids.length && this.verifier.faults.length === 0;
  }

  #addCall(block: ToolCallBlock, content: Content, turnId: string): void {
    const id = this.#identities.ofCall(block.id, block.name, content, turnId);
    this.verifier.addCall(id, block.name, block.parameters);
    this.ids.push(id);
    this.rawIds.add(block.id);
    this.toolNames.add(block.name);
    this.#open[this.#called] = block.id;
    this.#called += 1;
    this.turnCalls += 1;
  }

  #addAnswer(block: ToolResponseBlock): void {
    this.verifier.addResult(block.result);
    if (this.#answered === this.#called || block.callId !== this.#open[this.#answered]) this.#isPaired = false;
    this.#answered += 1;
  }

  #beginStep(turnId: string): void {
    this.#closeStep();
    this.steps += 1;
    if (turnId !== this.turnId) this.turnCalls = 0;
    this.turnId = turnId;
  }

  #closeStep(): void {
    if (this.#answered !== this.#called) this.#isPaired = false;
    this.#called = 0;
    this.#answered = 0;
  }
}
