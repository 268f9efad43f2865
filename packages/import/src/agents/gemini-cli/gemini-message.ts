/** Reads a message of a session: its parts, and whether it comes from the user or the model at all. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { isObject, listOf, objectsOf, textOf } from '../../reading/json.ts';

/** A text, a part, or a list of either. */
export function partsOf(content: JsonValue | undefined): readonly JsonObject[] {
  const parts = Array.isArray(content) ? listOf(content) : [content ?? ''];
  return parts.flatMap((part) => {
    if (typeof part === 'string') return part === '' ? [] : [{ text: part }];
    return isObject(part) ? [part] : [];
  });
}

/** Returns the text that the user typed, without notes and without the instructions around text sent while the model worked. */
export function asTyped(part: JsonObject): readonly JsonObject[] {
  if (typeof part['text'] !== 'string') return [part];
  const steering = /^User steering update:\s*<user_input>\n?([\s\S]*?)\n?<\/user_input>/.exec(part['text'])?.[1];
  const text = steering ?? part['text'].replace(/\n?<system_note>[\s\S]*?<\/system_note>\s*/g, '');
  return text === '' ? [] : [text === part['text'] ? part : { ...part, text }];
}

export function isCall(part: JsonObject): boolean {
  return isObject(part['functionCall']);
}

export function isResult(part: JsonObject): boolean {
  return isObject(part['functionResponse']);
}

/** After calls, their results are recorded once more, as a message of the user. */
export function isResultsOnly(message: JsonObject): boolean {
  const parts = partsOf(message['content']);
  return message['type'] === 'user' && parts.some(isResult) && parts.every((part) => textOf(part['text']) === '');
}

export function plainTextOf(message: JsonObject): string {
  return partsOf(message['content'])
    .filter((part) => part['thought'] !== true)
    .map((part) => textOf(part['text']))
    .join('');
}

/** Undefined for a message that belongs to the conversation. */
export function noteKindOf(message: JsonObject): string | undefined {
  const type = textOf(message['type']);
  if (type === 'info' || type === 'warning' || type === 'error') return 'notes of the program';
  if (type !== 'user') return undefined;
  const text = plainTextOf(message).trimStart();
  return /^<(?:session_context|hook_context)>/.test(text) ? 'notes about the environment' : undefined;
}

export function callsOf(message: JsonObject): readonly JsonObject[] {
  return objectsOf(message['toolCalls']);
}
