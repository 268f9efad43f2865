/**
 * Reads calls and results among the parts of a message, in the forms of any API: clients that choose a format by the model's name send
 * them to any endpoint, and some lose the type on the way. Then the fields tell.
 */
import { type Block, type JsonObject, type JsonValue, jsonText, silentFailure } from '@interlock/transcript';
import { asObject, asText } from '../json/json.ts';
import { freeFormArguments } from '../tools/free-form.ts';
import { readToolId } from '../tools/tool-ids.ts';
import { readArguments } from './call-entry.ts';
import { type ResultContext, readResultContent } from './result-content.ts';
import { textIn } from './text-in.ts';

/** Undefined for any other part. */
export function readToolPart(part: JsonObject, path: string, context: ResultContext): readonly Block[] | undefined {
  // Nearly every part of a long conversation is a text.
  if (part['type'] === 'text') return undefined;
  switch (toolPartKind(part)) {
    case 'call':
      return [readCallPart(unwrapped(part))];
    case 'result':
      return readResultPart(unwrapped(part), path, context);
    case undefined: {
      const invocation = invocationIn(part);
      return invocation === undefined ? undefined : readInvocation(invocation, path, context);
    }
  }
}

const calls: ReadonlySet<string> = new Set([
  ...['tool_use', 'tool_call', 'tool-call', 'toolCall', 'function', 'function_call', 'custom_tool_call'],
]);
const results: ReadonlySet<string> = new Set([
  ...['tool_result', 'tool_response', 'tool-result', 'toolResult', 'function_call_output', 'custom_tool_call_output'],
]);

export function toolPartKind(part: JsonObject): 'call' | 'result' | undefined {
  const type = asText(part['type']).trim();
  if (type !== '') {
    if (results.has(type)) return 'result';
    return calls.has(type) ? 'call' : undefined;
  }
  const inner = unwrapped(part);
  if (outcomeIn(inner) !== undefined && (answeredIn(inner) !== '' || inner !== part)) return 'result';
  const isCall =
    nameIn(inner) !== '' && ['arguments', 'args', 'input'].some((name) => toolIn(inner)[name] !== undefined);
  return isCall ? 'call' : undefined;
}

/** A call with its result, if there is one, in the AI SDK's messages for user interfaces: `tool-invocation`, later `tool-<name>`. */
function invocationIn(part: JsonObject): JsonObject | undefined {
  const type = asText(part['type']);
  const older = asObject(part['toolInvocation']);
  if (older !== undefined) return older;
  if (asText(part['toolCallId']) === '' || results.has(type) || calls.has(type)) return undefined;
  const named = type === 'dynamic-tool' ? asText(part['toolName']) : type.replace(/^tool-/, '');
  return named === type ? undefined : { ...part, toolName: named };
}

function readInvocation(part: JsonObject, path: string, context: ResultContext): readonly Block[] {
  const { errorText, output, result } = part;
  const call = readCallPart({ ...part, type: 'tool-call' });
  if ((errorText ?? output ?? result ?? null) === null) return [call];
  const outcome = { toolCallId: part['toolCallId'] ?? '', toolName: part['toolName'] ?? '' };
  const isError = (errorText ?? null) !== null;
  return [call, ...readResultPart({ ...outcome, output: errorText ?? output ?? result ?? '', isError }, path, context)];
}

/** Google and Amazon have a field around a call or a result, and no type. */
const wrappers: readonly string[] = ['functionCall', 'functionResponse', 'toolUse', 'toolResult'];

function unwrapped(part: JsonObject): JsonObject {
  if (asText(part['type']) !== '') return part;
  return wrappers.map((name) => asObject(part[name])).find((inner) => inner !== undefined) ?? part;
}

function toolIn(part: JsonObject): JsonObject {
  return asObject(part['function']) ?? part;
}

function firstText(part: JsonObject, names: readonly string[]): string {
  return names.map((name) => asText(part[name])).find((text) => text !== '') ?? '';
}

function nameIn(part: JsonObject): string {
  return firstText(toolIn(part), ['name', 'toolName', 'tool_name']);
}

function readCallPart(part: JsonObject): Block {
  const id = readToolId(firstText(part, ['call_id', 'toolCallId', 'toolUseId', 'tool_call_id', 'id']));
  const call = { type: 'tool_call', id, name: nameIn(part) } as const;
  const { type, input, arguments: args } = part;
  if (type === 'custom_tool_call')
    return { ...call, parameters: freeFormArguments(textIn(input ?? args)), freeForm: true };
  return { ...call, parameters: input ?? readArguments(toolIn(part)) };
}

function answeredIn(part: JsonObject): string {
  return firstText(part, ['tool_use_id', 'tool_call_id', 'call_id', 'toolCallId', 'toolUseId']);
}

function outcomeIn({ content, output, result, response }: JsonObject): JsonValue | undefined {
  return content ?? output ?? result ?? response;
}

function readResultPart(part: JsonObject, path: string, context: ResultContext): readonly Block[] {
  const field = ['content', 'output', 'result', 'response'].find((name) => (part[name] ?? null) !== null) ?? 'content';
  const { value, failed } = valueIn(part[field]);
  const { result, beside } = readResultContent(value, `${path}.${field}`, context);
  const callId = readToolId(answeredIn(part) || asText(part['id']));
  const isError = failed || part['is_error'] === true || part['isError'] === true || part['status'] === 'error';
  return [{ type: 'tool_response', callId, toolName: nameIn(part), ...outcomeOf(result, isError) }, ...beside];
}

interface OutcomeValue {
  readonly value: JsonValue | undefined;
  readonly failed: boolean;
}

/** The AI SDK has an object with a type around the output. */
const kinds: ReadonlySet<string> = new Set(['text', 'json', 'content', 'error-text', 'error-json']);

function valueIn(value: JsonValue | undefined): OutcomeValue {
  const object = asObject(value);
  const type = asText(object?.['type']);
  if (object?.['value'] === undefined || !kinds.has(type)) return { value, failed: false };
  return { value: object['value'], failed: type.startsWith('error') };
}

/** A result of a request as a block of our histories. A completion needs some content (REQ-915-048). */
export function outcomeOf(
  result: JsonValue,
  failed: boolean,
): { readonly error: string } | { readonly result: JsonValue } {
  if (!failed) return { result };
  return { error: (typeof result === 'string' ? result : jsonText(result)) || silentFailure };
}
