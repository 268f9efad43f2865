/** The same conversation as a client of each API sends it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { type MadeCall, type MadeConversation, type MadeTurn, tools } from './conversation.ts';

export interface ClientFormat {
  readonly api: string;
  /** The field of the conversation. */
  readonly list: string;
  readonly path: (model: string) => string;
  readonly write: (conversation: MadeConversation) => JsonObject;
}

const schema: JsonObject = { type: 'object', properties: { path: { type: 'string' } } };
const picture = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const address = `data:image/png;base64,${picture}`;

type WriteTurn = (turn: MadeTurn) => readonly JsonValue[];
const written = ({ turns }: MadeConversation, write: WriteTurn): readonly JsonValue[] => turns.flatMap(write);

const chatTurn: WriteTurn = (turn) => {
  if (turn.by === 'user') {
    const parts = [
      { type: 'text', text: turn.text },
      { type: 'image_url', image_url: { url: address } },
    ];
    return [{ role: 'user', content: turn.picture ? parts : turn.text }];
  }
  const { text, calls } = turn;
  const made = calls.map(({ id, tool, args }) => ({
    ...{ id, type: 'function' },
    function: { name: tool, arguments: JSON.stringify(args) },
  }));
  return [
    { role: 'assistant', content: text || null, ...(made.length === 0 ? {} : { tool_calls: made }) },
    ...calls.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
};

const messagesTurn: WriteTurn = (turn) => {
  if (turn.by === 'user') {
    const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: picture } };
    return [{ role: 'user', content: [{ type: 'text', text: turn.text }, ...(turn.picture ? [image] : [])] }];
  }
  const { text, calls } = turn;
  const said = text === '' ? [] : [{ type: 'text', text }];
  const made = calls.map(({ id, tool, args }) => ({ type: 'tool_use', id, name: tool, input: args }));
  const answered = calls.map(({ id, result, failed }) => ({
    ...{ type: 'tool_result', tool_use_id: id, content: failed ? result : [{ type: 'text', text: result }] },
    ...(failed ? { is_error: true } : {}),
  }));
  const results = calls.length === 0 ? [] : [{ role: 'user', content: answered }];
  return [{ role: 'assistant', content: [...said, ...made] }, ...results];
};

const responsesTurn: WriteTurn = (turn) => {
  if (turn.by === 'user') {
    const image = turn.picture ? [{ type: 'input_image', image_url: address }] : [];
    return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: turn.text }, ...image] }];
  }
  const { text, calls } = turn;
  const said = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] };
  return [
    ...(text === '' ? [] : [said]),
    ...calls.map(({ id, tool, args }) => ({
      ...{ type: 'function_call', call_id: id, name: tool },
      arguments: JSON.stringify(args),
    })),
    ...calls.map(({ id, result }) => ({ type: 'function_call_output', call_id: id, output: result })),
  ];
};

const geminiTurn: WriteTurn = (turn) => {
  if (turn.by === 'user') {
    const image = turn.picture ? [{ inlineData: { mimeType: 'image/png', data: picture } }] : [];
    return [{ role: 'user', parts: [{ text: turn.text }, ...image] }];
  }
  const { text, calls } = turn;
  const said = text === '' ? [] : [{ text }];
  const made = calls.map(({ id, tool, args }) => ({ functionCall: { id, name: tool, args } }));
  const answered = calls.map(({ id, tool, result, failed }) => ({
    functionResponse: { id, name: tool, response: { [failed ? 'error' : 'output']: result } },
  }));
  const results = calls.length === 0 ? [] : [{ role: 'user', parts: answered }];
  return [{ role: 'model', parts: [...said, ...made] }, ...results];
};

const ollamaTurn: WriteTurn = (turn) => {
  if (turn.by === 'user') return [{ role: 'user', content: turn.text, ...(turn.picture ? { images: [picture] } : {}) }];
  const { text, calls } = turn;
  const made = calls.map(({ tool, args }) => ({ function: { name: tool, arguments: args } }));
  return [
    { role: 'assistant', content: text, ...(made.length === 0 ? {} : { tool_calls: made }) },
    ...calls.map(({ tool, result }: MadeCall) => ({ role: 'tool', tool_name: tool, content: result })),
  ];
};

const functions = tools.map((name) => ({ type: 'function', function: { name, parameters: schema } }));

export const clientFormats: readonly ClientFormat[] = [
  {
    api: 'openai-chat',
    list: 'messages',
    path: () => '/v1/chat/completions',
    write: (made) => ({
      tools: functions,
      messages: [{ role: 'system', content: made.system }, ...written(made, chatTurn)],
    }),
  },
  {
    api: 'anthropic-messages',
    list: 'messages',
    path: () => '/v1/messages',
    write: (made) => ({
      ...{ max_tokens: 100, system: made.system },
      tools: tools.map((name) => ({ name, input_schema: schema })),
      messages: written(made, messagesTurn),
    }),
  },
  {
    api: 'openai-responses',
    list: 'input',
    path: () => '/v1/responses',
    write: (made) => ({
      ...{ store: false, instructions: made.system },
      tools: tools.map((name) => ({ type: 'function', name, parameters: schema })),
      input: written(made, responsesTurn),
    }),
  },
  {
    api: 'gemini',
    list: 'contents',
    path: (model) => `/v1beta/models/${encodeURIComponent(model)}:generateContent`,
    write: (made) => ({
      systemInstruction: { parts: [{ text: made.system }] },
      tools: [{ functionDeclarations: tools.map((name) => ({ name, parameters: schema })) }],
      contents: written(made, geminiTurn),
    }),
  },
  {
    api: 'ollama-chat',
    list: 'messages',
    path: () => '/api/chat',
    write: (made) => ({
      tools: functions,
      messages: [{ role: 'system', content: made.system }, ...written(made, ollamaTurn)],
    }),
  },
];
