/**
 * Reads Anthropic's blocks for calls and results among the parts of another API's message: clients that choose a format by the
 * model's name send them to any endpoint.
 */
import { type Block, type JsonObject, type JsonValue, jsonText, silentFailure } from '@interlock/transcript';
import { asText } from '../json/json.ts';
import { readToolId } from '../tools/tool-ids.ts';
import { type ResultContext, readResultContent } from './result-content.ts';

/** Undefined for any other part. */
export function readToolPart(part: JsonObject, path: string, context: ResultContext): readonly Block[] | undefined {
  if (part['type'] === 'tool_use') {
    const id = readToolId(asText(part['id']));
    return [{ type: 'tool_call', id, name: asText(part['name']), parameters: part['input'] ?? {} }];
  }
  if (part['type'] !== 'tool_result') return undefined;
  const { result, beside } = readResultContent(part['content'], `${path}.content`, context);
  const callId = readToolId(asText(part['tool_use_id']));
  return [
    { type: 'tool_response', callId, toolName: asText(part['name']), ...outcomeOf(result, part['is_error'] === true) },
    ...beside,
  ];
}

/** A result of a request as a block of our histories. A completion needs some content (REQ-915-048). */
export function outcomeOf(
  result: JsonValue,
  failed: boolean,
): { readonly error: string } | { readonly result: JsonValue } {
  if (!failed) return { result };
  return { error: (typeof result === 'string' ? result : jsonText(result)) || silentFailure };
}
