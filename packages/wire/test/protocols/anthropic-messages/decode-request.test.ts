import type { Content, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import type { ReadRequest } from '../../../src/decode-request/read-request.ts';
import { decodeRequest } from '../../../src/protocols/anthropic-messages/decode-request/decode-request.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import { call, encode, model, result, user } from './outgoing.ts';

const seal = (field: string, value: string): object => ({
  seal: { provider: '', protocol: 'anthropic-messages', field, value },
});
const unmarked: Settings = { cache: false };
const read = (over: Partial<ReadRequest>): ReadRequest => ({
  contents: [],
  tools: [],
  settings: unmarked,
  problems: [],
  ...over,
});

const table: readonly (readonly [string, JsonValue, ReadRequest])[] = [
  [
    'texts as strings',
    {
      model: 'm',
      max_tokens: 10,
      system: 'S',
      messages: [
        { role: 'user', content: 'Hi' },
        { role: 'assistant', content: 'Ho' },
      ],
    },
    read({
      model: 'm',
      contents: [
        { speaker: 'system', blocks: [{ type: 'text', text: 'S' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] },
        { speaker: 'ai', blocks: [{ type: 'text', text: 'Ho' }] },
      ],
      settings: { ...unmarked, maxOutputTokens: 10 },
    }),
  ],
  [
    'blocks of every kind; a cache mark anywhere requests marks',
    {
      system: [
        { type: 'text', text: 'S', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'T' },
      ],
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Hi', cache_control: { type: 'ephemeral' } },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
            { type: 'image', source: { type: 'url', url: 'https://x/y' } },
            {
              type: 'document',
              title: 'a.pdf',
              context: 'plan',
              source: { type: 'base64', media_type: 'application/pdf', data: 'J' },
            },
            { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' } },
            { type: 'document', source: { type: 'content', content: [{ type: 'text', text: 'part' }] } },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: 'hm', signature: 'sig' },
            { type: 'thinking', thinking: 'bare', signature: '' },
            { type: 'redacted_thinking', data: 'data' },
            { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { q: 1 } },
            { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [{ url: 'u' }] },
            { type: 'text', text: 'Looking' },
            { type: 'tool_use', id: 'toolu_abcdefghijklmnopqrstuvwx', name: 'look', input: { at: 1 } },
            { type: 'tool_use', id: 'functions.run:0', name: 'run' },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_abcdefghijklmnopqrstuvwx',
              content: [
                { type: 'text', text: 'one' },
                { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
                { type: 'text', text: 'two' },
              ],
            },
            { type: 'tool_result', tool_use_id: 'functions.run:0', content: 'broke', is_error: true },
            { type: 'text', text: 'Go on' },
          ],
        },
        { role: 'system', content: 'Be quick' },
      ],
    },
    read({
      settings: {},
      contents: [
        {
          speaker: 'system',
          blocks: [
            { type: 'text', text: 'S' },
            { type: 'text', text: 'T' },
          ],
        },
        {
          speaker: 'human',
          blocks: [
            { type: 'text', text: 'Hi' },
            { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
            { type: 'media', mimeType: 'image/*', data: 'https://x/y', encoding: 'url' },
            {
              type: 'media',
              mimeType: 'application/pdf',
              data: 'J',
              encoding: 'base64',
              filename: 'a.pdf',
              caption: 'plan',
            },
            { type: 'media', mimeType: 'text/plain', data: 'words', encoding: 'text' },
            { type: 'text', text: 'part' },
          ],
        },
        {
          speaker: 'ai',
          blocks: [
            { type: 'thinking', thought: 'hm', ...seal('signature', 'sig') },
            { type: 'thinking', thought: 'bare' },
            { type: 'thinking', thought: '', ...seal('redacted_thinking', 'data') },
            {
              type: 'tool_call',
              id: 'srvtoolu_1',
              rawId: 'srvtoolu_1',
              name: 'web_search',
              parameters: { q: 1 },
              executor: 'provider',
            },
            {
              type: 'tool_response',
              callId: 'srvtoolu_1',
              toolName: 'web_search',
              result: [{ url: 'u' }],
              isComplete: true,
              ...seal('web_search_tool_result', '[{"url":"u"}]'),
            },
            { type: 'text', text: 'Looking' },
            { type: 'tool_call', id: 'hist_tool_abcdefghijklmnopqrstuvwx', name: 'look', parameters: { at: 1 } },
            { type: 'tool_call', id: 'functions.run:0', name: 'run', parameters: {} },
          ],
        },
        {
          speaker: 'tool',
          blocks: [
            {
              type: 'tool_response',
              callId: 'hist_tool_abcdefghijklmnopqrstuvwx',
              toolName: 'look',
              result: 'one\ntwo',
            },
            { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
            { type: 'tool_response', callId: 'functions.run:0', toolName: 'run', error: 'broke' },
          ],
        },
        { speaker: 'human', blocks: [{ type: 'text', text: 'Go on' }] },
        { speaker: 'system', blocks: [{ type: 'text', text: 'Be quick' }] },
      ],
    }),
  ],
  [
    'failures without a message, results without a call, results without content',
    {
      messages: [
        {
          role: 'user',
          content: [
            { type: 'tool_result', tool_use_id: 'x', is_error: true },
            { type: 'tool_result', tool_use_id: 'y' },
          ],
        },
        {
          role: 'assistant',
          content: [
            {
              type: 'web_fetch_tool_result',
              tool_use_id: 'srvtoolu_9',
              content: { type: 'web_fetch_tool_result_error', error_code: 'unavailable' },
            },
          ],
        },
      ],
    },
    read({
      contents: [
        {
          speaker: 'tool',
          blocks: [
            { type: 'tool_response', callId: 'x', toolName: '', error: 'The tool failed without a message.' },
            { type: 'tool_response', callId: 'y', toolName: '', result: '' },
          ],
        },
        {
          speaker: 'ai',
          blocks: [
            {
              type: 'tool_response',
              callId: 'srvtoolu_9',
              toolName: '',
              error: '{"type":"web_fetch_tool_result_error","error_code":"unavailable"}',
              isComplete: true,
              ...seal('web_fetch_tool_result', '{"type":"web_fetch_tool_result_error","error_code":"unavailable"}'),
            },
          ],
        },
      ],
    }),
  ],
  [
    'tools: ours, and Anthropic’s own',
    {
      messages: [],
      tools: [
        { name: 'look', description: 'Looks', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
        { type: 'custom', name: 'wait' },
        { type: 'web_search_20250305', name: 'web_search' },
        { description: 'nameless' },
        7,
      ],
    },
    read({
      settings: {},
      tools: [{ name: 'look', description: 'Looks', parameters: { type: 'object' } }, { name: 'wait' }],
      problems: [
        { path: 'tools.2', message: 'A tool of type "web_search_20250305" is specific to Anthropic.' },
        { path: 'tools.3', message: 'A tool must be an object with a name.' },
        { path: 'tools.4', message: 'A tool must be an object with a name.' },
      ],
    }),
  ],
  [
    'reports unreadable parts with their place, and keeps their text',
    {
      messages: [
        'x',
        { role: 'robot', content: 'x' },
        { role: 'user', content: 5 },
        {
          role: 'user',
          content: [null, { type: 'search_result' }, { type: 'image', source: { type: 'file', file_id: 'f' } }],
        },
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'tool_reference' }] }] },
        { role: 'assistant', content: [{ type: 'image' }, 3] },
        { role: 'user', content: '' },
      ],
      system: [{ type: 'image' }],
      mcp_servers: [],
      top_a: 4,
    },
    read({
      contents: [
        { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] },
        { speaker: 'human', blocks: [{ type: 'text', text: 'x' }] },
        {
          speaker: 'tool',
          blocks: [{ type: 'tool_response', callId: 'a', toolName: '', result: '{"type":"tool_reference"}' }],
        },
      ],
      problems: [
        { path: 'system.0', message: 'The system text must consist of text blocks.' },
        { path: 'messages.0', message: 'A message must be an object.' },
        { path: 'messages.1.role', message: 'The role is not user, assistant or system.' },
        { path: 'messages.2.content', message: 'The content is neither text nor a list of blocks.' },
        { path: 'messages.3.content.0', message: 'A block of type "" cannot be read.' },
        { path: 'messages.3.content.2.source', message: 'A source of type "file" cannot be read.' },
        { path: 'messages.4.content.0.content.0', message: 'A part of type "tool_reference" is kept as its text.' },
        { path: 'messages.5.content.0.source', message: 'A source of type "" cannot be read.' },
        { path: 'messages.5.content.1', message: 'A block of type "" cannot be read.' },
        { path: 'mcp_servers', message: 'The field has no equivalent in other APIs.' },
        { path: 'top_a', message: 'The field has no equivalent in other APIs.' },
      ],
    }),
  ],
  ['not an object', 'x', read({ settings: {}, problems: [{ path: '', message: 'The body is not an object.' }] })],
  ['no messages', {}, read({ problems: [{ path: 'messages', message: '`messages` must be a list.' }] })],
];

