/** Reads the input items of a body for the rules: once for all rules, sorted by what they look for, and without trusting it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';

export interface SeenItem {
  readonly at: number;
  readonly type: string;
  readonly item: JsonObject;
}

/** From `from` on, each kind in the order of the body. Entries that are not objects belong to the shape rule. */
export interface SeenBody {
  readonly items: readonly SeenItem[];
  readonly messages: readonly SeenItem[];
  readonly reasoning: readonly SeenItem[];
  readonly calls: readonly SeenItem[];
  /** Calls and outputs: items with a call_id. */
  readonly paired: readonly SeenItem[];
  /** Items with an id. */
  readonly identified: readonly SeenItem[];
}

/** For `view.once`. */
export function readBody({ list, from }: BodyView): SeenBody {
  const items: SeenItem[] = [];
  const messages: SeenItem[] = [];
  const reasoning: SeenItem[] = [];
  const calls: SeenItem[] = [];
  const paired: SeenItem[] = [];
  const identified: SeenItem[] = [];
  for (let at = Math.max(0, from); at < list.length; at += 1) {
    const seen = itemAt(list, at);
    if (seen === undefined) continue;
    items.push(seen);
    if (seen.type === 'message') messages.push(seen);
    else if (seen.type === 'reasoning') reasoning.push(seen);
    else if (isOutput(seen)) paired.push(seen);
    else if (isCall(seen)) {
      paired.push(seen);
      calls.push(seen);
    }
    if ((seen.item['id'] ?? null) !== null) identified.push(seen);
  }
  return { items, messages, reasoning, calls, paired, identified };
}

/** A message may omit its type. */
export function itemAt(list: readonly JsonValue[], at: number): SeenItem | undefined {
  const item = asObject(list[at]);
  if (item === undefined) return undefined;
  const type = asText(item['type']) || (item['role'] === undefined ? 'item_reference' : 'message');
  return { at, type, item };
}

/** Items from `start` on, which may come before `from`. */
export function itemsSince(view: BodyView, start: number): readonly SeenItem[] {
  const { items } = view.once(readBody);
  const before: SeenItem[] = [];
  for (let at = start; at < view.from; at += 1) {
    const seen = itemAt(view.list, at);
    if (seen !== undefined) before.push(seen);
  }
  return before.length === 0 ? items : [...before, ...items];
}

export function isCall({ type }: SeenItem): boolean {
  return type === 'function_call' || type === 'custom_tool_call';
}

export function isOutput({ type }: SeenItem): boolean {
  return type === 'function_call_output' || type === 'custom_tool_call_output';
}

/** A call of a tool that the client does not run: `tool_search_call`, `shell_call` and the like. */
export function isProviderCall(seen: SeenItem): boolean {
  return seen.type.endsWith('_call') && !isCall(seen);
}

/** Whether the model wrote the item. */
export function isModelItem({ type, item }: SeenItem): boolean {
  if (type === 'message') return item['role'] === 'assistant';
  return type === 'reasoning' || type.endsWith('_call') || serverItems.has(type);
}

/** What the model's server adds to its answer. */
const serverItems: ReadonlySet<string> = new Set(['mcp_list_tools', 'mcp_approval_request']);

/** A path is only written for a finding: a valid body needs none. */
export function itemPath({ at }: SeenItem): string {
  return `input.${at}`;
}

/** A rule that checks each item. */
export function inEach(
  kind: keyof SeenBody,
  find: (seen: SeenItem, view: BodyView) => Finding | undefined,
): Rule['find'] {
  return (view) => {
    const found: Finding[] = [];
    for (const seen of view.once(readBody)[kind]) {
      const finding = find(seen, view);
      if (finding !== undefined) found.push(finding);
    }
    return found;
  };
}
