/** The content blocks of an answer in this API's format: complete, and as a stream opens them. */
import { canonicalSuffix, type JsonObject, type MediaBlock, rawArgumentsKey, toJson } from '@interlock/transcript';
import { parseJson } from '../../../json/json.ts';
import type { OwnPart, ReplyEvent, SealToken } from '../../../reply/events.ts';
import { spokenText } from '../../../shape/spoken-text.ts';
import { argumentsObject } from '../../../tools/arguments-object.ts';
import type { ReplyHead } from '../../protocol.ts';
import { isServerResult, serverToolId } from '../server-tools.ts';

export type CallEvent = Extract<ReplyEvent, { type: 'call-start' | 'call-end' }>;
export type OwnBlock = Extract<ReplyEvent, { type: 'own-block' }>;
export type ProviderResult = Extract<ReplyEvent, { type: 'provider-result' }>;

export function textBlock(text: string): JsonObject {
  return { type: 'text', text };
}

/** Another provider's seal is meaningless to a client of this API, but the field is required. */
export function thinkingBlock(thinking: string, seal: SealToken | undefined): JsonObject {
  if (seal?.field === 'redacted_thinking') return { type: 'redacted_thinking', data: seal.value };
  return { type: 'thinking', thinking, signature: seal?.field === 'signature' ? seal.value : '' };
}

/** Tools that another provider ran have no block here: the model's text has their outcome. */
export function isForeignTool(event: CallEvent): boolean {
  return event.executor === 'provider' && !serverToolId.test(event.rawId) && ownOf(event)['type'] === undefined;
}

export function ownOf({ own }: { readonly own?: OwnPart }): JsonObject {
  return own?.protocol === 'anthropic-messages' ? own.fields : {};
}

export function callBlock(event: CallEvent, input: JsonObject, head: ReplyHead): JsonObject {
  const type = event.executor === 'provider' ? 'server_tool_use' : 'tool_use';
  return { type, id: callId(event, head), name: event.name, input, ...ownOf(event) };
}

/** An id that we can map back to the canonical one, otherwise the provider's, otherwise a unique one. */
function callId({ id, rawId, index, executor }: CallEvent, head: ReplyHead): string {
  if (id !== undefined && executor !== 'provider') return `toolu_${canonicalSuffix(id)}`;
  return rawId === '' ? `toolu_${head.id.replaceAll(/[^a-zA-Z0-9_-]/g, '_')}_${index}` : rawId;
}

/** Arguments that are not an object are passed on unchanged in one: the client's tool would get nothing otherwise. */
export function callInput(text: string): JsonObject {
  return argumentsObject(text) ?? { [rawArgumentsKey]: text };
}

export function providerResultBlock(event: ProviderResult, call: CallEvent): JsonObject {
  const own = event.seal !== undefined && isServerResult(event.seal.field);
  const type = own ? event.seal.field : `${call.name}_tool_result`;
  const content = own ? parseJson(event.seal.value) : undefined;
  return { type, tool_use_id: call.rawId, content: content ?? toJson(event.result).value, ...ownOf(event) };
}

/** The block as it is when everything that followed its start has been added. */
export function ownBlock({ block, deltas }: OwnBlock): JsonObject {
  return { ...Object.assign({}, block, ...deltas), type: block['type'] };
}

export function mediaBlock(block: MediaBlock): JsonObject {
  return textBlock(spokenText(block));
}
