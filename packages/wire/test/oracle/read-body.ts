/**
 * A second reader of request bodies, only for the tests; it shares no code with encoders, decoders or rules. It returns what a
 * provider would see: a flat list of texts, calls and answers, each with the index of its message in the body.
 */
export type Item =
  | { readonly kind: 'said'; readonly role: string; readonly message: number; readonly text: string }
  | {
      readonly kind: 'call';
      readonly message: number;
      readonly id: string;
      readonly name: string;
      readonly args: unknown;
    }
  | { readonly kind: 'result'; readonly message: number; readonly id: string; readonly text: string };

// biome-ignore lint/suspicious/noExplicitAny: any JSON, read as freely as a server in another language would
type Json = any;

export function readBody(protocol: string, body: Json): readonly Item[] {
  switch (protocol) {
    case 'openai-chat':
    case 'ollama-chat':
      return list(body.messages).flatMap((message, at) => [...readChat(message, at)]);
    case 'openai-responses':
      return [
        ...(body.instructions === undefined ? [] : [said('system', -1, body.instructions)]),
        ...list(body.input).flatMap((item, at) => [...readItem(item, at)]),
      ];
    case 'anthropic-messages':
      return [
        ...list(body.system).map((block) => said('system', -1, typeof block === 'string' ? block : block.text)),
        ...list(body.messages).flatMap((message, at) => [...readMessage(message, at)]),
      ];
    case 'bedrock-converse':
      return [
        ...list(body.system).flatMap((block) => (block.text === undefined ? [] : [said('system', -1, block.text)])),
        ...list(body.messages).flatMap((message, at) => [...readConverse(message, at)]),
      ];
    case 'gemini':
      return [
        ...list(body.systemInstruction?.parts).map((part) => said('system', -1, part.text)),
        ...list(body.contents).flatMap((content, at) => [...readContent(content, at)]),
      ];
    default:
      throw new Error(`nobody has written how ${protocol} is read`);
  }
}

const list = (value: Json): Json[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
const said = (role: string, message: number, text: string): Item => ({ kind: 'said', role, message, text });
const textOf = (content: Json): string =>
  list(content)
    .map((part) => (typeof part === 'string' ? part : (part.text ?? '')))
    .join('\n');

function* readConverse(message: Json, at: number): Generator<Item> {
  for (const { text, toolUse, toolResult } of list(message.content)) {
    if (typeof text === 'string') yield said(message.role, at, text);
    else if (toolUse !== undefined)
      yield { kind: 'call', message: at, id: toolUse.toolUseId, name: toolUse.name, args: toolUse.input };
    else if (toolResult !== undefined)
      yield { kind: 'result', message: at, id: toolResult.toolUseId, text: textOf(toolResult.content) };
  }
}

function* readChat(message: Json, at: number): Generator<Item> {
  if (message.role === 'tool') {
    yield { kind: 'result', message: at, id: message.tool_call_id ?? '', text: textOf(message.content) };
    return;
  }
  for (const part of list(message.content)) {
    const text = typeof part === 'string' ? part : part.text;
    if (typeof text === 'string' && text !== '') yield said(message.role, at, text);
  }
  for (const call of list(message.tool_calls)) {
    const { name, arguments: args = { input: call.custom?.input } } = call.function ?? call.custom;
    yield {
      kind: 'call',
      message: at,
      id: call.id ?? '',
      name,
      args: typeof args === 'string' ? JSON.parse(args) : args,
    };
  }
}

function* readItem(item: Json, at: number): Generator<Item> {
  if (item.type === 'function_call') {
    yield { kind: 'call', message: at, id: item.call_id, name: item.name, args: JSON.parse(item.arguments) };
  } else if (item.type === 'custom_tool_call') {
    yield { kind: 'call', message: at, id: item.call_id, name: item.name, args: { input: item.input } };
  } else if (item.type === 'function_call_output' || item.type === 'custom_tool_call_output') {
    yield { kind: 'result', message: at, id: item.call_id, text: textOf(item.output) };
  } else if (item.role !== undefined) {
    for (const part of list(item.content)) if (part.text !== undefined) yield said(item.role, at, part.text);
  }
}

function* readMessage(message: Json, at: number): Generator<Item> {
  for (const block of list(message.content)) {
    if (typeof block === 'string') yield said(message.role, at, block);
    else if (block.type === 'text') yield said(message.role, at, block.text);
    else if (block.type === 'tool_use')
      yield { kind: 'call', message: at, id: block.id, name: block.name, args: block.input };
    else if (block.type === 'tool_result')
      yield { kind: 'result', message: at, id: block.tool_use_id, text: textOf(block.content) };
  }
}

function* readContent(content: Json, at: number): Generator<Item> {
  for (const part of list(content.parts)) {
    if (part.functionCall) {
      const { id = '', name, args } = part.functionCall;
      yield { kind: 'call', message: at, id, name, args };
    } else if (part.functionResponse) {
      const { id = '', response } = part.functionResponse;
      yield { kind: 'result', message: at, id, text: JSON.stringify(response) };
    } else if (part.text && !part.thought) yield said(content.role, at, part.text);
  }
}
