/** One message as the input items it becomes. Items are whole: nothing refers to what a server may have stored (OAR-010). */
import type { JsonObject } from '@interlock/transcript';
import type { Message, ResultPart, UserMessage } from '../../../shape/message.ts';
import { systemAsUser } from '../../../shape/texts.ts';
import type { Traits } from '../../../traits/traits.ts';
import { inputMedia, inputText } from './encode-media.ts';
import { encodeModelParts } from './encode-model-parts.ts';

export function encodeMessage(message: Message, traits: Traits): readonly JsonObject[] {
  switch (message.role) {
    case 'user':
      return encodeUser(message);
    case 'model':
      return encodeModelParts(message.parts);
    case 'system':
      return [encodeSystem(message.text, traits)];
  }
}

function encodeUser({ results, parts }: UserMessage): readonly JsonObject[] {
  const outputs = results.map(encodeResult);
  if (parts.length === 0) return outputs;
  const content = parts.map((part) => (part.type === 'text' ? inputText(part.text) : inputMedia(part.block)));
  return [...outputs, { type: 'message', role: 'user', content }];
}

/** OAR-019: text, or a list of parts when there is more than text. */
function encodeResult({ id, text, media }: ResultPart): JsonObject {
  const output = media.length === 0 ? text : [inputText(text), ...media.map(({ block }) => inputMedia(block))];
  return { type: 'function_call_output', call_id: id, output };
}

function encodeSystem(text: string, { systemRole }: Traits): JsonObject {
  const said = systemRole === 'user' ? systemAsUser(text) : text;
  return { type: 'message', role: systemRole, content: [inputText(said)] };
}