test.each(table)('%s', (_, body, expected) => {
  expect(decodeRequest(body)).toEqual(expected);
});

const settings: readonly (readonly [JsonValue, Settings])[] = [
  [
    { temperature: 0.5, top_p: 0.9, stop_sequences: ['A', '', 3], stream: true },
    { temperature: 0.5, topP: 0.9, stop: ['A'], stream: true },
  ],
  [
    { top_k: 40, service_tier: 'standard_only', metadata: { user_id: 'u1' } },
    { topK: 40, serviceTier: 'standard', user: 'u1' },
  ],
  [{ top_k: null, service_tier: 'auto', metadata: {} }, {}],
  [{ temperature: 'hot', max_tokens: null, stream: 'yes' }, {}],
  [{ tool_choice: { type: 'auto' } }, { toolChoice: 'auto' }],
  [
    { tool_choice: { type: 'any', disable_parallel_tool_use: true } },
    { toolChoice: 'required', parallelToolCalls: false },
  ],
  [{ tool_choice: { type: 'tool', name: 'look' } }, { toolChoice: { tool: 'look' } }],
  [{ tool_choice: { type: 'none' } }, { toolChoice: 'none' }],
  [{ thinking: { type: 'enabled', budget_tokens: 2048 } }, { reasoning: { tokens: 2048 } }],
  [{ thinking: { type: 'adaptive' } }, { reasoning: 'high' }],
  [{ thinking: { type: 'adaptive', display: 'summarized' } }, { reasoning: 'high' }],
  [{ thinking: { type: 'adaptive' }, output_config: { effort: 'low' } }, { reasoning: 'low' }],
  [{ thinking: { type: 'disabled' }, output_config: { effort: 'low' } }, { reasoning: 'off' }],
  [{ output_config: { effort: 'max' } }, { reasoning: 'max' }],
  [
    { output_config: { format: { type: 'json_schema', schema: { type: 'object' } } } },
    { responseFormat: { name: 'response', schema: { type: 'object' } } },
  ],
  [
    { output_format: { type: 'json_schema', schema: { type: 'object' } } },
    { responseFormat: { name: 'response', schema: { type: 'object' } } },
  ],
];

