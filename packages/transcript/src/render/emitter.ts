/**
 * Turns one entry of the history into steps, block by block through the passes. It only reads the entry, its calls and answers,
 * and the scene: this makes appending cheap and rendering append-only.
 */

import { isReal } from '../canonical/completion.ts';
import type { Block, ThinkingBlock } from '../canonical/content.ts';
import { answeredIdOf, isProviderExecuted } from '../canonical/read-block.ts';
import { type Answer, type Call, type Entry, isLate } from '../pairing/occurrence.ts';
import type { DiagnosticEvent, PrefixChange } from './diagnostics.ts';
import { type Author, Draft, metadataOf } from './draft.ts';
import { Notes } from './notes.ts';
import { attributeInTool, type Role } from './passes/attribute.ts';
import { renderCall } from './passes/call.ts';
import { complete } from './passes/complete.ts';
import { noteCopy, noteDuplicate } from './passes/duplicates.ts';
import { keepsAttachments, renderOrphan } from './passes/orphan.ts';
import { isSound, isSpoken, say, sealOptions } from './passes/say.ts';
import { think } from './passes/think.ts';
import type { Scene } from './scene.ts';
import type { SpokenBlock, Step } from './step.ts';

type LeftOut = 'policy' | 'foreign' | 'fault';

const nothing: readonly never[] = [];

/** The common case of a user or system message: used as it is. */
function isUntouched({ content, index }: Entry, scene: Scene): boolean {
  const { speaker, blocks } = content;
  if ((speaker !== 'human' && speaker !== 'system') || !(blocks?.length > 0) || scene.isStale(index)) return false;
  for (const block of blocks) if (!isSpoken(block) || !isSound(block)) return false;
  return true;
}

function untouchedStep({ content, turnId }: Entry): Step {
  const kind = content.speaker === 'system' ? 'system' : 'human';
  return { kind, blocks: content.blocks as readonly SpokenBlock[], metadata: metadataOf(content.metadata, turnId) };
}

/** The common case of a tool content: all of it is the completion of calls in other contents. */
function isAnsweredElsewhere({ content, answers }: Entry): boolean {
  if (answers.length === 0 || answers.length !== content.blocks.length) return false;
  for (const answer of answers) if (answer.call?.best !== answer) return false;
  return true;
}

/** The canonical id of the answered call, or the raw id if there is no such call. */
function callIdFor({ call, block }: Answer): string {
  return call?.id ?? answeredIdOf(block);
}

/** A render creates one and reuses its buffers for every entry. */
export class Emitter {
  readonly #scene: Scene;
  readonly #notes = new Notes();
  readonly #draft = new Draft();
  /** A placeholder until the first entry. */
  #entry: Entry = { index: -1, content: { speaker: 'system', blocks: [] }, turnId: '', calls: [], answers: [] };
  #base = 0;
  #keepsBlocks = true;
  #leftOut: Record<LeftOut, number> | undefined;
  #noted = 0;

  constructor(scene: Scene) {
    this.#scene = scene;
  }

  /**
   * Adds the steps of the entry to `steps` and returns its events. `base` is the number of its first step in the
   * transcript, `change` why bytes from here on may differ from what was sent.
   */
  emit(entry: Entry, base: number, change: PrefixChange | undefined, steps: Step[]): readonly DiagnosticEvent[] {
    if (change === undefined && !this.#scene.conservative) {
      if (isAnsweredElsewhere(entry)) return nothing;
      if (isUntouched(entry, this.#scene)) {
        steps.push(untouchedStep(entry));
        return nothing;
      }
    }
    this.#begin(entry, base, steps);
    if (change !== undefined) this.#noteChange(change, 0);
    this.#walk();
    this.#draft.flush();
    this.#noteThinking();
    return this.#notes.take();
  }

  #begin(entry: Entry, base: number, steps: Step[]): void {
    const { content, turnId, index } = entry;
    this.#entry = entry;
    this.#base = base;
    const isTouched = this.#scene.isStale(index) || this.#scene.repeatedItems(index) !== undefined;
    this.#keepsBlocks = !this.#scene.conservative && !isTouched;
    this.#leftOut = undefined;
    this.#noted = 0;
    this.#notes.begin(index);
    this.#draft.begin(metadataOf(content.metadata, turnId), content.blocks ?? nothing, steps);
  }

  #walk(): void {
    const { content, calls, answers, copies } = this.#entry;
    const blocks = content.blocks ?? nothing;
    const roles = content.speaker === 'tool' ? attributeInTool(blocks, copies) : undefined;
    let call = 0;
    let answer = 0;
    for (let at = 0; at < blocks.length; at += 1) {
      const block = blocks[at];
      if (block === undefined) continue;
      const original = copies?.get(at);
      if (original !== undefined) {
        noteCopy(original, at, this.#notes);
        continue;
      }
      if (block.type === 'tool_call') this.#call(calls[call++]);
      else if (block.type === 'tool_response') this.#answer(answers[answer++]);
      else if (block.type === 'thinking') this.#think(block, at);
      else this.#speak(block, at, roles?.[at] ?? (content.speaker === 'tool' ? 'human' : content.speaker));
      this.#noteAttribution(block, at);
    }
    if (blocks.length === 0) this.#noteEmpty('empty-content');
  }

