/**
 * What only the Responses API has, in forms that every API has: names without a `namespace`, one output for each call, and the client's own search
 * for tools as a function. In an answer, calls of a `custom` tool (Codex's `apply_patch` and `exec`) become `custom_tool_call`, those of the
 * search `tool_search_call`, and a call of a tool from a `namespace` names the namespace again. Tools come in the field `tools` and in items of the
 * input (`additional_tools`, and `tool_search_output` with what a search found).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import { freeTextOf } from './free-text.ts';
import { inputItems } from './input-items.ts';
import type { Reshape } from './reshape.ts';

interface OwnTool {
  readonly name: string;
  readonly namespace: string | undefined;
  /** The type of its calls. */
  readonly calls: CallType;
}

type CallType = 'function_call' | 'custom_tool_call' | 'tool_search_call';

/** The request with names that are unique without their namespace, and with one output for each call. */
export function withPlainItems(body: JsonObject): JsonObject {
  const { tools, input } = body;
  const shared = sharedNames(offeredTools(body));
  return {
    ...body,
    ...(Array.isArray(tools) ? { tools: named(tools, shared).map(plainTool) } : {}),
    ...(Array.isArray(input) || typeof input === 'string' ? { input: plainItems(inputItems(input), shared) } : {}),
  };
}

/** A free-form call may have several outputs (`notify` of Codex). Those after the first become user messages. */
function plainItems(input: readonly JsonValue[], shared: ReadonlySet<string>): readonly JsonValue[] {
  const answered = new Set<string>();
  return input.map((entry) => {
    const { type, call_id: id = null, output = null } = asObject(entry) ?? {};
    if (type !== 'custom_tool_call_output') return namedItem(entry, shared);
    if (answered.has(asText(id))) return furtherOutput(asText(id), output);
    answered.add(asText(id));
    return entry;
  });
}

function furtherOutput(id: string, output: JsonValue): JsonObject {
  const head = `Further output of the call ${id}:`;
  const parts = typeof output === 'string' ? [{ type: 'input_text', text: output }] : asArray(output);
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text: head }, ...parts] };
}

function offeredTools(body: JsonObject): readonly OwnTool[] {
  const items = asArray(body['input']).map((entry) => asObject(entry) ?? {});
  const lists = [body, ...items.filter(({ type = null }) => toolItems.has(type))];
  return lists.flatMap(({ tools = null }) => toolsIn(tools, undefined));
}

/** Items that offer tools. */
const toolItems: ReadonlySet<JsonValue> = new Set(['additional_tools', 'tool_search_output']);

/** The search that the client runs says what it takes. The provider's own does not. */
function isSearch({ type, execution, parameters = null }: JsonObject): boolean {
  return type === searchName && execution === 'client' && asObject(parameters) !== undefined;
}

const searchName = 'tool_search';

function plainTool(entry: JsonValue): JsonValue {
  const tool = asObject(entry);
  if (tool === undefined || !isSearch(tool)) return entry;
  const { execution: _, ...rest } = tool;
  return { ...rest, type: 'function', name: searchName };
}

function toolsIn(tools: JsonValue, namespace: string | undefined): readonly OwnTool[] {
  return asArray(tools).flatMap((entry): readonly OwnTool[] => {
    const tool = asObject(entry) ?? {};
    if (tool['type'] === 'namespace' && namespace === undefined)
      return toolsIn(tool['tools'] ?? null, asText(tool['name']));
    if (isSearch(tool)) return [{ name: searchName, namespace, calls: 'tool_search_call' }];
    const calls = tool['type'] === 'custom' ? 'custom_tool_call' : 'function_call';
    return [{ name: asText(tool['name']), namespace, calls }];
  });
}

/** Names that occur in more than one namespace: two MCP servers may both have a `search`. */
function sharedNames(tools: readonly OwnTool[]): ReadonlySet<string> {
  const namespaces = Map.groupBy(tools, ({ name }) => name);
  return new Set(
    [...namespaces].flatMap(([name, all]) => (new Set(all.map(({ namespace }) => namespace)).size > 1 ? [name] : [])),
  );
}

/** The name of the tool for other APIs, which have no namespaces and need unique names. */
function functionName(name: string, namespace: string | undefined, shared: ReadonlySet<string>): string {
  return namespace !== undefined && shared.has(name) ? `${namespace}__${name}` : name;
}

function named(tools: JsonValue | undefined, shared: ReadonlySet<string>, namespace?: string): readonly JsonValue[] {
  return asArray(tools).map((entry) => {
    const tool = asObject(entry);
    if (tool?.['type'] === 'namespace') return { ...tool, tools: named(tool['tools'], shared, asText(tool['name'])) };
    return tool === undefined ? entry : withName(tool, namespace, shared);
  });
}