test.each(settings)('settings %j', (fields, expected) => {
  const body = { messages: [], ...(fields as object) } as JsonValue;
  expect(decodeRequest(body)).toEqual(read({ settings: { ...unmarked, ...expected } }));
});

test('reads a request for thinking without its text, and reports that setting as lost', () => {
  const { settings, problems } = decodeRequest({ messages: [], thinking: { type: 'adaptive', display: 'omitted' } });
  expect({ settings, problems }).toEqual({
    settings: { ...unmarked, reasoning: 'high' },
    problems: [
      { path: 'thinking.display', message: 'Traits of the target decide whether the text of thinking is returned.' },
    ],
  });
});

test('a cache mark at the top level also asks for marks', () => {
  expect(decodeRequest({ messages: [], cache_control: { type: 'ephemeral' } })).toEqual(read({ settings: {} }));
});

test('reads a message with more blocks than a function call has arguments', () => {
  const text = { type: 'text', text: 'x' };
  const image = { type: 'image', source: { type: 'url', url: 'https://x/y' } };
  const content = [
    { type: 'tool_result', tool_use_id: 'a', content: Array.from({ length: 200_000 }, () => image) },
    { type: 'document', source: { type: 'content', content: Array.from({ length: 200_000 }, () => text) } },
  ];
  const { contents } = decodeRequest({ messages: [{ role: 'user', content }] });
  expect(contents.map(({ blocks }) => blocks.length)).toEqual([200_001, 200_000]);
});

