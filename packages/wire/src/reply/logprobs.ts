/**
 * Log probabilities of the tokens of a text: both of OpenAI's APIs have the same entries, Chat in the choice and Responses in the text. Each API's own
 * event is written in the words of the other.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../json/json.ts';
import type { ReplyEvent } from './events.ts';

/** The entries that an event brings for the next text. */
export function logprobsIn(event: ReplyEvent): readonly JsonValue[] {
  if (event.type === 'reply-fields') {
    if (event.protocol !== 'openai-chat' || event.place !== 'choice') return [];
    return asArray(asObject(event.fields['logprobs'])?.['content']);
  }
  const isOfText = event.type === 'block-fields' && event.protocol === 'openai-responses';
  return isOfText ? asArray(event.fields['logprobs']) : [];
}

/** As the choice of Chat has them. In a stream, Responses leaves out the bytes of a token, which Chat always has. */
export function choiceLogprobs(entries: readonly JsonValue[]): JsonObject {
  return { logprobs: { content: entries.map(withBytes), refusal: null } };
}

function withBytes(entry: JsonValue): JsonValue {
  const { top_logprobs: others, ...token } = asObject(entry) ?? {};
  return { bytes: null, ...token, top_logprobs: asArray(others).map((each) => ({ bytes: null, ...asObject(each) })) };
}