  #call(call: Call | undefined): void {
    if (call === undefined) return;
    const { content } = this.#entry;
    const rendered = renderCall(call, content.metadata, this.#scene, this.#notes);
    const completion = complete(call, this.#scene, this.#notes);
    this.#draft.add('ai', { type: 'interaction', call: rendered, completion });
    if (this.#changedLate(call)) this.#noteChange('late-result', this.#draft.next, call.id);
  }

  /** A real completion that the model had not seen when it continued. */
  #changedLate(call: Call): boolean {
    if (call.best !== undefined && isReal(call.best.strength) && isLate(call.best)) return true;
    return this.#scene.isLedgerLate(call);
  }

  /** Everything before an answer was written before it, so the step ends here. */
  #answer(answer: Answer | undefined): void {
    if (answer === undefined || answer.call !== undefined) {
      this.#draft.flush();
      if (answer !== undefined) noteDuplicate(answer, this.#notes);
      return;
    }
    const orphan = renderOrphan(answer, this.#scene, this.#notes);
    if (orphan.verdict === 'restore') this.#draft.add('restored', orphan.interaction);
    else if (orphan.verdict === 'note') this.#draft.add('noted', { type: 'text', text: orphan.text });
    else this.#draft.flush();
  }

  #think(block: ThinkingBlock, at: number): void {
    const judged = think(block, at, this.#entry, this.#scene, this.#notes);
    if (judged.verdict === 'keep') {
      this.#draft.add('ai', judged.block);
    } else if (judged.verdict === 'note') {
      this.#draft.aside('ai', judged.text);
      this.#noted += 1;
    } else if (judged.why === 'empty') {
      this.#noteEmpty('empty-thinking', at);
    } else {
      this.#leftOut ??= { policy: 0, foreign: 0, fault: 0 };
      this.#leftOut[judged.why] += 1;
    }
  }

  #speak(block: SpokenBlock, at: number, role: Role | 'system'): void {
    if (typeof role === 'number' && this.#travels(role)) return;
    const spoken = this.#keepsBlocks && isSound(block) ? block : this.#makeSafe(block, at);
    if (spoken === undefined) return;
    const author = this.#authorOf(role);
    this.#draft.add(author, spoken);
    if (typeof role !== 'number') return;
    const owner = this.#entry.answers.find((answer) => answer.at === role);
    const callIds = owner === undefined ? nothing : [callIdFor(owner)];
    const about = { fault: 'canonical-corruption', callIds, at: this.#notes.place(at) } as const;
    this.#notes.add({ kind: 'attachment-moved', ...about });
  }

  #makeSafe(block: SpokenBlock, at: number): SpokenBlock | undefined {
    const { content, index } = this.#entry;
    return say(block, at, { ...sealOptions(index, this.#scene), metadata: content.metadata }, this.#notes);
  }

  /** Text in a tool content that belongs to no result becomes user text. */
  #authorOf(role: Role | 'system'): Author {
    if (role === 'ai' || role === 'system') return role;
    return this.#entry.content.speaker === 'tool' ? 'noted' : 'human';
  }

  #travels(owner: number): boolean {
    const answer = this.#entry.answers.find(({ at }) => at === owner);
    return answer !== undefined && keepsAttachments(answer, this.#scene);
  }

  #noteChange(cause: PrefixChange, step: number, callId?: string): void {
    const callIds = callId === undefined ? nothing : [callId];
    const at = this.#notes.place();
    this.#notes.add({ kind: 'prefix-changed', cause, step: this.#base + step, fault: 'none', callIds, at });
  }

  #noteAttribution(block: Block, at: number): void {
    const from = this.#entry.content.speaker;
    const to = block.type === 'tool_response' ? 'tool' : block.type === 'tool_call' ? 'ai' : undefined;
    if (to === undefined || to === from || this.#isProviderResult(block, at)) return;
    const about = { fault: 'canonical-corruption', callIds: this.#callIdsAt(at), at: this.#notes.place(at) } as const;
    this.#notes.add({ kind: 'reattributed', block: block.type, from, to, ...about });
  }

  /** A tool that the provider ran gave its result within the model's own answer. */
  #isProviderResult({ type }: Block, at: number): boolean {
    if (type !== 'tool_response' || this.#entry.content.speaker !== 'ai') return false;
    const call = this.#entry.answers.find((answer) => answer.at === at)?.call;
    return call !== undefined && isProviderExecuted(call.block);
  }

  /** For the call at a position, or the call that is answered there. */
  #callIdsAt(at: number): readonly string[] {
    const { calls, answers } = this.#entry;
    const call = calls.find((one) => one.at === at);
    if (call !== undefined) return [call.id];
    return answers.filter((one) => one.at === at).map(callIdFor);
  }

  #noteThinking(): void {
    if (this.#leftOut === undefined && this.#noted === 0) return;
    const about = { fault: 'none', callIds: nothing, at: this.#notes.place() } as const;
    for (const why of ['policy', 'foreign', 'fault'] as const) {
      const count = this.#leftOut?.[why] ?? 0;
      if (count > 0) this.#notes.add({ kind: 'thinking-left-out', why, count, ...about });
    }
    if (this.#noted > 0) this.#notes.add({ kind: 'thinking-noted', count: this.#noted, ...about });
  }

  #noteEmpty(what: 'empty-content' | 'empty-thinking', at?: number): void {
    this.#notes.add({ kind: 'left-out', what, fault: 'none', callIds: nothing, at: this.#notes.place(at) });
  }
}
