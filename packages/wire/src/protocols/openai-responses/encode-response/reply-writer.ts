/**
 * Writes the blocks of a reply as stream events, and collects the items they become. The provider's id of an item may be known only at
 * its end. Then the item started with a derived id and ends with its own; its position in the output shows that it is the same item.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';
import { isBareSeal } from '../../../reply/bare-seal.ts';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import { logprobsIn } from '../../../reply/logprobs.ts';
import { withMore } from '../../../reply/own-fields.ts';
import type { ReplyHead } from '../../protocol.ts';
import {
  added,
  annotationAdded,
  argumentsDone,
  deltaOf,
  isRaw,
  type OpenBlock,
  partAdded,
  textDone,
} from './item-events.ts';
import {
  type CallEvent,
  callIdOf,
  callItem,
  derivedId,
  mediaItem,
  messageItem,
  providerItem,
  reasoningItem,
} from './reply-items.ts';

export class ReplyWriter {
  readonly #head: ReplyHead;
  readonly #open = new Map<number, OpenBlock>();
  /** The provider's own ids of items, by block. */
  readonly #ids = new Map<number, string>();
  /** Calls of tools that only this API has, by block: the item as it came, empty until it is complete. */
  readonly #ownCalls = new Map<number, JsonObject>();
  /** The blocks that were written as the items they came in. */
  readonly #ownItems = new Set<number>();
  /** The probabilities of the next text. */
  readonly #logprobs: JsonValue[] = [];
  readonly #items: (JsonObject | undefined)[] = [];

  constructor(head: ReplyHead) {
    this.#head = head;
  }

  /** The items that are finished, in the order in which they began. */
  get output(): readonly JsonObject[] {
    return this.#items.filter((item) => item !== undefined);
  }

  write(event: ReplyEvent): readonly JsonObject[] {
    switch (event.type) {
      case 'thinking-delta':
        return this.#delta(event.index, 'thinking', event.text);
      case 'thinking-end':
        if (!this.#open.has(event.index) && isBareSeal('', event.seal)) return [];
        return this.#end(event.index, 'thinking', event.seal);
      case 'text-delta': {
        // Those of a target that speaks Chat, which has them beside the text.
        const logprobs = event.text === '' ? [] : this.#logprobs.splice(0);
        const before = logprobs.length === 0 ? [] : this.#textFields(event.index, { logprobs });
        return [...before, ...this.#delta(event.index, 'text', event.text)];
      }
      case 'text-end':
        return this.#end(event.index, 'text', event.seal);
      case 'block-fields':
        return event.protocol === 'openai-responses' ? this.#ownFields(event.index, event.fields) : [];
      case 'reply-fields':
        this.#logprobs.push(...logprobsIn(event));
        return [];
      case 'call-start':
      case 'call-end':
        return event.executor === 'provider' ? [] : this.#call(event);
      case 'call-delta':
        return this.#callDelta(event.index, event.text);
      case 'provider-result':
        return this.#whole(providerItem(event.seal));
      case 'media':
        return this.#ownItems.has(event.index) ? [] : this.#whole(mediaItem(event.block, this.#head, event.index));
      default:
        return [];
    }
  }

  /** The reply is over. A call that did not end is marked as truncated: its arguments are incomplete. */
  closeAll(): readonly JsonObject[] {
    return [...this.#open].flatMap(([index, block]) =>
      block.kind === 'call' ? this.#endCall(index, block, 'incomplete') : this.#end(index, block.kind, undefined),
    );
  }

  #delta(index: number, kind: 'thinking' | 'text', text: string): readonly JsonObject[] {
    const begun = this.#begin(index, kind);
    const block = this.#open.get(index);
    if (block === undefined || block.kind !== kind || text === '') return begun;
    const first = kind === 'thinking' && block.text === '';
    block.text += text;
    const delta = deltaOf(block, text);
    block.logprobs = [];
    return [...begun, ...(first ? [partAdded(block)] : []), delta];
  }

  /** The id of a block's item, which comes before the block's other events, that it began, the item itself, or fields of a call or a text. */
  #ownFields(index: number, { id, begun, item, call, ...fields }: JsonObject): readonly JsonObject[] {
    const isFirst = typeof id === 'string' && ![...this.#ids.values()].includes(id);
    if (isFirst) this.#ids.set(index, id);
    if (begun === 'thinking' || begun === 'text') return this.#begin(index, begun);
    if (fields['reasoning_text'] === true) return this.#rawThinking(index);
    const own = asObject(item);
    if (own !== undefined) return this.#ownItem(index, own);
    const open = this.#open.get(index);
    if (open?.kind === 'call') open.fields = asObject(call) ?? {};
    return Object.keys(fields).length === 0 ? [] : this.#textFields(index, fields);
  }

  /** The model's own thinking, instead of a summary. */
  #rawThinking(index: number): readonly JsonObject[] {
    const begun = this.#begin(index, 'thinking');
    const block = this.#open.get(index);
    if (block?.kind === 'thinking') block.fields = { reasoning_text: true };
    return begun;
  }

  /** A call waits for its end, which brings the id that the client knows it by. */
  #ownItem(index: number, item: JsonObject): readonly JsonObject[] {
    const isCall = this.#ownCalls.has(index) || Object.keys(item).length === 0;
    if (isCall) this.#ownCalls.set(index, item);
    else this.#ownItems.add(index);
    return isCall ? [] : this.#whole(item);
  }

  #textFields(index: number, fields: JsonObject): readonly JsonObject[] {
    const begun = this.#begin(index, 'text', fields['refusal'] === true ? { refusal: true } : {});
    const block = this.#open.get(index);
    if (block?.kind !== 'text') return begun;
    const known = asArray(block.fields['annotations']).length;
    block.fields = withMore(block.fields, fields);
    block.logprobs = [...block.logprobs, ...asArray(fields['logprobs'])];
    const annotations = asArray(fields['annotations']);
    return [...begun, ...annotations.map((annotation, at) => annotationAdded(block, annotation, known + at))];
  }

  #begin(index: number, kind: 'thinking' | 'text', fields: JsonObject = {}): readonly JsonObject[] {
    if (this.#open.has(index)) return [];
    const id = this.#ids.get(index) ?? derivedId(kind === 'thinking' ? 'rs' : 'msg', this.#head, index);
    const block: OpenBlock = {
      kind,
      id,
      position: this.#items.push(undefined) - 1,
      text: '',
      fields,
      logprobs: [],
    };
    this.#open.set(index, block);
    if (kind === 'thinking') return [added(block, reasoningItem(id, '', undefined))];
    const item = { ...messageItem(id, '', 'in_progress', undefined), content: [] };
    return [added(block, item), partAdded(block)];
  }

  #end(index: number, kind: 'thinking' | 'text', seal: SealToken | undefined): readonly JsonObject[] {
    const begun = this.#begin(index, kind);
    const block = this.#open.get(index);
    if (block === undefined || block.kind !== kind) return begun;
    const { id, text, fields } = block;
    const item =
      kind === 'thinking'
        ? reasoningItem(id, text, seal, isRaw(block))
        : messageItem(id, text, 'completed', seal, fields);
    return [...begun, ...textDone(block), this.#done(index, block, item)];
  }

  #call(event: CallEvent): readonly JsonObject[] {
    const { index, name } = event;
    const own = this.#ownCalls.get(index);
    if (own !== undefined) {
      return event.type === 'call-start' ? [] : this.#whole({ ...own, call_id: callIdOf(event, this.#head) });
    }
    const block: OpenBlock = this.#open.get(index) ?? {
      kind: 'call',
      id: this.#ids.get(index) ?? derivedId('fc', this.#head, index),
      position: undefined,
      text: '',
      fields: {},
      logprobs: [],
    };
    if (block.kind !== 'call') return [];
    block.call = event;
    this.#open.set(index, block);
    // A call is held back until its name is known: clients show the name in `added`, and some already use it.
    const begun =
      block.position === undefined && (name !== '' || event.type === 'call-end') ? this.#beginCall(block) : [];
    return event.type === 'call-start' ? begun : [...begun, ...this.#endCall(index, block, 'completed')];
  }

  #beginCall(block: OpenBlock): readonly JsonObject[] {
    block.position = this.#items.push(undefined) - 1;
    const begun = added(block, this.#callItem(block, '', 'in_progress'));
    return block.text === '' ? [begun] : [begun, deltaOf(block, block.text)];
  }

  #callDelta(index: number, text: string): readonly JsonObject[] {
    const block = this.#open.get(index);
    if (block?.kind !== 'call' || text === '') return [];
    block.text += text;
    return block.position === undefined ? [] : [deltaOf(block, text)];
  }

  #endCall(index: number, block: OpenBlock, status: 'completed' | 'incomplete'): readonly JsonObject[] {
    const begun = block.position === undefined ? this.#beginCall(block) : [];
    const args = block.call?.type === 'call-end' ? block.call.arguments : block.text;
    // Arguments that came only at the end have not been streamed.
    const late = block.text === '' && args !== '' ? [deltaOf(block, args)] : [];
    const whole = status === 'completed' ? [argumentsDone(block, args)] : [];
    const item = this.#callItem(block, args, status);
    return [...begun, ...late, ...whole, this.#done(index, block, item)];
  }

  #callItem(
    { id, call, fields }: OpenBlock,
    args: string,
    status: 'in_progress' | 'completed' | 'incomplete',
  ): JsonObject {
    const event = call ?? { type: 'call-start', index: 0, rawId: '', name: '' };
    const seal = event.type === 'call-end' && event.seal?.field === 'function_call' ? event.seal.item : undefined;
    return {
      ...callItem(seal ?? id, { callId: callIdOf(event, this.#head), name: event.name, args, status }),
      ...fields,
    };
  }

  #done(index: number, block: OpenBlock, item: JsonObject): JsonObject {
    this.#open.delete(index);
    const position = block.position ?? 0;
    this.#items[position] = item;
    return { type: 'response.output_item.done', output_index: position, item };
  }

  #whole(item: JsonObject | undefined): readonly JsonObject[] {
    if (item === undefined) return [];
    const position = this.#items.push(item) - 1;
    const begun = item['status'] === undefined ? item : { ...item, status: 'in_progress' };
    return [
      { type: 'response.output_item.added', output_index: position, item: begun },
      { type: 'response.output_item.done', output_index: position, item },
    ];
  }
}
