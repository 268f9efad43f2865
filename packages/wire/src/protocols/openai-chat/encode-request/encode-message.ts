/**
 * Encodes one message as Chat messages. Whether content is text or a list of parts depends only on the target, never on the
 * message, so that its bytes stay a prefix when the message grows.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { type Encoded, flat } from '../../../json/json.ts';
import type {
  Message,
  ModelMessage,
  ResultPart,
  SystemMessage,
  UserMessage,
  UserPart,
} from '../../../shape/message.ts';
import { bridge, nothingShown, systemAsUser } from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';
import { encodeMedia } from '../encode-media.ts';
import { encodeModelMessage } from './encode-model-message.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUserMessage(message, traits);
    case 'model':
      return encodeModelMessage(message, traits);
    case 'system':
      return [encodeSystemMessage(message, traits)];
  }
}

const bridgeMessage: ModelMessage = { role: 'model', parts: [{ type: 'text', text: bridge }], added: 'bridge' };

/** Results first: nothing may come between a call and its answers (OAC-001, DSK-005). */
function encodeUserMessage({ results, parts }: UserMessage, traits: Traits): readonly JsonObject[] {
  const messages: JsonObject[] = results.map((result) => encodeResult(result, traits));
  const content = userContent(parts, traits);
  if (content === undefined) {
    return messages.length > 0 ? messages : [{ role: 'user', content: textContent(nothingShown, traits) }];
  }
  // MIS-008
  if (messages.length > 0 && traits.bridgeAfterResults) messages.push(...encodeModelMessage(bridgeMessage, traits));
  messages.push({ role: 'user', content });
  return messages;
}

/** A `name` only where required (OAC-025), never null (OAC-009); parts only if the target accepts media in results (MIS-020). */
function encodeResult({ id, name, text, media }: ResultPart, traits: Traits): JsonObject {
  const beside = media.flatMap(({ block }) => encodeMedia(block, traits));
  const content: JsonValue = media.length === 0 ? text : [...(text === '' ? [] : [{ type: 'text', text }]), ...beside];
  return { role: 'tool', tool_call_id: id, ...(traits.namedResults ? { name } : {}), content };
}

function encodeSystemMessage({ text }: SystemMessage, traits: Traits): JsonObject {
  if (traits.systemRole === 'user') return { role: 'user', content: textContent(systemAsUser(text), traits) };
  return { role: traits.systemRole, content: text };
}

/** Undefined for an empty message: these are refused (KIM-013, XAI-002). */
function userContent(parts: readonly UserPart[], traits: Traits): JsonValue | undefined {
  if (parts.length === 0) return undefined;
  const written = flat(parts.map((part) => encodeUserPart(part, traits)));
  if (written.length === 0) return undefined;
  return takesParts(traits) ? written : written.map(textOf).join('\n\n');
}

function encodeUserPart(part: UserPart, traits: Traits): Encoded {
  if (part.type === 'media') return encodeMedia(part.block, traits);
  return part.text === '' ? undefined : { type: 'text', text: part.text };
}

/** User content of one text, in the format that this target gets for all user content. */
export function textContent(text: string, traits: Traits): JsonValue {
  return takesParts(traits) ? [{ type: 'text', text }] : text;
}

function takesParts({ media }: Traits): boolean {
  return media.user.length > 0;
}

/** Targets without media support get none, so there is only text here. */
function textOf(part: JsonObject): string {
  return typeof part['text'] === 'string' ? part['text'] : JSON.stringify(part);
}