test('reads back what we write', () => {
  const suffix = 'abcdefghijklmnopqrstuvwx';
  const { body } = encode(
    {
      system: 'S',
      tools: [{ name: 'look', schema: { type: 'object' } }],
      messages: [
        user('Hi'),
        model(
          { type: 'thinking', text: 'hm', seal: { field: 'signature', value: 'sig' } },
          { type: 'text', text: 'Looking' },
          call(`toolu_${suffix}`, 'look', { at: 1 }),
        ),
        {
          role: 'user',
          results: [result(`toolu_${suffix}`, 'gone', { isError: true })],
          parts: [{ type: 'text', text: 'Go on' }],
        },
      ],
      settings: { maxOutputTokens: 100, toolChoice: 'required', parallelToolCalls: false, stop: ['X'], stream: true },
    },
    { cache: 'breakpoints' },
  );
  const contents: readonly Content[] = [
    { speaker: 'system', blocks: [{ type: 'text', text: 'S' }] },
    { speaker: 'human', blocks: [{ type: 'text', text: 'Hi' }] },
    {
      speaker: 'ai',
      blocks: [
        { type: 'thinking', thought: 'hm', ...seal('signature', 'sig') },
        { type: 'text', text: 'Looking' },
        { type: 'tool_call', id: `hist_tool_${suffix}`, name: 'look', parameters: { at: 1 } },
      ],
    },
    {
      speaker: 'tool',
      blocks: [{ type: 'tool_response', callId: `hist_tool_${suffix}`, toolName: 'look', error: 'gone' }],
    },
    { speaker: 'human', blocks: [{ type: 'text', text: 'Go on' }] },
  ];
  expect(decodeRequest(body)).toEqual({
    model: 'claude-test',
    contents,
    tools: [{ name: 'look', parameters: { type: 'object' } }],
    settings: { maxOutputTokens: 100, toolChoice: 'required', parallelToolCalls: false, stop: ['X'], stream: true },
    problems: [],
  });
});

test('does not follow documents and pictures nested deeper than the stack', () => {
  let source: JsonValue = { type: 'text', data: 'x' };
  for (let depth = 0; depth < 50_000; depth += 1) source = { type: 'content', content: [{ type: 'image', source }] };
  const { contents, problems } = decodeRequest({
    messages: [{ role: 'user', content: [{ type: 'document', source }] }],
  });
  expect(contents).toEqual([]);
  expect(problems).toEqual([
    { path: 'messages.0.content.0.source.content.0.source', message: 'A source of type "content" cannot be read.' },
  ]);
});

const word = fc.constantFrom(
  'user',
  'assistant',
  'text',
  'tool_use',
  'tool_result',
  'image',
  'thinking',
  'a_tool_result',
);
const tree = fc.letrec((tie) => ({
  any: fc.oneof(
    { maxDepth: 6 },
    word,
    fc.jsonValue({ maxDepth: 1 }),
    fc.array(tie('any'), { maxLength: 3 }),
    fc.dictionary(
      fc.constantFrom('role', 'content', 'type', 'text', 'source', 'id', 'input', 'tool_use_id', 'name'),
      tie('any'),
    ),
  ),
}));

test(
  'no body throws, and no content is empty',
  () =>
    holds(
      fc.record({ messages: fc.array(tree.any), system: tree.any, tools: tree.any, thinking: tree.any }),
      300,
      (body) => {
        for (const { blocks } of decodeRequest(body as JsonValue).contents) expect(blocks).not.toEqual([]);
      },
    ),
  patience,
);
