/** The items a rule looks at, with their places. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText } from '../../../json.ts';
import type { BodyView, Finding, Rule } from '../../../rule.ts';

export interface PlacedItem {
  readonly at: number;
  readonly path: string;
  readonly type: string;
  readonly item: JsonObject;
}

/** Items from `from` on. Something that is no object is reported by the rule about shapes. */
export function itemsFrom({ list }: BodyView, from: number): readonly PlacedItem[] {
  const placed: PlacedItem[] = [];
  for (let at = from; at < list.length; at += 1) {
    const found = itemAt(list, at);
    if (found !== undefined) placed.push(found);
  }
  return placed;
}

/** A message may leave its type out. */
export function itemAt(list: BodyView['list'], at: number): PlacedItem | undefined {
  const item = asObject(list[at]);
  if (item === undefined) return undefined;
  const type = asText(item['type']) || (item['role'] === undefined ? 'item_reference' : 'message');
  return { at, path: `input.${at}`, type, item };
}

/** One check of single items, as a rule's `find`. */
export function eachItem(check: (placed: PlacedItem, view: BodyView) => readonly Finding[]): Rule['find'] {
  return (view: BodyView): readonly Finding[] => itemsFrom(view, view.from).flatMap((placed) => check(placed, view));
}

export function isCall({ type }: PlacedItem): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

export function isOutput({ type }: PlacedItem): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

/** Whatever the model wrote itself. */
export function isModelItem({ type, item }: PlacedItem): boolean {
  if (type === 'message') return item['role'] === 'assistant';
  return type === 'reasoning' || type.endsWith('_call');
}
