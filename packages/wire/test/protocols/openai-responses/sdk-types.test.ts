/** The bodies we write are those that the official SDK's types accept: the compiler checks the types, the test compares the bodies. */
import type {
  ResponseCreateParams,
  ResponseInputItem,
  ResponseOutputMessage,
} from 'openai/resources/responses/responses';
import { expect, test } from 'vitest';
import { openaiResponses } from '../../../src/protocols/openai-responses/index.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { Message } from '../../../src/shape/message.ts';

/** The API accepts an assistant message without id and status; the SDK's types do not allow it. */
type Item = ResponseInputItem | Omit<ResponseOutputMessage, 'id' | 'status'>;
type Params = Omit<ResponseCreateParams, 'input'> & { readonly input: readonly Item[] };

const { traits } = openaiResponses;

const messages: readonly Message[] = [
  {
    role: 'user',
    results: [],
    parts: [
      { type: 'text', text: 'What is in a.ts?' },
      { type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' } },
      { type: 'media', block: { type: 'media', mimeType: 'application/pdf', data: 'aGk=', encoding: 'base64' } },
    ],
  },
  {
    role: 'model',
    parts: [
      { type: 'thinking', text: '', seal: { field: 'encrypted_content', value: 'gAAA', item: 'rs_1' } },
      { type: 'text', text: 'I look.', seal: { field: 'message', value: 'commentary', item: 'msg_1' } },
      { type: 'call', canonicalId: 'hist_tool_a', id: 'call_a', name: 'read', args: { path: 'a.ts' } },
    ],
  },
  {
    role: 'user',
    results: [
      {
        type: 'result',
        canonicalId: 'hist_tool_a',
        id: 'call_a',
        name: 'read',
        value: 'x',
        text: 'x',
        isError: false,
        media: [{ type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' } }],
      },
    ],
    parts: [],
  },
  { role: 'model', parts: [{ type: 'text', text: 'It is x.' }] },
  { role: 'system', text: 'Be brief.' },
];

const outgoing: Outgoing = {
  model: 'gpt-5.6',
  system: 'Help.',
  messages,
  tools: [{ name: 'read', description: 'Reads.', schema: { type: 'object', properties: {} } }],
  settings: {
    maxOutputTokens: 500,
    reasoning: 'low',
    stream: true,
    toolChoice: { tool: 'read' },
    parallelToolCalls: true,
    responseFormat: { name: 'answer', schema: { type: 'object' } },
    cache: { key: 's1' },
  },
  traits,
  inputTokens: 100,
  leaveOut: () => undefined,
};

const expected: Params = {
  model: 'gpt-5.6',
  instructions: 'Help.',
  input: [
    {
      type: 'message',
      role: 'user',
      content: [
        { type: 'input_text', text: 'What is in a.ts?' },
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
        { type: 'input_file', filename: 'document.pdf', file_data: 'data:application/pdf;base64,aGk=' },
      ],
    },
    { type: 'reasoning', summary: [], encrypted_content: 'gAAA', id: 'rs_1' },
    {
      type: 'message',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'I look.', annotations: [] }],
      phase: 'commentary',
      id: 'msg_1',
    },
    { type: 'function_call', call_id: 'call_a', name: 'read', arguments: '{"path":"a.ts"}' },
    {
      type: 'function_call_output',
      call_id: 'call_a',
      output: [
        { type: 'input_text', text: 'x' },
        { type: 'input_image', image_url: 'data:image/png;base64,aGk=', detail: 'auto' },
      ],
    },
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'It is x.', annotations: [] }] },
    { type: 'message', role: 'developer', content: [{ type: 'input_text', text: 'Be brief.' }] },
  ],
  tools: [
    {
      type: 'function',
      name: 'read',
      description: 'Reads.',
      parameters: { type: 'object', properties: {} },
      strict: false,
    },
  ],
  tool_choice: { type: 'function', name: 'read' },
  parallel_tool_calls: true,
  max_output_tokens: 500,
  reasoning: { effort: 'low', summary: 'auto' },
  include: ['reasoning.encrypted_content'],
  store: false,
  text: { format: { type: 'json_schema', name: 'answer', schema: { type: 'object' }, strict: false } },
  stream: true,
  prompt_cache_key: 's1',
};

test('the official SDK accepts a whole body', () => {
  const list = messages.flatMap((message) => openaiResponses.encodeMessage(message, traits));
  expect(openaiResponses.encodeBody(outgoing, list)).toEqual(expected);
});
