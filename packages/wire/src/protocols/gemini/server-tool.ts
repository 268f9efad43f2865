/**
 * Tools that Google's servers run in the middle of an answer: code execution, and since Gemini 3 searches and the like
 * (`toolCall`, `toolResponse`). To send them back, both original parts are kept, with signatures and ids, in the token of the
 * result: its field is the type of result, its value a list of the two parts.
 */
import { type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asArray, asObject, asText, parseJson } from '../../json/json.ts';
import type { ReplyEvent, SealToken } from '../../reply/events.ts';
import { field } from './field.ts';
import { signed } from './signature.ts';

/** The name for code execution; the other tools are named after their type. */
export const codeExecution = 'code_execution';

export function isServerTool(part: JsonObject): boolean {
  return partFields.some((name) => asObject(field(part, name)) !== undefined);
}

const partFields = ['executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const;

export interface ServerCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export function readServerCall(part: JsonObject): ServerCall | undefined {
  const code = asObject(field(part, 'executableCode'));
  if (code !== undefined) {
    const args = { language: asText(code['language']), code: asText(code['code']) };
    return { id: asText(code['id']), name: codeExecution, args };
  }
  const call = asObject(field(part, 'toolCall'));
  if (call === undefined) return undefined;
  return { id: asText(call['id']), name: asText(field(call, 'toolType')), args: asObject(call['args']) ?? {} };
}

export interface ServerResult {
  readonly id: string;
  readonly name: string;
  readonly result: JsonObject;
  readonly isError: boolean;
  readonly field: ResultField;
}

type ResultField = 'codeExecutionResult' | 'toolResponse';

export function readServerResult(part: JsonObject): ServerResult | undefined {
  const code = asObject(field(part, 'codeExecutionResult'));
  if (code !== undefined) {
    const outcome = asText(code['outcome']);
    const result = { outcome, output: asText(code['output']) };
    const isError = outcome !== 'OUTCOME_OK';
    return { id: asText(code['id']), name: codeExecution, result, isError, field: 'codeExecutionResult' };
  }
  const response = asObject(field(part, 'toolResponse'));
  if (response === undefined) return undefined;
  const result = asObject(response['response']) ?? {};
  const name = asText(field(response, 'toolType'));
  return { id: asText(response['id']), name, result, isError: false, field: 'toolResponse' };
}

/** A run that reports more than once: all output, and the final outcome. */
export function joinResults(earlier: ServerResult, later: ServerResult): ServerResult {
  if (later.field !== 'codeExecutionResult') return { ...later, result: { ...earlier.result, ...later.result } };
  const output = asText(earlier.result['output']) + asText(later.result['output']);
  return { ...later, result: { ...later.result, output }, isError: earlier.isError || later.isError };
}

export function serverSeal(result: ServerResult, parts: readonly JsonObject[]): SealToken | undefined {
  const value = jsonText(parts);
  return value === undefined ? undefined : { field: result.field, value };
}

/** The parts in a token; none if it is of another type. */
export function readServerParts(seal: SealToken | undefined): readonly JsonObject[] {
  if (seal?.field !== 'codeExecutionResult' && seal?.field !== 'toolResponse') return [];
  const parts = asArray(parseJson(seal.value)).map(asObject);
  return parts.flatMap((part) => (part === undefined ? [] : [part]));
}

export function encodeServerCall(call: Extract<ReplyEvent, { type: 'call-end' }>, args: JsonObject): JsonObject {
  const id = call.rawId === '' ? {} : { id: call.rawId };
  if (call.name === codeExecution) return { executableCode: { ...id, ...args }, ...signed(call.seal) };
  return { toolCall: { ...id, toolType: call.name, args }, ...signed(call.seal) };
}

/** Unchanged if it came from Google; otherwise in the closest format Google has. */
export function encodeServerResult(
  event: Extract<ReplyEvent, { type: 'provider-result' }>,
  call: { readonly rawId: string; readonly name: string } | undefined,
): JsonObject {
  const original = readServerParts(event.seal).at(-1);
  if (original !== undefined) return original;
  const id = call === undefined || call.rawId === '' ? {} : { id: call.rawId };
  if (call?.name !== codeExecution) {
    return {
      toolResponse: { ...id, toolType: call?.name ?? '', response: asObject(event.result) ?? { output: event.result } },
    };
  }
  return { codeExecutionResult: { ...id, ...outcomeOf(event.result, event.isError === true) } };
}

function outcomeOf(result: JsonValue, isError: boolean): JsonObject {
  const known = asObject(result);
  if (known !== undefined && asText(known['outcome']) !== '') return known;
  const output = typeof result === 'string' ? result : jsonText(result);
  return { outcome: isError ? 'OUTCOME_FAILED' : 'OUTCOME_OK', output };
}
