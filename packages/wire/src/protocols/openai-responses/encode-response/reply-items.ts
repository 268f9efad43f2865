/** The output items of a reply, in the API's documented format. */
import { canonicalSuffix, type JsonObject, type MediaBlock, mediaPlaceholder } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { asObject, parseJson } from '../../../json/json.ts';
import type { ReplyEvent, SealToken } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';

export type CallEvent = Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>;

/** Always the same id for the same reply, and never longer than the API accepts (OAR-005). */
export function derivedId(prefix: string, { id }: ReplyHead, index: number): string {
  const own = id.replace(/^resp_/, '').replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  const name = own.length <= 48 ? own : bytesToHex(sha256(utf8ToBytes(id))).slice(0, 48);
  return `${prefix}_${name}_${index}`;
}

/** An id that we can map back to the canonical one, otherwise the provider's, otherwise a unique one (OAR-004). */
export function callIdOf({ id, rawId, index }: CallEvent, head: ReplyHead): string {
  if (id !== undefined) return `call_${canonicalSuffix(id)}`;
  return rawId === '' ? derivedId('call', head, index) : rawId;
}

/** Another provider's seal is meaningless to a client of this API. */
export function reasoningItem(id: string, text: string, seal: SealToken | undefined, isRaw = false): JsonObject {
  const own = seal?.field === 'encrypted_content' && seal.value !== '';
  return {
    id: (seal?.field === 'encrypted_content' ? seal.item : undefined) ?? id,
    type: 'reasoning',
    summary: text === '' || isRaw ? [] : [summaryPart(text)],
    ...(isRaw ? { content: [rawPart(text)] } : {}),
    ...(own ? { encrypted_content: seal.value } : {}),
  };
}

export function summaryPart(text: string): JsonObject {
  return { type: 'summary_text', text };
}

export function rawPart(text: string): JsonObject {
  return { type: 'reasoning_text', text };
}

export function messageItem(
  id: string,
  text: string,
  status: string,
  seal: SealToken | undefined,
  fields: JsonObject = {},
): JsonObject {
  const own = seal?.field === 'message' ? seal : undefined;
  return {
    id: own?.item ?? id,
    type: 'message',
    status,
    role: 'assistant',
    content: [textPart(text, fields)],
    ...(own === undefined || own.value === '' ? {} : { phase: own.value }),
  };
}

export function textPart(text: string, fields: JsonObject = {}): JsonObject {
  if (fields['refusal'] === true) return { type: 'refusal', refusal: text };
  return { type: 'output_text', text, annotations: [], ...fields };
}

export interface WrittenCall {
  readonly callId: string;
  readonly name: string;
  readonly args: string;
  readonly status: 'in_progress' | 'completed' | 'incomplete';
}

export function callItem(id: string, { callId, name, args, status }: WrittenCall): JsonObject {
  return { id, type: 'function_call', status, call_id: callId, name, arguments: args };
}

/** A tool that the provider ran is sent as the original item. Tools of another protocol have no item: the text describes their outcome. */
export function providerItem(seal: SealToken | undefined): JsonObject | undefined {
  if (seal === undefined || !seal.field.endsWith('_call')) return undefined;
  const item = asObject(parseJson(seal.value));
  return item?.['type'] === seal.field ? item : undefined;
}

/** Only the bytes of an image have an item; anything else becomes text. */
export function mediaItem(block: MediaBlock, head: ReplyHead, index: number): JsonObject {
  const { mimeType, data, encoding } = block;
  if (encoding !== 'base64' || !mimeType.startsWith('image/')) {
    const text = encoding === 'base64' ? mediaPlaceholder(block) : data;
    return messageItem(derivedId('msg', head, index), text, 'completed', undefined);
  }
  const id = derivedId('ig', head, index);
  const format = mimeType.slice('image/'.length);
  return { id, type: 'image_generation_call', status: 'completed', output_format: format, result: data };
}
