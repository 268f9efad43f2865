/** One message as the contents it becomes. Each depends on its own message alone, never on where it stands. */
import { type JsonObject, jsonText } from '@interlock/transcript';
import type {
  CallPart,
  Message,
  ModelMessage,
  ModelPart,
  ProviderToolPart,
  ResultPart,
  UserMessage,
  UserPart,
} from '../../shape/message.ts';
import { nothingShown, providerToolText, systemAsUser } from '../../texts.ts';
import type { Traits } from '../../traits.ts';
import { encodeMedia } from './encode-media.ts';
import { readServerParts } from './server-tool.ts';
import { sentinel, signatureField, signed } from './signature.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message);
    case 'model':
      return [{ role: 'model', parts: encodeModel(message, traits) }];
    case 'system': // GEM-006: there is no such role; its place is the body's `systemInstruction`
      return [{ role: 'user', parts: [{ text: systemAsUser(message.text) }] }];
  }
}

/** GEM-001, GEM-005: all results in one content of their own, the user's words in the next. */
function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const said = parts.flatMap(encodeSpoken);
  const contents: JsonObject[] = [];
  if (results.length > 0) contents.push({ role: 'user', parts: results.map(encodeResult) });
  if (said.length > 0 || results.length === 0) contents.push({ role: 'user', parts: orNothing(said) });
  return contents;
}

/** GEM-009: text that says nothing is left out. */
function encodeSpoken(part: UserPart): readonly JsonObject[] {
  if (part.type === 'media') return [encodeMedia(part.block)];
  return part.text === '' ? [] : [{ text: part.text }];
}

/**
 * GEM-018: an object, by Google's own names for what it holds. `value` says everything that is not an error or a medium,
 * what came beside the result included; the text of an error does the same.
 */
function encodeResult({ id, name, value, text, isError, media }: ResultPart): JsonObject {
  return {
    functionResponse: {
      ...(id === '' ? {} : { id }),
      name,
      response: isError ? { error: text } : { output: value },
      ...(media.length === 0 ? {} : { parts: media.map(({ block }) => encodeMedia(block)) }),
    },
  };
}

function encodeModel({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const replay = traits.thinking.replay === 'signatures';
  const firstCall = parts.find(({ type }) => type === 'call');
  const demanded = traits.thinking.demanded === 'never' ? undefined : firstCall;
  const encoded = parts.flatMap((part) => encodePart(part, replay, part === demanded));
  return orNothing(encoded);
}

function encodePart(part: ModelPart, replay: boolean, mustBeSigned: boolean): readonly JsonObject[] {
  switch (part.type) {
    case 'text': {
      const signature = replay ? signed(part.seal) : undefined;
      return part.text === '' && signature === undefined ? [] : [{ text: part.text, ...signature }];
    }
    case 'thinking': {
      // Gemini reads nothing from a thought without its signature, which goes back on the part it came on (GEM-013).
      const signature = replay ? signed(part.seal) : undefined;
      return signature === undefined ? [] : [{ text: part.text, thought: true, ...signature }];
    }
    case 'media':
      return [encodeMedia(part.block)];
    case 'call':
      return [encodeCall(part, replay, mustBeSigned)];
    case 'provider-tool':
      return encodeProviderTool(part);
  }
}

/** GEM-010: the first call of every step is signed, with the sentinel where its own signature is not known (GEM-011). */
function encodeCall({ id, name, args, seal }: CallPart, replay: boolean, mustBeSigned: boolean): JsonObject {
  const standIn = mustBeSigned ? { [signatureField]: sentinel } : {};
  const signature = replay ? signed(seal) : undefined;
  return { functionCall: { ...(id === '' ? {} : { id }), name, args }, ...(signature ?? standIn) };
}

/** What Google's servers ran themselves goes back as the parts it came in (GEM-029); anybody else's is told as text. */
function encodeProviderTool({ name, args, result }: ProviderToolPart): readonly JsonObject[] {
  const parts = readServerParts(result);
  return parts.length > 0 ? parts : [{ text: providerToolText(name, jsonText(args), result.value) }];
}

/** GEM-008: a content is never without parts. */
function orNothing(parts: readonly JsonObject[]): readonly JsonObject[] {
  return parts.length === 0 ? [{ text: nothingShown }] : parts;
}
