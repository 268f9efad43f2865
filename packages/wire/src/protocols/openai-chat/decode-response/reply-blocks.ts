/**
 * The blocks of one answer while they grow. Thinking and text are open one at a time; calls stay open until the end of the
 * answer, because their chunks may be interleaved. Numbered in the order in which they start.
 */
import { type JsonValue, jsonText, type MediaBlock } from '@interlock/transcript';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { addDetail } from '../thinking-forms.ts';
import { OpenCalls } from './open-calls.ts';

interface OpenBlock {
  readonly kind: 'text' | 'thinking' | 'refusal';
  readonly index: number;
  readonly chunks: string[];
  /** The field of the thinking, and the opaque entries that came with it. */
  readonly field: string;
  readonly details: JsonValue[];
  signature: string;
}

export class ReplyBlocks {
  readonly calls: OpenCalls = new OpenCalls(() => this.#begin());
  readonly #late: JsonValue[] = [];
  #blocks = 0;
  #open: OpenBlock | undefined;
  #events: ReplyEvent[] = [];

  /** Whether any block has begun. */
  get any(): boolean {
    return this.#blocks > 0;
  }

  take(): readonly ReplyEvent[] {
    const events = this.#events;
    this.#events = [];
    return events;
  }

  say(text: string): void {
    if (text !== '') this.#grow('text', text, '');
  }

  /** A refusal is text. `marked`: clients of this API get it as what it is. */
  refuse(text: string, marked: boolean): void {
    if (text === '') return;
    if (marked && this.#open?.kind !== 'refusal') {
      this.#grow('refusal', '', '');
      this.#events.push({
        type: 'block-fields',
        protocol: 'openai-chat',
        index: this.#blocks - 1,
        fields: { refusal: true },
      });
    }
    this.#grow(marked ? 'refusal' : 'text', text, '');
  }

  think(text: string, field: string): void {
    if (text !== '') this.#grow('thinking', text, field);
  }

  /** Mistral's token for the thinking that is open. */
  sign(signature: string): void {
    if (signature !== '' && this.#open?.kind === 'thinking') this.#open.signature = signature;
  }

  /** Entries that arrive during text or calls are kept for the end: they must not split the text. */
  addDetails(details: readonly JsonValue[]): void {
    if (details.length === 0) return;
    const begins = this.#open === undefined && !this.calls.any;
    const thinking = begins ? this.#grow('thinking', '', 'reasoning') : this.#open;
    const list = thinking?.kind === 'thinking' ? thinking.details : this.#late;
    for (const detail of details) addDetail(list, detail);
  }

  show(block: MediaBlock): void {
    this.#release();
    this.close();
    this.#events.push({ type: 'media', index: this.#begin(), block });
  }

  /** A chunk of a call, or a whole call. */
  call(entry: JsonValue, position: number, whole: boolean): void {
    const events = this.calls.read(entry, position, whole);
    if (events.some(({ type }) => type === 'call-start')) this.close();
    this.#events.push(...events);
  }

  /** The answer is complete: all blocks end. */
  finish(): void {
    this.#release();
    this.close();
    if (this.#late.length > 0) {
      this.#events.push({ type: 'thinking-end', index: this.#begin(), seal: detailsSeal(this.#late) });
    }
    this.#events.push(...this.calls.end());
  }

  /** Ends thinking or text, not calls: a truncated call must not be run. */
  close(): void {
    const open = this.#open;
    if (open === undefined) return;
    this.#open = undefined;
    const { kind, index } = open;
    if (kind === 'thinking') this.#events.push({ type: 'thinking-end', index, seal: sealOf(open) });
    else this.#events.push({ type: 'text-end', index });
  }

  /** The answer was cut off: opaque entries may be incomplete, and half of one is refused (ORT-003). */
  breakOff(): void {
    this.#release();
    if (this.#open !== undefined && this.#open.details.length > 0) {
      this.#events.push({ type: 'thinking-end', index: this.#open.index });
      this.#open = undefined;
    }
    this.close();
  }

  #release(): void {
    this.#events.push(...this.calls.release());
  }

  #grow(kind: OpenBlock['kind'], text: string, field: string): OpenBlock {
    this.#release();
    if (this.#open !== undefined && this.#open.kind !== kind) this.close();
    this.#open ??= { kind, index: this.#begin(), chunks: [], field, details: [], signature: '' };
    if (text !== '') {
      this.#open.chunks.push(text);
      const type = kind === 'thinking' ? 'thinking-delta' : 'text-delta';
      this.#events.push({ type, index: this.#open.index, text });
    }
    return this.#open;
  }

  #begin(): number {
    this.#blocks += 1;
    return this.#blocks - 1;
  }
}

/** For plain text fields the text itself is sent back. */
function sealOf({ details, signature, field, chunks }: OpenBlock): SealToken {
  if (details.length > 0) return detailsSeal(details);
  return signature === '' ? { field, value: chunks.join('') } : { field: 'signature', value: signature };
}

function detailsSeal(details: readonly JsonValue[]): SealToken {
  return { field: 'reasoning_details', value: jsonText(details) };
}
