/** The items of a request as the rules see them: what was sent, or the stored item if only an id was sent. */

import { arrayOf, isObject, type JsonObject, textOf } from '../api/json.ts';
import type { World } from '../api/world.ts';
import type { Memory } from './memory.ts';

export interface InputItem {
  readonly item: JsonObject;
  /** `input[3]` */
  readonly path: string;
}

/** Every item of the input; a text is a user message. */
export function readEntries(body: JsonObject): readonly InputItem[] {
  const { input } = body;
  if (typeof input === 'string') return [{ item: { type: 'message', role: 'user', content: input }, path: 'input' }];
  return arrayOf(input).flatMap((item, index) => (isObject(item) ? [{ item, path: `input[${index}]` }] : []));
}

/** References replaced by the items they name. Unknown ones stay. */
export function resolve(entries: readonly InputItem[], memory: Memory, world: World): readonly InputItem[] {
  return entries.map((entry) => {
    if (typeOf(entry.item) !== 'item_reference') return entry;
    const found = memory.stored(entry.item['id'], world);
    return found ? { ...entry, item: found.item } : entry;
  });
}

/** Messages and references may omit their type. */
export function typeOf(item: JsonObject): string {
  const { type } = item;
  if (typeof type === 'string') return type;
  return 'role' in item ? 'message' : 'id' in item ? 'item_reference' : '';
}

export function idOf(item: JsonObject): string {
  return textOf(item['id']);
}

export function isCall(item: JsonObject): boolean {
  const type = typeOf(item);
  return type === 'function_call' || type === 'custom_tool_call';
}

export function isOutput(item: JsonObject): boolean {
  const type = typeOf(item);
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

export function isAssistantMessage(item: JsonObject): boolean {
  return typeOf(item) === 'message' && item['role'] === 'assistant';
}

/** Whether a model can have produced the item: not a message from someone else, not the output of a tool. */
export function isProduced(item: JsonObject): boolean {
  const type = typeOf(item);
  if (type === 'message') return item['role'] === 'assistant';
  return type !== '' && type !== 'item_reference' && !type.endsWith('_output') && !type.endsWith('_response');
}