function namedItem(entry: JsonValue, shared: ReadonlySet<string>): JsonValue {
  const item = asObject(entry);
  if (item === undefined || shared.size === 0) return entry;
  const { type, namespace } = item;
  if (toolItems.has(type ?? null)) return { ...item, tools: named(item['tools'], shared) };
  if (type !== 'function_call' && type !== 'custom_tool_call') return item;
  return withName(item, typeof namespace === 'string' ? namespace : undefined, shared);
}

/** Returns the same object if its name stays, so that only the new part of a continued conversation is read. */
function withName(given: JsonObject, namespace: string | undefined, shared: ReadonlySet<string>): JsonObject {
  const name = functionName(asText(given['name']), namespace, shared);
  return name === given['name'] || given['name'] === undefined ? given : { ...given, name };
}

/** Undefined: the client has no such tools. */
export function reshapeCustomCalls(body: JsonObject): Reshape | undefined {
  const offered = offeredTools(body);
  if (offered.every(({ calls, namespace }) => calls === 'function_call' && namespace === undefined)) return undefined;
  const shared = sharedNames(offered);
  const own: OwnTools = new Map(offered.map((tool) => [functionName(tool.name, tool.namespace, shared), tool]));
  const open = new Map<JsonValue, JsonValue>();
  let sequence = 0;
  const numbered = (event: JsonObject): Frame => {
    const data = JSON.stringify({ ...event, sequence_number: sequence });
    sequence += 1;
    return { event: asText(event['type']), data };
  };
  const changed = (event: JsonObject): readonly JsonObject[] => {
    const place = event['output_index'] ?? null;
    switch (event['type']) {
      case 'response.output_item.added':
      case 'response.output_item.done': {
        const item = clientItem(asObject(event['item']) ?? {}, own);
        open.set(place, item['type'] ?? null);
        return [{ ...event, item }];
      }
      case 'response.function_call_arguments.delta':
        return open.get(place) === 'function_call' ? [event] : [];
      case 'response.function_call_arguments.done':
        if (open.get(place) === 'custom_tool_call') return inputEvents(event);
        return open.get(place) === 'function_call' ? [event] : [];
      default: {
        const response = asObject(event['response']);
        return [response === undefined ? event : { ...event, response: clientResponse(response, own) }];
      }
    }
  };
  return {
    frame: (frame) => {
      const event = asObject(parseJson(frame.data));
      return event === undefined ? [frame] : changed(event).map(numbered);
    },
    whole: (response) => clientResponse(response, own),
  };
}

/** By the name that the model uses. */
type OwnTools = ReadonlyMap<string, OwnTool>;

function clientResponse(response: JsonObject, own: OwnTools): JsonObject {
  return { ...response, output: asArray(response['output']).map((entry) => clientItem(asObject(entry) ?? {}, own)) };
}

/** OpenAI's models name the namespace themselves. */
function clientItem(item: JsonObject, own: OwnTools): JsonObject {
  if (item['type'] !== 'function_call') return item;
  const name = asText(item['name']);
  const tool = own.get(name) ?? own.get(`${asText(item['namespace'])}__${name}`);
  if (tool === undefined) return item;
  const named = tool.namespace === undefined ? item : { ...item, name: tool.name, namespace: tool.namespace };
  const { arguments: given, ...rest } = named;
  const text = asText(given);
  switch (tool.calls) {
    case 'function_call':
      return named;
    case 'custom_tool_call':
      return { ...rest, id: idFor('ctc', item['id']), type: tool.calls, input: freeTextOf(text) };
    case 'tool_search_call': {
      const { name: _, ...search } = rest;
      const args = asObject(parseJson(text)) ?? {};
      return { ...search, id: idFor('tsc', item['id']), type: tool.calls, execution: 'client', arguments: args };
    }
  }
}

/** The text is sent in one piece, because partial JSON does not tell it. */
function inputEvents(event: JsonObject): readonly JsonObject[] {
  const input = freeTextOf(asText(event['arguments']));
  const about = { item_id: idFor('ctc', event['item_id']), output_index: event['output_index'] ?? 0 };
  return [
    { type: 'response.custom_tool_call_input.delta', ...about, delta: input },
    { type: 'response.custom_tool_call_input.done', ...about, input },
  ];
}

function idFor(prefix: string, id: JsonValue | undefined): string {
  return asText(id).replace(/^fc_/, `${prefix}_`);
}
