import { type JsonObject, type JsonValue, render } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import type { ReadRequest } from '../../../src/decode-request/read-request.ts';
import { protocolOf } from '../../../src/index.ts';
import type { Message } from '../../../src/shape/message.ts';

const openaiResponses = protocolOf('openai-responses');

const { decodeRequest, encodeBody, encodeMessage, traits } = openaiResponses;
const seal = { provider: '', protocol: 'openai-responses' };
const nothing: ReadRequest = { contents: [], tools: [], settings: {}, problems: [] };
const id24 = 'abcdefghijklmnopqrstuvwx';

interface Case {
  readonly title: string;
  readonly body: JsonValue;
  readonly read: Partial<ReadRequest>;
}

const cases: readonly Case[] = [
  {
    title: 'input as text, with instructions',
    body: { model: 'gpt-5.6', instructions: 'Be brief.', input: 'Hi.' },
    read: {
      model: 'gpt-5.6',
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Hi.' }] },
      ],
    },
  },
  {
    title: 'messages with and without a type, as text and as parts',
    body: {
      input: [
        { role: 'developer', content: 'Be brief.' },
        { role: 'user', content: 'Hi.' },
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hello.' }] },
        { role: 'assistant', content: 'And?' },
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'So?' }] },
        { role: 'system', content: [{ type: 'input_text', text: 'Be kind.' }] },
      ],
    },
    read: {
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be brief.' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Hi.' }] },
        {
          speaker: 'ai',
          blocks: [
            { type: 'text', text: 'Hello.' },
            { type: 'text', text: 'And?' },
          ],
        },
        { speaker: 'human', blocks: [{ type: 'text', text: 'So?' }] },
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be kind.' }] },
      ],
    },
  },
  {
    title: 'consecutive model items are one answer, outputs one round of results',
    body: {
      input: [
        { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'gAAA' },
        {
          type: 'message',
          id: 'msg_1',
          role: 'assistant',
          phase: 'commentary',
          content: [{ type: 'output_text', text: 'I look.' }],
        },
        { type: 'function_call', id: 'fc_1', call_id: `call_${id24}`, name: 'read', arguments: '{"path":"a"}' },
        { type: 'function_call', call_id: 'call_b', name: 'now', arguments: '' },
        { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_c', name: 'shell', input: 'ls' },
        { type: 'function_call_output', call_id: `call_${id24}`, output: 'x' },
        { type: 'function_call_output', call_id: 'call_b', output: '' },
        { type: 'custom_tool_call_output', call_id: 'call_c', output: 'a.ts' },
      ],
    },
    read: {
      contents: [
        {
          speaker: 'ai',
          blocks: [
            {
              type: 'thinking',
              thought: 'Hm.',
              seal: { ...seal, field: 'encrypted_content', value: 'gAAA', item: 'rs_1' },
            },
            { type: 'text', text: 'I look.', seal: { ...seal, field: 'message', value: 'commentary', item: 'msg_1' } },
            {
              type: 'tool_call',
              id: `hist_tool_${id24}`,
              name: 'read',
              parameters: { path: 'a' },
              seal: { ...seal, field: 'function_call', value: '', item: 'fc_1' },
            },
            { type: 'tool_call', id: 'call_b', name: 'now', parameters: {} },
            {
              type: 'tool_call',
              id: 'call_c',
              name: 'shell',
              parameters: { input: 'ls' },
              freeForm: true,
              seal: { ...seal, field: 'function_call', value: '', item: 'ctc_1' },
            },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: `hist_tool_${id24}`, toolName: 'read', result: 'x' },
            { type: 'tool_response', callId: 'call_b', toolName: 'now', result: '' },
            { type: 'tool_response', callId: 'call_c', toolName: 'shell', result: 'a.ts' },
          ],
        },
      ],
    },
  },
  {
    title: 'keeps arguments that are not JSON; an output without its call has no name',
    body: {
      input: [
        { type: 'function_call', call_id: 'a', name: 'read', arguments: '{"path' },
        { type: 'function_call_output', call_id: 'b', output: [{ type: 'input_text', text: 'x' }] },
      ],
    },
    read: {
      contents: [
        { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: 'read', parameters: '{"path' }] },
        { speaker: 'tool', blocks: [{ type: 'tool_response', callId: 'b', toolName: '', result: 'x' }] },
      ],
    },
  },
  {
    title: 'media of the user and in an output',
    body: {
      input: [
        {
          role: 'user',
          content: [
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
            { type: 'input_image', image_url: 'https://a.b/c.webp?d' },
            { type: 'input_image', image_url: 'https://a.b/c' },
            { type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,aGk=' },
            { type: 'input_file', filename: 'a.csv', file_data: 'aGk=' },
            { type: 'input_file', file_url: 'https://a.b/c.pdf' },
            { type: 'input_audio', input_audio: { data: 'aGk=', format: 'mp3' } },
          ],
        },
        {
          type: 'function_call_output',
          call_id: 'a',
          output: [
            { type: 'input_text', text: 'x' },
            { type: 'input_image', image_url: 'data:image/png;base64,aGk=' },
          ],
        },
      ],
    },
    read: {
      contents: [
        {
          speaker: 'human',
          blocks: [
            { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
            { type: 'media', mimeType: 'image/webp', data: 'https://a.b/c.webp?d', encoding: 'url' },
            { type: 'media', mimeType: 'image/jpeg', data: 'https://a.b/c', encoding: 'url' },
            { type: 'media', mimeType: 'application/pdf', data: 'aGk=', encoding: 'base64', filename: 'a.pdf' },
            { type: 'media', mimeType: 'text/csv', data: 'aGk=', encoding: 'base64', filename: 'a.csv' },
            { type: 'media', mimeType: 'application/pdf', data: 'https://a.b/c.pdf', encoding: 'url' },
            { type: 'media', mimeType: 'audio/mp3', data: 'aGk=', encoding: 'base64' },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: 'a', toolName: '', result: 'x' },
            { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
          ],
        },
      ],
    },
  },
  {
    title: 'what the provider ran, a generated picture, and a refusal',
    body: {
      input: [
        { type: 'code_interpreter_call', id: 'ci_1', code: '1+1', outputs: [{ type: 'logs', logs: '2' }] },
        { type: 'image_generation_call', id: 'ig_1', result: 'aGk=' },
        { type: 'image_generation_call', id: 'ig_2' },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      ],
    },
    read: {
      contents: [
        {
          speaker: 'ai',
          blocks: [
            {
              type: 'tool_call',
              id: 'ci_1',
              name: 'code_interpreter',
              parameters: { code: '1+1' },
              executor: 'provider',
            },
            {
              type: 'tool_response',
              callId: 'ci_1',
              toolName: 'code_interpreter',
              result: [{ type: 'logs', logs: '2' }],
              isComplete: true,
              seal: {
                ...seal,
                field: 'code_interpreter_call',
                value:
                  '{"type":"code_interpreter_call","id":"ci_1","code":"1+1","outputs":[{"type":"logs","logs":"2"}]}',
                item: 'ci_1',
              },
            },
            {
              ...{ type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
              seal: {
                ...{ ...seal, field: 'image_generation_call', item: 'ig_1' },
                value: JSON.stringify({ type: 'image_generation_call', id: 'ig_1' }),
              },
            },
            { type: 'text', text: 'No.' },
          ],
        },
      ],
      problems: [{ path: 'input.2', message: 'The picture is not in the request.' }],
    },
  },
  {
    title: 'OAR-010 OAR-017 reports what only the provider has; reads the rest',
    body: {
      previous_response_id: 'resp_1',
      conversation: { id: 'conv_1' },
      prompt: null,
      input: [
        { type: 'item_reference', id: 'msg_1' },
        { id: 'rs_1' },
        { type: 'reasoning', id: 'rs_2', summary: [] },
        {
          role: 'user',
          content: [
            { type: 'input_file', file_id: 'file_1' },
            { type: 'input_text', text: 'Hi.' },
          ],
        },
      ],
    },
    read: {
      contents: [{ speaker: 'human', blocks: [{ type: 'text', text: 'Hi.' }] }],
      problems: [
        {
          path: 'previous_response_id',
          message:
            'previous_response_id refers to something that only the provider stores. Send the whole conversation in input.',
        },
        {
          path: 'conversation',
          message:
            'conversation refers to something that only the provider stores. Send the whole conversation in input.',
        },
        {
          path: 'input.0',
          message: 'An item_reference refers to something that only the provider stores. Send the whole item.',
        },
        {
          path: 'input.1',
          message: 'An item_reference refers to something that only the provider stores. Send the whole item.',
        },
        {
          path: 'input.3.content.0',
          message: 'The input_file has neither data nor a URL; a file_id is known only to the provider.',
        },
      ],
    },
  },
  {
    title: 'a compaction with text, and a compaction request',
    body: {
      input: [
        { type: 'compaction', encrypted_content: '[Summary]\n\nIt works.' },
        { type: 'message', role: 'user', content: 'Go on.' },
        { type: 'compaction_trigger' },
      ],
    },
    read: {
      contents: [
        { speaker: 'human', blocks: [{ type: 'text', text: '[Summary]\n\nIt works.' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Go on.' }] },
      ],
    },
  },
  {
    title: 'messages between agents, encrypted or not',
    body: {
      input: ['Look.', 'Look around.', 'A'.repeat(100)].map((task) => ({
        type: 'agent_message',
        author: '/root',
        recipient: '/root/a',
        content: [
          { type: 'input_text', text: 'Task:' },
          { type: 'encrypted_content', encrypted_content: task },
        ],
      })),
    },
    read: {
      contents: ['Look.', 'Look around.'].map((task) => ({
        speaker: 'human',
        blocks: ['Task:', task].map((text) => ({ type: 'text', text })),
      })),
      problems: [
        { path: 'input.2', message: 'A message between agents is encrypted, and only its provider can read it.' },
      ],
    },
  },
  {
    title: 'unknown items',
    body: {
      input: [
        7,
        { type: 'compaction', encrypted_content: 'x' },
        { role: 'tool', content: 'x' },
        { role: 'user', content: 7 },
        { role: 'user', content: [{ type: 'hologram' }] },
        { type: 'function_call', call_id: 'a' },
      ],
    },
    read: {
      contents: [
        { speaker: 'tool', blocks: [{ type: 'tool_response', callId: '', toolName: '', result: 'x' }] },
        { speaker: 'ai', blocks: [{ type: 'tool_call', id: 'a', name: '', parameters: {} }] },
      ],
      problems: [
        { path: 'input.0', message: 'An item must be an object.' },
        {
          path: 'input.1',
          message:
            'A compaction holds the conversation before it, and only its provider can read it. Send the whole conversation.',
        },
        { path: 'input.2.role', message: 'The role is not user, assistant, system or developer.' },
        { path: 'input.3.content', message: 'The content is neither text nor a list of parts.' },
        { path: 'input.4.content.0', message: 'Parts of type hologram cannot be read.' },
        { path: 'input.5.name', message: 'A call must have a name.' },
      ],
    },
  },
  { title: 'no body', body: null, read: { problems: [{ path: '', message: 'The body is not an object.' }] } },
  {
    title: 'no input',
    body: {},
    read: { problems: [{ path: 'input', message: '`input` must be text or a list of items.' }] },
  },
  {
    title: 'tools',
    body: {
      input: '',
      tools: [
        { type: 'function', name: 'read', description: 'Reads.', parameters: { type: 'object' }, strict: true },
        { type: 'function', name: 'now', parameters: null },
        { type: 'web_search' },
        { type: 'function' },
      ],
    },
    read: {
      tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }, { name: 'now' }],
      problems: [
        { path: 'tools.0.strict', message: 'Not every model can enforce a schema: it is sent without `strict`.' },
        {
          path: 'tools.2',
          message: 'Only function tools and custom tools can be offered to every model, not web_search.',
        },
        { path: 'tools.3.name', message: 'A tool must have a name.' },
      ],
    },
  },
  {
    title: 'settings',
    body: {
      input: '',
      max_output_tokens: 500,
      temperature: 0.5,
      top_p: 0.9,
      tool_choice: { type: 'function', name: 'read' },
      parallel_tool_calls: false,
      reasoning: { effort: 'high', summary: 'auto' },
      text: { format: { type: 'json_schema', name: 'answer', schema: { type: 'object' } } },
      stream: true,
      prompt_cache_key: 's1',
    },
    read: {
      settings: {
        maxOutputTokens: 500,
        temperature: 0.5,
        topP: 0.9,
        toolChoice: { tool: 'read' },
        parallelToolCalls: false,
        reasoning: 'high',
        responseFormat: { name: 'answer', schema: { type: 'object' } },
        stream: true,
        cache: { key: 's1' },
      },
    },
  },
  {
    title: 'a choice among some of the tools, one of which the provider runs itself',
    body: {
      input: '',
      tool_choice: {
        type: 'allowed_tools',
        mode: 'auto',
        tools: [{ type: 'function', name: 'read' }, { type: 'custom', name: 'run' }, { type: 'web_search' }],
      },
    },
    read: {
      settings: { toolChoice: 'auto', allowedTools: ['read', 'run'] },
      problems: [{ path: 'tool_choice', message: 'Only functions and custom tools can be allowed everywhere.' }],
    },
  },
  {
    title: 'other settings, and unknown ones',
    body: {
      input: '',
      tool_choice: { type: 'hosted' },
      reasoning: { effort: 'none' },
      text: { format: { type: 'grammar' } },
    },
    read: {
      settings: { reasoning: 'off' },
      problems: [
        { path: 'tool_choice', message: 'The choice is not auto, none, required or a function with a name.' },
        { path: 'text.format', message: 'The format is not text, json_object or json_schema with a schema.' },
      ],
    },
  },
];

test.each(cases)('$title', ({ body, read }) => {
  expect(decodeRequest(body)).toEqual({ ...nothing, ...read });
});

const messages: readonly Message[] = [
  {
    role: 'user',
    results: [],
    parts: [
      { type: 'text', text: 'Look.' },
      { type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' } },
    ],
  },
  {
    role: 'model',
    parts: [
      { type: 'thinking', text: '', seal: { field: 'encrypted_content', value: 'gAAA', item: 'rs_1' } },
      { type: 'text', text: 'I look.', seal: { field: 'message', value: 'commentary', item: 'msg_1' } },
      { type: 'call', canonicalId: `hist_tool_${id24}`, id: `call_${id24}`, name: 'read', args: { path: 'a' } },
    ],
  },
  {
    role: 'user',
    results: [
      {
        type: 'result',
        canonicalId: `hist_tool_${id24}`,
        id: `call_${id24}`,
        name: 'read',
        value: 'x',
        text: 'x',
        isError: false,
        media: [],
      },
    ],
    parts: [{ type: 'text', text: 'Well?' }],
  },
];

test('reads our own bodies without problems, with ids, seals and settings', () => {
  const list = messages.flatMap((message) => encodeMessage(message, traits));
  const tools = [{ name: 'read', description: 'Reads.', schema: { type: 'object' } }];
  const settings = { maxOutputTokens: 500, reasoning: 'low', stream: true, cache: { key: 's1' } } as const;
  const leaveOut = (): void => undefined;
  const body = encodeBody(
    { model: 'gpt-5.6', system: 'Help.', messages, tools, settings, traits, inputTokens: 10, leaveOut },
    list,
  );
  expect(decodeRequest(body)).toEqual({
    model: 'gpt-5.6',
    contents: [
      { speaker: 'system', blocks: [{ type: 'text', text: 'Help.' }] },
      {
        speaker: 'human',
        blocks: [
          { type: 'text', text: 'Look.' },
          { type: 'media', mimeType: 'image/png', data: 'aGk=', encoding: 'base64' },
        ],
      },
      {
        speaker: 'ai',
        blocks: [
          {
            type: 'thinking',
            thought: '',
            seal: { ...seal, field: 'encrypted_content', value: 'gAAA', item: 'rs_1' },
          },
          { type: 'text', text: 'I look.', seal: { ...seal, field: 'message', value: 'commentary', item: 'msg_1' } },
          { type: 'tool_call', id: `hist_tool_${id24}`, name: 'read', parameters: { path: 'a' } },
        ],
      },
      {
        speaker: 'tool',
        blocks: [{ type: 'tool_response', callId: `hist_tool_${id24}`, toolName: 'read', result: 'x' }],
      },
      { speaker: 'human', blocks: [{ type: 'text', text: 'Well?' }] },
    ],
    tools: [{ name: 'read', description: 'Reads.', parameters: { type: 'object' } }],
    settings,
    problems: [],
  });
});

const fields = fc.constantFrom(
  ...['type', 'role', 'content', 'id', 'call_id', 'name', 'arguments', 'output', 'input', 'summary', 'text'],
  ...['encrypted_content', 'image_url', 'file_data', 'tools', 'tool_choice', 'reasoning', 'instructions', 'action'],
);
const words = fc.constantFrom<JsonValue>(
  ...['message', 'reasoning', 'function_call', 'function_call_output', 'web_search_call', 'custom_tool_call'],
  ...['user', 'assistant', 'input_text', 'output_text', 'input_image', 'input_file', 'data:;base64,', '', 'x'],
  ...[0, null, true],
);
const wild: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    words,
    fc.dictionary(fields, tie('value'), { maxKeys: 6 }),
    fc.array(tie('value'), { maxLength: 4 }),
  ),
})).value;
const wildItems = fc.array(fc.dictionary(fields, wild, { maxKeys: 6 }), { maxLength: 5 });

test(
  'reads any input, and the result can be rendered',
  () =>
    holds(fc.tuple(fc.dictionary(fields, wild, { maxKeys: 6 }), wildItems), 1000, ([body, input]) => {
      const request: JsonObject = { ...body, input };
      const { contents } = decodeRequest(request);
      expect(contents.every(({ blocks }) => blocks.length > 0)).toBe(true);
      expect(render(contents, { policy: { onFault: 'throw' } }).transcript.steps).toBeDefined();
    }),
  patience,
);
