/** Encodes a model message as one Chat message, or two if text and calls may not share one. */
import { type JsonObject, type JsonValue, mediaPlaceholder } from '@interlock/transcript';
import { asArray, parseJson } from '../../../json/json.ts';
import type { CallPart, ModelMessage, ModelPart, ThinkingPart } from '../../../shape/message.ts';
import { nothingShown, providerToolText, unknownReasoning } from '../../../texts/model-texts.ts';
import type { Traits } from '../../../traits/traits.ts';

export function encodeModelMessage({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const calls = callsOf(parts, traits);
  const reasoning = reasoningFields(parts, calls !== undefined, traits);
  const content = traits.thinking.replay === 'chunks' ? chunksOf(parts) : textOf(parts);
  const isEmpty = content.length === 0;
  // OAC-010, MIS-013, KIM-013: a message without calls must have content.
  if (calls === undefined) return [assistant(reasoning, isEmpty ? nothingShown : content)];
  // An empty string next to calls is the only form that no server refuses: xAI requires content (XAI-001), OpenAI and
  // Kimi accept it (OAC-009, KIM-013), Mistral counts it as no content (MIS-014).
  if (isEmpty) return [assistant(reasoning, '', calls)];
  if (traits.textBesideCalls) return [assistant(reasoning, content, calls)];
  const demanded = traits.thinking.demanded === 'always' ? reasoning : undefined;
  return [assistant(demanded, content), assistant(reasoning, '', calls)]; // MIS-014
}

/** Written out, because a history has many of these, and objects of one shape are the cheapest to create and read. */
function assistant(reasoning: JsonObject | undefined, content: JsonValue, calls?: readonly JsonObject[]): JsonObject {
  if (reasoning !== undefined) {
    return { role: 'assistant', ...reasoning, content, ...(calls === undefined ? {} : { tool_calls: calls }) };
  }
  return calls === undefined ? { role: 'assistant', content } : { role: 'assistant', content, tool_calls: calls };
}

/** Undefined when there are none. */
function callsOf(parts: readonly ModelPart[], traits: Traits): readonly JsonObject[] | undefined {
  let count = 0;
  for (const { type } of parts) if (type === 'call') count += 1;
  if (count === 0) return undefined;
  // Allocated at its full length: a growing list takes more room than a message needs.
  const calls = new Array<JsonObject>(count);
  let next = 0;
  for (const part of parts) {
    if (part.type !== 'call') continue;
    calls[next] = encodeCall(part, traits);
    next += 1;
  }
  return calls;
}

/** The arguments are an object here; malformed ones never get here (QWN-006, OLL-010). */
function encodeCall({ id, name, args, input }: CallPart, { toolArguments }: Traits): JsonObject {
  if (input !== undefined) return { id, type: 'custom', custom: { name, input } };
  const written = toolArguments === 'object' ? args : JSON.stringify(args);
  const tool = { name, arguments: written };
  return id === '' ? { type: 'function', function: tool } : { id, type: 'function', function: tool };
}

/** The model's thinking in the field that this target knows, or nothing: unknown fields are refused (GRQ-001, MIS-017). */
function reasoningFields(parts: readonly ModelPart[], hasCalls: boolean, { thinking }: Traits): JsonObject | undefined {
  switch (thinking.replay) {
    case 'reasoning_content':
    case 'reasoning': {
      if (thinking.onlyWithCalls && !hasCalls) return undefined;
      const text = joined(parts, thoughtText);
      const demanded = thinking.demanded === 'always' || (thinking.demanded === 'calls' && hasCalls);
      if (text !== '') return { [thinking.replay]: text };
      return demanded ? { [thinking.replay]: unknownReasoning } : undefined; // KIM-006, KIM-007, DSK-001
    }
    case 'reasoning_details': {
      const details = parts.flatMap(detailsOf);
      if (details.length > 0) return { reasoning_details: details };
      return thinking.demanded === 'calls' && hasCalls ? { reasoning_details: [unsignedCall] } : undefined;
    }
    default:
      return undefined;
  }
}

/** Among the models behind OpenRouter only Gemini's require a token on calls, and they accept this instead (GEM-010, GEM-011). */
const unsignedCall: JsonObject = {
  type: 'reasoning.encrypted',
  data: 'skip_thought_signature_validator',
  format: 'google-gemini-v1',
  index: 0,
};

/** In these fields the text is the token. */
function thoughtText(part: ModelPart): string {
  if (part.type !== 'thinking') return '';
  const { text, seal } = part;
  return text === '' && (seal?.field === 'reasoning_content' || seal?.field === 'reasoning') ? seal.value : text;
}

/** ORT-003: sent back unchanged, entry for entry. */
function detailsOf(part: ModelPart): readonly JsonValue[] {
  if (part.type !== 'thinking' || part.seal?.field !== 'reasoning_details') return [];
  return asArray(parseJson(part.seal.value));
}

/** MIS-017, MIS-019: thinking is part of the content, in its place. */
function chunksOf(parts: readonly ModelPart[]): readonly JsonObject[] {
  const chunks: JsonObject[] = [];
  for (const part of parts) {
    const text = part.type === 'thinking' ? part.text : spokenText(part);
    if (text === '') continue;
    chunks.push(part.type === 'thinking' ? thinkingChunk(part) : { type: 'text', text });
  }
  return chunks;
}

function thinkingChunk({ text, seal }: ThinkingPart): JsonObject {
  const signature = seal?.field === 'signature' ? { signature: seal.value } : {};
  return { type: 'thinking', thinking: [{ type: 'text', text }], ...signature };
}

/** All parts except thinking and calls, as text: an assistant message accepts nothing else (OAC-012). */
function textOf(parts: readonly ModelPart[]): string {
  return joined(parts, spokenText);
}

function joined(parts: readonly ModelPart[], read: (part: ModelPart) => string): string {
  let text = '';
  for (const part of parts) {
    const more = read(part);
    if (more !== '') text = text === '' ? more : `${text}\n\n${more}`;
  }
  return text;
}

function spokenText(part: ModelPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'media':
      return mediaPlaceholder(part.block);
    case 'provider-tool':
      return providerToolText(part.name, JSON.stringify(part.args), part.result.value);
    default:
      return '';
  }
}
