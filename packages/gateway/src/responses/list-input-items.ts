/** The items that a stored response has answered, in pages, as OpenAI lists them: the latest first, twenty at a time. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, asText, type Failure } from '@interlock/wire';
import { chainOf, type StoredResponse } from './stored-response.ts';

/** The parameters of a URL. */
export interface Query {
  get(name: string): string | null;
}

const [usual, most] = [20, 100];

export function listInputItems(
  stored: StoredResponse,
  query: Query,
): { readonly body: JsonObject } | { readonly failure: Failure } {
  const [limit, order] = [Number(query.get('limit') ?? usual), query.get('order') ?? 'desc'];
  if (!(Number.isInteger(limit) && limit >= 1 && limit <= most)) return invalid(`limit must be from 1 to ${most}.`);
  if (order !== 'asc' && order !== 'desc') return invalid('order must be asc or desc.');
  const items = order === 'asc' ? inputItems(stored) : inputItems(stored).reverse();
  const after = query.get('after');
  const before = query.get('before');
  const [start, end] = [placeOf(items, after), placeOf(items, before)];
  if (start === undefined || end === undefined) {
    return invalid(`The response has no input item '${(start === undefined ? after : before)?.slice(0, 200)}'.`);
  }
  // The page before an item ends there, the page after one begins behind it.
  const rest = items.slice(start + 1, before === null ? items.length : end);
  const data = after === null && before !== null ? rest.slice(-limit) : rest.slice(0, limit);
  const [first, last] = [data[0]?.['id'] ?? null, data.at(-1)?.['id'] ?? null];
  return { body: { object: 'list', data, first_id: first, last_id: last, has_more: data.length < rest.length } };
}

/** -1: no item was named. Undefined: it is not there. */
function placeOf(items: readonly JsonObject[], id: string | null): number | undefined {
  const at = items.findIndex((item) => item['id'] === id);
  return at === -1 && id !== null ? undefined : at;
}

/** Everything before its answer; what the client sent without an id gets one, always the same. */
function inputItems(stored: StoredResponse): JsonObject[] {
  return chainOf(stored).flatMap((each) => [
    ...each.input.map((item, at) => inputItem(item, each.id, at)),
    ...(each === stored ? [] : each.output.map((item) => asObject(item) ?? {})),
  ]);
}

const prefixes: ReadonlyMap<string, string> = new Map([
  ['message', 'msg'],
  ['reasoning', 'rs'],
  ['function_call', 'fc'],
  ['function_call_output', 'fco'],
  ['custom_tool_call', 'ctc'],
  ['custom_tool_call_output', 'ctco'],
]);

function inputItem(entry: JsonValue, responseId: string, at: number): JsonObject {
  const item = asObject(entry) ?? { role: 'user', content: asText(entry) };
  const type = asText(item['type']) || 'message';
  const id = asText(item['id']) || `${prefixes.get(type) ?? 'item'}_${responseId.replace('resp_', '')}_in_${at}`;
  const content = type === 'message' ? { status: 'completed', content: contentOf(item) } : {};
  return { ...item, id, type, ...content };
}

function contentOf({ role, content = [] }: JsonObject): JsonValue {
  if (typeof content !== 'string') return content;
  return [{ type: role === 'assistant' ? 'output_text' : 'input_text', text: content }];
}

function invalid(message: string): { readonly failure: Failure } {
  return { failure: { reason: 'invalid-request', message } };
}
