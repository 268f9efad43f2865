/** The messages and tools of a request, parsed once so that checks and `seen` agree. */
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';

export interface ChatCall {
  /** Its index in the message's `tool_calls`. */
  readonly index: number;
  /** '' if it is missing or not text; see `raw`. */
  readonly id: string;
  readonly name: string;
  /** `function.arguments` or `custom.input`, as sent. */
  readonly args: unknown;
  readonly raw: JsonObject;
}

export interface ChatMessage {
  /** Its index in `messages`. */
  readonly index: number;
  readonly role: string;
  readonly content: unknown;
  /** The parts of an array content; a text is one text part; otherwise none. */
  readonly parts: readonly JsonObject[];
  readonly calls: readonly ChatCall[];
  /** `tool_call_id`; '' if there is none. */
  readonly answers: string;
  readonly raw: JsonObject;
}

export interface ChatTool {
  readonly index: number;
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonObject;
  readonly strict: boolean;
  readonly raw: JsonObject;
}

export function readMessages(body: JsonObject): readonly ChatMessage[] {
  return arrayOf(body['messages']).map((value, index) => {
    const raw = objectOf(value);
    return {
      index,
      role: textOf(raw['role']),
      content: raw['content'],
      parts: readParts(raw['content']),
      calls: arrayOf(raw['tool_calls']).map(readCall),
      answers: textOf(raw['tool_call_id']),
      raw,
    };
  });
}

/** Functions and free-form tools; other kinds get an empty name. */
export function readTools(body: JsonObject): readonly ChatTool[] {
  return arrayOf(body['tools']).map((value, index) => {
    const raw = objectOf(value);
    const declared = objectOf(raw['type'] === 'custom' ? raw['custom'] : raw['function']);
    return {
      index,
      name: textOf(declared['name']),
      description: textOf(declared['description']),
      parameters: objectOf(declared['parameters']),
      strict: declared['strict'] === true,
      raw,
    };
  });
}

/** All text of a message, its parts joined by line breaks. */
export function textOfMessage(message: ChatMessage): string {
  return message.parts
    .filter((part) => part['type'] === 'text')
    .map((part) => textOf(part['text']))
    .join('\n');
}

function readParts(content: unknown): readonly JsonObject[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return arrayOf(content).map((part) => (typeof part === 'string' ? { type: 'text', text: part } : objectOf(part)));
}

function readCall(value: unknown, index: number): ChatCall {
  const raw = objectOf(value);
  const custom = raw['type'] === 'custom';
  const made = objectOf(custom ? raw['custom'] : raw['function']);
  const args = made[custom ? 'input' : 'arguments'];
  return { index, id: textOf(raw['id']), name: textOf(made['name']), args, raw };
}
