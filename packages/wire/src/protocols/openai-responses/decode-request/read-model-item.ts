/** Reads the items of a request that the model wrote, as blocks. */
import {
  type Block,
  type JsonObject,
  type JsonValue,
  jsonText,
  type Seal,
  type ToolCallBlock,
} from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asObject, asText, parseExactJson } from '../../../json/json.ts';
import type { SealToken } from '../../../reply/events.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { argumentsOf, isFreeForm, isOurs, nameOf } from '../call-reading.ts';
import { imageSeal, providerSeal, readImage, readProviderCall } from '../provider-item.ts';

export function readReasoning(item: JsonObject): readonly Block[] {
  const thought = textsOf(item['summary']) || textsOf(item['content']);
  const seal = reasoningSeal(item);
  if (thought === '' && seal === undefined) return [];
  return [{ type: 'thinking', thought, ...(seal === undefined ? {} : { seal }) }];
}

function textsOf(parts: JsonValue | undefined): string {
  return asArray(parts)
    .map((part) => asText(asObject(part)?.['text']))
    .filter((text) => text !== '')
    .join('\n\n');
}

/** A call without a name is kept: its output needs it, and the renderer names it. */
export function readCall(item: JsonObject, path: string, report: Report): ToolCallBlock {
  const name = nameOf(item);
  if (name === '') report(`${path}.name`, 'A call must have a name.');
  const seal = callSeal(item);
  const id = readToolId(callIdOf(item));
  return {
    type: 'tool_call',
    id,
    name,
    parameters: readArguments(item),
    ...(isFreeForm(item) ? { freeForm: true } : {}),
    ...(seal === undefined ? {} : { seal }),
  };
}

/** Clients that lost the `call_id` have at least the item's id, and answer with it. */
export function callIdOf(item: JsonObject): string {
  return asText(item['call_id']) || asText(item['id']);
}

/** Text that is not JSON is left to the renderer, which wraps it in an object. */
function readArguments(item: JsonObject): JsonValue {
  const text = argumentsOf(item);
  return text.trim() === '' || text.trim() === 'null' ? {} : (parseExactJson(text) ?? text);
}

/** A call with its result, both in the model's answer: no client answers it. */
export function readProviderItem(item: JsonObject): readonly Block[] {
  const { rawId, name, args, result, isError } = readProviderCall(item);
  const seal = rawId === '' ? {} : { seal: sealFrom(providerSeal(item)) };
  const outcome = isError ? { error: typeof result === 'string' ? result : jsonText(result) } : { result };
  return [
    { type: 'tool_call', id: rawId, name, parameters: args, executor: 'provider' },
    { type: 'tool_response', callId: rawId, toolName: name, ...outcome, isComplete: true, ...seal },
  ];
}

/** A call in a provider's container, whose output is a separate item. */
export function readHostedCall(item: JsonObject): Block {
  const { name, args } = readProviderCall(item);
  return { type: 'tool_call', id: asText(item['call_id']), name, parameters: args, executor: 'provider' };
}

export function readHostedOutput(item: JsonObject): Block {
  const toolName = asText(item['type']).replace(/_call_output$/, '');
  const result = item['output'] ?? item['status'] ?? '';
  return { type: 'tool_response', callId: asText(item['call_id']), toolName, result, isComplete: true };
}

/** A picture that only has an id is known to no one but the provider that made it. */
export function readImageCall(item: JsonObject, path: string, report: Report): readonly Block[] {
  const block = readImage(item);
  if (block === undefined) report(path, 'The picture is not in the request.');
  if (block === undefined || asText(item['id']) === '') return block === undefined ? [] : [block];
  return [{ ...block, seal: sealFrom(imageSeal(item)) }];
}

/** The opaque parts of items in a request, as seals. The caller knows the target of the request, and so their origin. */
export function sealFrom(token: SealToken): Seal {
  return { provider: '', protocol: 'openai-responses', ...token };
}

/** The id keeps the bytes of a request that is written again; the phase belongs to the message (OAR-024). */
export function messageSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  const value = asText(item['phase']);
  if (id === '' && value === '') return undefined;
  return sealFrom({ field: 'message', value, ...(id === '' ? {} : { item: id }) });
}

export function callSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  if (id === '' || !isOurs(item)) return undefined;
  return sealFrom({ field: 'function_call', value: '', item: id });
}

/** Without encrypted content the id only refers to what the provider stores (OAR-010): no seal. */
export function reasoningSeal(item: JsonObject): Seal | undefined {
  const id = asText(item['id']);
  const value = asText(item['encrypted_content']);
  if (value === '') return undefined;
  return sealFrom({ field: 'encrypted_content', value, ...(id === '' ? {} : { item: id }) });
}
