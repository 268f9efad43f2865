/**
 * Reads one entry of a list of calls, with a `function`, a `custom` or nothing around its name and arguments. A call without a
 * name is kept: its result needs it, and the renderer names it.
 */
import type { JsonObject, JsonValue, ToolCallBlock } from '@interlock/transcript';
import { asObject, asText, parseExactJson } from '../json/json.ts';
import { freeFormArguments } from '../tools/free-form.ts';
import { readToolId } from '../tools/tool-ids.ts';
import { flatEntries } from './flat-entries.ts';
import type { Report } from './read-request.ts';

/** The calls of a Chat message, also in the spelling of several SDKs' own objects. */
export function readCallsOf(message: JsonObject, path: string, report: Report): readonly ToolCallBlock[] {
  const field = message['tool_calls'] === undefined && message['toolCalls'] !== undefined ? 'toolCalls' : 'tool_calls';
  return readCallEntries(message[field], `${path}.${field}`, report);
}

/** Clients that store a conversation send the list as JSON text; others a call alone instead of a list. */
function readCallEntries(value: JsonValue | undefined, path: string, report: Report): readonly ToolCallBlock[] {
  const list = parsed(value);
  const entries = asObject(list) === undefined ? flatEntries(list) : [list ?? null];
  return entries.flatMap((entry, at) => readCallEntry(entry, `${path}.${at}`, report));
}

/** JSON text of a list or an object as that; anything else unchanged. */
function parsed(value: JsonValue | undefined): JsonValue | undefined {
  if (typeof value !== 'string') return value;
  const inner = parseExactJson(value);
  return typeof inner === 'object' && inner !== null ? inner : value;
}

export function readCallEntry(entry: JsonValue, path: string, report: Report): readonly ToolCallBlock[] {
  const call = asObject(parsed(entry));
  if (call === undefined) {
    report(path, 'A call must be an object.');
    return [];
  }
  const custom = asObject(call['custom']);
  const tool = asObject(parsed(call['function'])) ?? custom ?? call;
  const name = asText(tool['name']);
  if (name === '') report(path, 'A call must have a function with a name.');
  const block = { type: 'tool_call', id: readToolId(asText(call['id'])), name } as const;
  const input = tool === custom ? custom['input'] : undefined;
  if (typeof input === 'string') return [{ ...block, parameters: freeFormArguments(input), freeForm: true }];
  return [{ ...block, parameters: readArguments(tool) }];
}

/** JSON text, sometimes an object (MIS-023, OLL-002), sometimes neither: then the renderer gets it unchanged. */
export function readArguments(tool: JsonObject): JsonValue {
  const value = tool['arguments'] ?? tool['args'] ?? tool['input'] ?? '';
  if (typeof value !== 'string') return value;
  const text = value.trim();
  // Some models write `null` for no arguments.
  return text === '' || text === 'null' ? {} : (parseExactJson(value) ?? value);
}
