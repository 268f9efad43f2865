/**
 * What only the Responses API has, in forms that every API has: names without a `namespace`, and one output for each call. In an answer, calls
 * of a `custom` tool (Codex's `apply_patch` and `exec`) become `custom_tool_call`, and a call of a tool from a `namespace` names the namespace
 * again. Tools come in the field `tools` and in items of the input (`additional_tools`).
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import { freeTextOf } from './free-text.ts';
import { inputItems } from './input-items.ts';
import type { Reshape } from './reshape.ts';

interface OwnTool {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly isCustom: boolean;
}

/** The request with names that are unique without their namespace, and with one output for each call. */
export function withPlainItems(body: JsonObject): JsonObject {
  const { tools, input } = body;
  const shared = sharedNames(offeredTools(body));
  return {
    ...body,
    ...(Array.isArray(tools) ? { tools: named(tools, shared) } : {}),
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
  const lists = [body, ...items.filter(({ type }) => type === 'additional_tools')];
  return lists.flatMap(({ tools = null }) => toolsIn(tools, undefined));
}

function toolsIn(tools: JsonValue, namespace: string | undefined): readonly OwnTool[] {
  return asArray(tools).flatMap((entry) => {
    const tool = asObject(entry) ?? {};
    if (tool['type'] === 'namespace' && namespace === undefined)
      return toolsIn(tool['tools'] ?? null, asText(tool['name']));
    return [{ name: asText(tool['name']), namespace, isCustom: tool['type'] === 'custom' }];
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
  if (type === 'additional_tools') return { ...item, tools: named(item['tools'], shared) };
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
  if (!offered.some(({ isCustom, namespace }) => isCustom || namespace !== undefined)) return undefined;
  const shared = sharedNames(offered);
  const own: OwnTools = new Map(offered.map((tool) => [functionName(tool.name, tool.namespace, shared), tool]));
  const open = new Set<JsonValue>();
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
        if (item['type'] === 'custom_tool_call') open.add(place);
        return [{ ...event, item }];
      }
      case 'response.function_call_arguments.delta':
        return open.has(place) ? [] : [event];
      case 'response.function_call_arguments.done':
        return open.has(place) ? inputEvents(event) : [event];
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
  if (!tool.isCustom) return named;
  const { arguments: given, ...rest } = named;
  return { ...rest, id: customId(item['id']), type: 'custom_tool_call', input: freeTextOf(asText(given)) };
}

/** The text is sent in one piece, because partial JSON does not tell it. */
function inputEvents(event: JsonObject): readonly JsonObject[] {
  const input = freeTextOf(asText(event['arguments']));
  const about = { item_id: customId(event['item_id']), output_index: event['output_index'] ?? 0 };
  return [
    { type: 'response.custom_tool_call_input.delta', ...about, delta: input },
    { type: 'response.custom_tool_call_input.done', ...about, input },
  ];
}

function customId(id: JsonValue | undefined): string {
  return asText(id).replace(/^fc_/, 'ctc_');
}
