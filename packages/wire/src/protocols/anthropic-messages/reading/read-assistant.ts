/** What a request says the model said: its words, its thinking with the seals, its calls. */
import { type Block, type JsonObject, type JsonValue, jsonText, type Seal } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readToolId } from '../../../tool-ids.ts';
import { isServerCall, isServerResult } from '../reply/server-tools.ts';
import type { RequestNames } from './request-names.ts';

export function readAssistant(
  content: JsonValue | undefined,
  path: string,
  names: RequestNames,
  report: Report,
): readonly Block[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  if (!Array.isArray(content)) report(path, 'The content is neither text nor a list of blocks.');
  return asArray(content).flatMap((entry, at): readonly Block[] => {
    const block = readBlock(asObject(entry) ?? {}, names);
    if (block === undefined) report(`${path}.${at}`, `${named(entry)} cannot be read in an assistant message.`);
    return block === undefined ? [] : [block];
  });
}

function named(entry: JsonValue): string {
  return `A block of type ${JSON.stringify(asText(asObject(entry)?.['type']))}`;
}

function readBlock(block: JsonObject, names: RequestNames): Block | undefined {
  const type = asText(block['type']);
  if (type === 'text') return { type: 'text', text: asText(block['text']) };
  if (type === 'thinking') {
    return { type: 'thinking', thought: asText(block['thinking']), ...sealOf('signature', asText(block['signature'])) };
  }
  if (type === 'redacted_thinking') {
    return { type: 'thinking', thought: '', ...sealOf('redacted_thinking', asText(block['data'])) };
  }
  if (type === 'tool_use' || isServerCall(type)) return readCall(block, type, names);
  return isServerResult(type) ? readServerResult(block, type, names) : undefined;
}

/** ANT-041: an empty token seals nothing. Whose it is, only the one who got the request can say. */
function sealOf(field: string, value: string): { readonly seal?: Seal } {
  return value === '' ? {} : { seal: { provider: '', protocol: 'anthropic-messages', field, value } };
}

/** A call the provider ran is given back under its own id (ANT-007). */
function readCall(block: JsonObject, type: string, names: RequestNames): Block {
  const wireId = asText(block['id']);
  const name = asText(block['name']);
  names.call(wireId, name);
  const call = { type: 'tool_call', id: readToolId(wireId), name, parameters: block['input'] ?? {} } as const;
  return type === 'tool_use' ? call : { ...call, rawId: wireId, executor: 'provider' };
}

function readServerResult(block: JsonObject, type: string, names: RequestNames): Block {
  const wireId = asText(block['tool_use_id']);
  const content = block['content'] ?? null;
  const isError = block['is_error'] === true || asText(asObject(content)?.['type']).endsWith('_error');
  return {
    type: 'tool_response',
    callId: readToolId(wireId),
    toolName: names.of(wireId),
    ...(isError ? { error: jsonText(content) } : { result: content }),
    isComplete: true,
    ...sealOf(type, jsonText(content)),
  };
}
