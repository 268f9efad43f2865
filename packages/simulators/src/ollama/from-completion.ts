/** /v1/chat/completions: a request of OpenAI's clients as an Ollama chat (OLL-010). */
import type { Violation } from '../api/api.ts';
import { arrayOf, isObject, type JsonObject, objectOf, parseJson, textOf } from '../api/json.ts';

export type Translated = { readonly chat: JsonObject } | { readonly violation: Violation };

const badArguments = 'invalid tool call arguments';
const remoteImage = 'image URLs are not currently supported, please use base64 encoded data instead';
const efforts: readonly string[] = ['high', 'medium', 'low', 'max'];

/** `body` has been read as a Go struct. */
export function fromCompletion(body: JsonObject): Translated {
  const messages = arrayOf(body['messages']).map(objectOf);
  if (messages.length === 0) return refused('gate-messages', "[] is too short - 'messages'", 'messages');
  const problem = messages.map(findProblem).find((found) => found !== undefined);
  if (problem) return { violation: problem };
  const effort = textOf(body['reasoning_effort']);
  if (effort !== '' && effort !== 'none' && !efforts.includes(effort)) {
    const text = `invalid reasoning value: '${effort}' (must be "high", "medium", "low", "max", or "none")`;
    return refused('gate-effort', text, 'reasoning_effort');
  }
  const names = new Map(messages.flatMap((message) => callsOf(message).map((call) => [call.id, call.name] as const)));
  const limit = body['max_tokens'];
  return {
    chat: {
      model: body['model'],
      messages: messages.map((message) => translate(message, names)),
      stream: body['stream'] === true,
      ...(effort === '' ? {} : { think: effort === 'none' ? false : effort }),
      ...(typeof limit === 'number' ? { options: { num_predict: limit } } : {}),
      ...formatOf(objectOf(body['response_format'])),
    },
  };
}

function formatOf(format: JsonObject): JsonObject {
  if (format['type'] === 'json_object') return { format: 'json' };
  const schema = objectOf(format['json_schema'])['schema'];
  return format['type'] === 'json_schema' && isObject(schema) ? { format: schema } : {};
}

function findProblem(message: JsonObject, index: number): Violation | undefined {
  const content = message['content'] ?? '';
  const path = `messages[${index}]`;
  if (typeof content !== 'string' && !Array.isArray(content)) {
    return { rule: 'gate-content', status: 400, message: `invalid message content type: ${typeof content}`, path };
  }
  for (const part of arrayOf(content).map(objectOf)) {
    const url = urlOf(part);
    if (part['type'] !== 'image_url' || url.startsWith('data:')) continue;
    const remote = /^https?:/.test(url);
    return { rule: 'OLL-010', status: 400, message: remote ? remoteImage : 'invalid image input', path };
  }
  const broken = callsOf(message).some(({ args }) => !isObject(parseJson(args)?.value));
  return broken ? { rule: 'OLL-010', status: 400, message: badArguments, path } : undefined;
}

function translate(message: JsonObject, names: ReadonlyMap<string, string>): JsonObject {
  const parts = arrayOf(message['content']).map(objectOf);
  const texts = parts.map((part) => textOf(part['text'])).filter((text) => text !== '');
  const id = textOf(message['tool_call_id']);
  return {
    role: message['role'],
    content: typeof message['content'] === 'string' ? message['content'] : texts.join('\n'),
    thinking: message['reasoning'],
    images: parts.filter((part) => part['type'] === 'image_url').map(urlOf),
    tool_calls: callsOf(message).map((call) => ({
      id: call.id,
      function: { name: call.name, arguments: parseJson(call.args)?.value },
    })),
    tool_call_id: id,
    tool_name: names.get(id) ?? textOf(message['name']),
  };
}

function callsOf(
  message: JsonObject,
): readonly { readonly id: string; readonly name: string; readonly args: string }[] {
  return arrayOf(message['tool_calls']).map((value) => {
    const call = objectOf(value);
    const { name, arguments: args } = objectOf(call['function']);
    return { id: textOf(call['id']), name: textOf(name), args: textOf(args) };
  });
}

function urlOf(part: JsonObject): string {
  const image = part['image_url'];
  return textOf(isObject(image) ? image['url'] : image);
}

function refused(rule: string, message: string, path: string): Translated {
  return { violation: { rule, status: 400, message, path } };
}
