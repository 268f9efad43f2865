/** The length of a request; a picture counts what OpenAI counts for a small one. */
import { type JsonObject, textOf } from '../api/json.ts';
import { tokensOf } from '../api/tokens.ts';
import { readMessages } from './messages.ts';

const tokensPerMedium = 85;

/** Messages and tools of a request. */
export function countTokens(body: JsonObject): number {
  const messages = readMessages(body);
  const media = messages.flatMap((message) => message.parts).filter((part) => textOf(part['text']) === '').length;
  const texts = messages.flatMap((message) => [
    ...message.parts.map((part) => textOf(part['text'])),
    ...message.calls.map((call) => `${call.name}${typeof call.args === 'string' ? call.args : lengthy(call.args)}`),
    textOf(message.raw['reasoning_content']),
    textOf(message.raw['reasoning']),
  ]);
  const tools = Array.isArray(body['tools']) && body['tools'].length > 0 ? lengthy(body['tools']) : '';
  return tokensOf(texts.join('') + tools) + media * tokensPerMedium;
}

function lengthy(value: unknown): string {
  return JSON.stringify(value) ?? '';
}
