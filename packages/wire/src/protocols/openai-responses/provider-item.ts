/** Items for what the provider ran itself, read the same way in replies and in requests. */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { asObject, asText, parseJson } from '../../json/json.ts';
import type { SealToken } from '../../reply/events.ts';

export interface ProviderCall {
  readonly rawId: string;
  readonly name: string;
  readonly args: JsonObject;
  readonly result: JsonValue;
  readonly isError: boolean;
}

/** The request and result fields of each type of item. For an unknown type, all fields are both. */
export function readProviderCall(item: JsonObject): ProviderCall {
  const { type, id, status, error, ...rest } = item;
  const kind = asText(type).replace(/_call$/, '');
  const failed = status === 'failed' || (error !== undefined && error !== null);
  const outcome = { rawId: asText(id), isError: failed };
  const orError = (result: JsonValue | undefined): JsonValue => (failed && error ? error : (result ?? status ?? null));
  switch (kind) {
    case 'web_search': {
      const { sources, ...action } = asObject(rest['action']) ?? {};
      return { ...outcome, name: kind, args: action, result: orError(rest['results'] ?? sources) };
    }
    case 'file_search':
      return { ...outcome, name: kind, args: { queries: rest['queries'] ?? [] }, result: orError(rest['results']) };
    case 'code_interpreter':
      return { ...outcome, name: kind, args: { code: rest['code'] ?? '' }, result: orError(rest['outputs']) };
    case 'mcp': {
      const args = readArguments(asText(rest['arguments']));
      return { ...outcome, name: asText(rest['name']) || kind, args, result: orError(rest['output']) };
    }
    case 'shell':
      return { ...outcome, name: kind, args: asObject(rest['action']) ?? {}, result: orError(undefined) };
    default:
      return { ...outcome, name: kind, args: rest, result: orError(undefined) };
  }
}

function readArguments(text: string): JsonObject {
  return asObject(parseJson(text)) ?? (text === '' ? {} : { input: text });
}

/** The whole item, so that it can be sent back unchanged. */
export function providerSeal(item: JsonObject): SealToken {
  return { field: asText(item['type']), value: JSON.stringify(item), item: asText(item['id']) };
}

export function readImage(item: JsonObject): MediaBlock | undefined {
  const data = asText(item['result']);
  if (data === '') return undefined;
  return { type: 'media', mimeType: `image/${asText(item['output_format']) || 'png'}`, data, encoding: 'base64' };
}

/** Everything but the picture, which is in the block. */
export function imageSeal({ result: _, ...item }: JsonObject): SealToken {
  return providerSeal(item);
}

export type ItemKind = 'message' | 'reasoning' | 'call' | 'provider' | 'image' | 'unknown';

/** Who must act on an item. A call with a `call_id` waits for our output, unless the server says that it ran it. */
export function kindOf(item: JsonObject): ItemKind {
  const type = asText(item['type']);
  if (type === 'message' || type === 'reasoning') return type;
  if (type === 'function_call' || type === 'custom_tool_call') return 'call';
  if (type === 'image_generation_call') return 'image';
  if (!type.endsWith('_call')) return 'unknown';
  return asText(item['call_id']) === '' || item['execution'] === 'server' || isHosted(item) ? 'provider' : 'call';
}

/** A shell in a provider's container: it ran there, and its output is a separate item, next to the call. */
export function isHosted(item: JsonObject): boolean {
  return asText(asObject(item['environment'])?.['type']).startsWith('container');
}
