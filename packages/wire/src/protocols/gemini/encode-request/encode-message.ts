/** Encodes one message as contents. Each depends only on its own message, never on its position. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import type {
  CallPart,
  Message,
  ModelMessage,
  ModelPart,
  ProviderToolPart,
  ResultPart,
  UserMessage,
} from '../../../shape/message.ts';
import { nothingShown, providerToolText, systemAsUser } from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';
import { encodeMedia } from '../media.ts';
import { readServerParts } from '../server-tool.ts';
import { sentinel, signatureField, signed } from '../signature.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message);
    case 'model':
      return [{ role: 'model', parts: encodeModel(message, traits) }];
    case 'system': // GEM-006: there is no such role; system text goes to the body's `systemInstruction`
      return [{ role: 'user', parts: [{ text: systemAsUser(message.text) }] }];
  }
}

/** GEM-001, GEM-005: all results in one content, the user's text in the next. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const answers = results.length === 0 ? [] : [{ role: 'user', parts: results.map(encodeResult) }];
  if (parts.length === 0 && results.length > 0) return answers;
  const userParts: JsonObject[] = [];
  for (const part of parts) {
    // GEM-009: empty text is dropped. There is no field for a caption, so it comes first.
    const text = part.type === 'media' ? part.block.caption : part.text;
    if (text) userParts.push({ text });
    if (part.type === 'media') userParts.push(encodeMedia(part.block));
  }
  if (userParts.length === 0 && results.length > 0) return answers;
  return [...answers, { role: 'user', parts: orNothing(userParts) }];
}

/**
 * GEM-018: an object with Google's own names. `value` holds everything except errors and media, including text next to the
 * result; so does the text of an error.
 */
function encodeResult({ id, name, value, text, isError, media }: ResultPart): JsonObject {
  const response = isError ? { error: text } : { output: value };
  const answer = id === '' ? { name, response } : { id, name, response };
  if (media.length === 0) return { functionResponse: answer };
  return { functionResponse: { ...answer, parts: media.map(({ block }) => encodeMedia(block)) } };
}

function encodeModel({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const replay = traits.thinking.replay === 'signatures';
  let mustBeSigned = traits.thinking.demanded !== 'never';
  const encoded: JsonObject[] = [];
  for (const part of parts) {
    addPart(part, replay, mustBeSigned, encoded);
    if (part.type === 'call') mustBeSigned = false;
  }
  return orNothing(encoded);
}

function addPart(part: ModelPart, replay: boolean, mustBeSigned: boolean, encoded: JsonObject[]): void {
  switch (part.type) {
    case 'text': {
      const signature = replay ? signed(part.seal) : undefined;
      if (signature !== undefined) encoded.push({ text: part.text, ...signature });
      else if (part.text !== '') encoded.push({ text: part.text });
      break;
    }
    case 'thinking': {
      // Gemini ignores a thought without its signature, which goes back on the part it came on (GEM-013).
      const signature = replay ? signed(part.seal) : undefined;
      if (signature !== undefined) encoded.push({ text: part.text, thought: true, ...signature });
      break;
    }
    case 'media':
      encoded.push({ ...encodeMedia(part.block), ...(replay ? signed(part.seal) : undefined) });
      break;
    case 'call':
      encoded.push(encodeCall(part, replay, mustBeSigned));
      break;
    case 'provider-tool':
      for (const block of encodeProviderTool(part)) encoded.push(block);
      break;
  }
}

/** GEM-010: the first call of every step is signed, with the sentinel if its own signature is unknown (GEM-011). */
function encodeCall({ id, name, args, seal }: CallPart, replay: boolean, mustBeSigned: boolean): JsonObject {
  const functionCall = id === '' ? { name, args } : { id, name, args };
  const signature = (replay ? signed(seal) : undefined) ?? (mustBeSigned ? standIn : undefined);
  return signature === undefined ? { functionCall } : { functionCall, ...signature };
}

const standIn: JsonObject = { [signatureField]: sentinel };

/** Tools that Google's servers ran are sent back as the original parts (GEM-029); those of other providers become text. */
function encodeProviderTool({ name, args, result }: ProviderToolPart): readonly JsonObject[] {
  const parts = readServerParts(result);
  return parts.length > 0 ? parts : [{ text: providerToolText(name, jsonText(args), result.value) }];
}

/** GEM-008: a content is never without parts. */
function orNothing(parts: readonly JsonObject[]): readonly JsonObject[] {
  return parts.length === 0 ? [{ text: nothingShown }] : parts;
}
