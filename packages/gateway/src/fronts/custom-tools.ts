/**
 * Tools of the Responses API that exist nowhere else, as functions: a `custom` tool takes free text (Codex's `apply_patch`), so it is
 * offered as a function with one text, and its calls go back as `custom_tool_call`. A call of a tool that was offered in a
 * `namespace` names it again.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, type Frame, parseJson } from '@interlock/wire';
import type { Reshape } from './reshape.ts';

interface OwnTools {
  readonly custom: ReadonlySet<string>;
  /** By the name of the tool. */
  readonly namespaces: ReadonlyMap<string, string>;
}

/** The request as it can be read: custom tools, their calls and their outputs as those of functions. */
export function withFunctions(body: JsonObject): JsonObject {
  const { tools, input } = body;
  return {
    ...body,
    ...(Array.isArray(tools) ? { tools: asArray(tools).map(asFunction) } : {}),
    ...(Array.isArray(input) ? { input: asArray(input).map(asFunctionItem) } : {}),
  };
}

function asFunction(entry: JsonValue): JsonValue {
  const tool = asObject(entry);
  if (tool?.['type'] === 'namespace') return { ...tool, tools: asArray(tool['tools']).map(asFunction) };
  if (tool?.['type'] !== 'custom') return entry;
  const format = asObject(tool['format']);
  const grammar = asText(format?.['definition']);
  const syntax = asText(format?.['syntax']);
  const rule = grammar === '' ? '' : `\n\nThe input must follow this ${syntax} grammar:\n${grammar}`;
  return {
    type: 'function',
    name: tool['name'] ?? '',
    description: asText(tool['description']) + rule,
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The whole input of the tool, as plain text.' } },
      required: ['input'],
      additionalProperties: false,
    },
  };
}

function asFunctionItem(entry: JsonValue): JsonValue {
  const item = asObject(entry);
  if (item?.['type'] === 'custom_tool_call') {
    const { input = '', ...rest } = item;
    return { ...rest, type: 'function_call', arguments: JSON.stringify({ input }) };
  }
  return item?.['type'] === 'custom_tool_call_output' ? { ...item, type: 'function_call_output' } : entry;
}

/** Undefined: the client has no such tools. */
export function reshapeCustomCalls(body: JsonObject): Reshape | undefined {
  const own = ownTools(body);
  if (own.custom.size === 0 && own.namespaces.size === 0) return undefined;
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

function ownTools(body: JsonObject): OwnTools {
  const tools = asArray(body['tools']).map((entry) => asObject(entry) ?? {});
  const spaces = tools.filter(({ type }) => type === 'namespace');
  const inside = (space: JsonObject): readonly JsonObject[] =>
    asArray(space['tools']).map((entry) => asObject(entry) ?? {});
  const all = [...tools, ...spaces.flatMap(inside)];
  return {
    custom: new Set(all.flatMap(({ type, name = '' }) => (type === 'custom' ? [asText(name)] : []))),
    namespaces: new Map(
      spaces.flatMap((space) => inside(space).map(({ name = '' }) => [asText(name), asText(space['name'])])),
    ),
  };
}

function clientResponse(response: JsonObject, own: OwnTools): JsonObject {
  return { ...response, output: asArray(response['output']).map((entry) => clientItem(asObject(entry) ?? {}, own)) };
}

function clientItem(item: JsonObject, { custom, namespaces }: OwnTools): JsonObject {
  const name = asText(item['name']);
  if (item['type'] !== 'function_call') return item;
  if (custom.has(name)) {
    const { arguments: given, ...rest } = item;
    return { ...rest, id: customId(item['id']), type: 'custom_tool_call', input: inputOf(asText(given)) };
  }
  const namespace = namespaces.get(name);
  return namespace === undefined ? item : { ...item, namespace };
}

/** The text comes at once: what has come of its JSON says little about it. */
function inputEvents(event: JsonObject): readonly JsonObject[] {
  const input = inputOf(asText(event['arguments']));
  const about = { item_id: customId(event['item_id']), output_index: event['output_index'] ?? 0 };
  return [
    { type: 'response.custom_tool_call_input.delta', ...about, delta: input },
    { type: 'response.custom_tool_call_input.done', ...about, input },
  ];
}

/** A model of OpenAI's writes the text itself. */
function inputOf(given: string): string {
  const input = asObject(parseJson(given))?.['input'];
  return typeof input === 'string' ? input : given;
}

function customId(id: JsonValue | undefined): string {
  return asText(id).replace(/^fc_/, 'ctc_');
}
