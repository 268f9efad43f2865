/**
 * What the model sees of a request: leading system messages as the system text, every other message as a separate turn.
 */

import { arrayOf, isObject, type JsonObject, objectOf, parseJson, textOf } from '../api/json.ts';
import type { Seen, SeenCall, SeenResult, SeenTurn } from '../api/model.ts';
import { type ChatMessage, readMessages, readTools, textOfMessage } from './messages.ts';

export function readSeen(body: JsonObject, thinks: boolean): Seen {
  const messages = readMessages(body);
  const leading = messages.findIndex((message) => !isSystem(message));
  const count = leading < 0 ? messages.length : leading;
  const maxTokens = body['max_completion_tokens'] ?? body['max_tokens'];
  return {
    system: messages.slice(0, count).map(textOfMessage).join('\n'),
    tools: readTools(body)
      .filter((tool) => tool.name !== '')
      .map(({ name, description, parameters }) => ({ name, description, schema: parameters })),
    turns: readTurns(messages.slice(count)),
    toolChoice: readToolChoice(body['tool_choice']),
    ...(typeof maxTokens === 'number' ? { maxTokens } : {}),
    thinks,
  };
}

/** The arguments as the model gets them: parsed if possible, otherwise the text. */
function readArguments(args: unknown): unknown {
  if (typeof args !== 'string') return args ?? {};
  if (args === '') return {};
  const parsed = parseJson(args);
  return parsed ? parsed.value : args;
}

/** The thinking in a message, in the format of its provider. */
export function readThinking(message: ChatMessage): string {
  const { raw } = message;
  const named = textOf(raw['reasoning_content']) || textOf(raw['reasoning']);
  if (named !== '') return named;
  const chunks = message.parts.filter((part) => part['type'] === 'thinking').flatMap(readThinkingChunk);
  const details = arrayOf(raw['reasoning_details']).map((detail) => {
    const read = objectOf(detail);
    return textOf(read['text']) || textOf(read['summary']);
  });
  return [...chunks, ...details].filter((text) => text !== '').join('\n');
}

function readThinkingChunk(part: JsonObject): readonly string[] {
  const thinking = part['thinking'];
  return typeof thinking === 'string' ? [thinking] : arrayOf(thinking).map((chunk) => textOf(objectOf(chunk)['text']));
}

function readTurns(messages: readonly ChatMessage[]): readonly SeenTurn[] {
  // The protocol repeats ids if a provider does (KIM-004): a result belongs to the latest call with its id.
  const names = new Map<string, string>();
  return messages.map((message) => {
    for (const { id, name } of message.calls) names.set(id, name);
    return readTurn(message, names);
  });
}

function readTurn(message: ChatMessage, names: ReadonlyMap<string, string>): SeenTurn {
  const media = message.parts.flatMap(mediaOf);
  if (message.role === 'tool') {
    return { ...emptyTurn, role: 'user', results: [readResult(message, names, media)] };
  }
  const text = textOfMessage(message);
  if (isSystem(message)) return { ...emptyTurn, role: 'system', text, media };
  if (message.role !== 'assistant') return { ...emptyTurn, role: 'user', text, media };
  return { ...emptyTurn, role: 'model', text, thinking: readThinking(message), calls: readCalls(message), media };
}

const emptyTurn: Omit<SeenTurn, 'role'> = { text: '', thinking: '', calls: [], results: [], media: [] };

function readCalls(message: ChatMessage): readonly SeenCall[] {
  return message.calls.map(({ id, name, args }) => ({ id, name, args: readArguments(args) }));
}

function readResult(message: ChatMessage, names: ReadonlyMap<string, string>, media: readonly string[]): SeenResult {
  const name = names.get(message.answers) ?? textOf(message.raw['name']);
  // The protocol has no field for a failed tool: only the text can say so.
  return { id: message.answers, name, text: textOfMessage(message), isError: false, media };
}

function mediaOf(part: JsonObject): readonly string[] {
  const type = textOf(part['type']);
  if (type === 'image_url') {
    const image = part['image_url'];
    return [/^data:([^;,]+)/.exec(textOf(isObject(image) ? image['url'] : image))?.[1] ?? 'image'];
  }
  if (type === 'input_audio') return [`audio/${textOf(objectOf(part['input_audio'])['format']) || 'wav'}`];
  if (type === 'file') return [/^data:([^;,]+)/.exec(textOf(objectOf(part['file'])['file_data']))?.[1] ?? 'file'];
  return [];
}

function readToolChoice(choice: unknown): Seen['toolChoice'] {
  if (choice === 'none') return 'none';
  if (choice === 'required' || choice === 'any') return 'required';
  const { function: named, custom } = objectOf(choice);
  const tool = textOf(objectOf(named ?? custom)['name']);
  return tool === '' ? 'auto' : { tool };
}

function isSystem({ role }: ChatMessage): boolean {
  return role === 'system' || role === 'developer';
}
