/** A message of the model as one Chat message, or two where text and calls may not share one. */
import { type JsonObject, type JsonValue, mediaPlaceholder } from '@interlock/transcript';
import { asArray, parseJson } from '../../json.ts';
import type { CallPart, ModelMessage, ModelPart, ThinkingPart } from '../../shape/message.ts';
import { nothingShown, providerToolText, unknownReasoning } from '../../texts.ts';
import type { Traits } from '../../traits.ts';

export function encodeModelMessage({ parts }: ModelMessage, traits: Traits): readonly JsonObject[] {
  const calls = parts.filter((part) => part.type === 'call');
  const reasoning = reasoningFields(parts, calls.length > 0, traits);
  const content = traits.thinking.replay === 'chunks' ? chunksOf(parts) : textsOf(parts).join('\n\n');
  const silent = content.length === 0;
  if (calls.length === 0) {
    // OAC-010, MIS-013, KIM-013: a message without calls says something.
    return [{ role: 'assistant', ...reasoning, content: silent ? nothingShown : content }];
  }
  const toolCalls = calls.map((call) => encodeCall(call, traits));
  // An empty string beside calls is the one form nobody refuses: xAI wants content to be there (XAI-001), OpenAI and
  // Kimi take it (OAC-009, KIM-013), Mistral counts it as no content (MIS-014).
  if (silent) return [{ role: 'assistant', ...reasoning, content: '', tool_calls: toolCalls }];
  if (traits.textBesideCalls) return [{ role: 'assistant', ...reasoning, content, tool_calls: toolCalls }];
  const demanded = traits.thinking.demanded === 'always' ? reasoning : {};
  return [
    { role: 'assistant', ...demanded, content },
    { role: 'assistant', ...reasoning, content: '', tool_calls: toolCalls }, // MIS-014
  ];
}

/** The arguments are an object here; malformed ones never get this far (QWN-006, OLL-010). */
function encodeCall({ id, name, args }: CallPart, { toolArguments }: Traits): JsonObject {
  const written = toolArguments === 'object' ? args : JSON.stringify(args);
  return { ...(id === '' ? {} : { id }), type: 'function', function: { name, arguments: written } };
}

/** What the model thought, in the field this target knows, or nothing: unknown fields are refused (GRQ-001, MIS-017). */
function reasoningFields(parts: readonly ModelPart[], hasCalls: boolean, { thinking }: Traits): JsonObject {
  const thoughts = parts.filter((part) => part.type === 'thinking');
  switch (thinking.replay) {
    case 'reasoning_content':
    case 'reasoning': {
      const text = thoughts.map(thoughtText).filter(isSaid).join('\n\n');
      const demanded = thinking.demanded === 'always' || (thinking.demanded === 'calls' && hasCalls);
      if (isSaid(text)) return { [thinking.replay]: text };
      return demanded ? { [thinking.replay]: unknownReasoning } : {}; // KIM-006, KIM-007, DSK-001
    }
    case 'reasoning_details': {
      const details = thoughts.flatMap(detailsOf);
      return details.length === 0 ? {} : { reasoning_details: details };
    }
    default:
      return {};
  }
}

/** In these fields the text is the token. */
function thoughtText({ text, seal }: ThinkingPart): string {
  return text === '' && (seal?.field === 'reasoning_content' || seal?.field === 'reasoning') ? seal.value : text;
}

/** ORT-003: given back as they came, entry for entry. */
function detailsOf({ seal }: ThinkingPart): readonly JsonValue[] {
  return seal?.field === 'reasoning_details' ? asArray(parseJson(seal.value)) : [];
}

/** MIS-017, MIS-019: thinking goes into the content, in its place. */
function chunksOf(parts: readonly ModelPart[]): readonly JsonObject[] {
  return parts.flatMap((part): readonly JsonObject[] => {
    if (part.type !== 'thinking') return textsOf([part]).map((text) => ({ type: 'text', text }));
    const signature = part.seal?.field === 'signature' ? { signature: part.seal.value } : {};
    if (part.text === '') return [];
    return [{ type: 'thinking', thinking: [{ type: 'text', text: part.text }], ...signature }];
  });
}

/** Everything but thinking and calls. An assistant message takes text alone (OAC-012). */
function textsOf(parts: readonly ModelPart[]): readonly string[] {
  return parts.map(textOf).filter(isSaid);
}

function textOf(part: ModelPart): string {
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

function isSaid(text: string): boolean {
  return text !== '';
}
