/** A chat in Ollama's form, whichever of the three endpoints it came from. */
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';
import type { OllamaModel } from './models.ts';

export interface ChatCall {
  readonly id: string;
  readonly name: string;
  readonly args: JsonObject;
}

export interface ChatMessage {
  /** In lower case, as Ollama makes it (OLL-012). */
  readonly role: string;
  readonly content: string;
  readonly thinking: string;
  readonly images: number;
  readonly calls: readonly ChatCall[];
  readonly toolName: string;
  readonly toolCallId: string;
}

export interface ChatRequest {
  readonly model: OllamaModel;
  /** As requested. */
  readonly name: string;
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly JsonObject[];
  readonly think: boolean | string | undefined;
  readonly format: unknown;
  readonly truncate: boolean;
  readonly stream: boolean;
  readonly window: number;
  readonly maxTokens: number | undefined;
}

/** `body` was read as a Go struct, `tools` are as sent. */
export function readChatRequest(body: JsonObject, tools: unknown, model: OllamaModel): ChatRequest {
  const options = objectOf(body['options']);
  const think = body['think'];
  const asked = options['num_ctx'];
  const predict = options['num_predict'];
  return {
    model,
    name: textOf(body['model']),
    messages: arrayOf(body['messages']).map(readMessage),
    tools: arrayOf(tools).map(objectOf),
    think: typeof think === 'boolean' || typeof think === 'string' ? think : undefined,
    format: body['format'] === '' || body['format'] === null ? undefined : body['format'],
    truncate: body['truncate'] !== false,
    stream: body['stream'] !== false,
    window: typeof asked === 'number' && asked > 0 ? Math.min(asked, model.window) : model.window,
    maxTokens: typeof predict === 'number' && predict > 0 ? predict : undefined,
  };
}

export function isThinking({ model, think }: Pick<ChatRequest, 'model' | 'think'>): boolean {
  return model.thinking === 'levels' || (model.thinking === 'switch' && think !== false);
}

function readMessage(value: unknown): ChatMessage {
  const message = objectOf(value);
  return {
    role: textOf(message['role']).toLowerCase(),
    content: textOf(message['content']),
    thinking: textOf(message['thinking']),
    images: arrayOf(message['images']).length,
    calls: arrayOf(message['tool_calls']).map(readCall),
    toolName: textOf(message['tool_name']),
    toolCallId: textOf(message['tool_call_id']),
  };
}

function readCall(value: unknown): ChatCall {
  const call = objectOf(value);
  const { name, arguments: args } = objectOf(call['function']);
  return { id: textOf(call['id']), name: textOf(name), args: objectOf(args) };
}
