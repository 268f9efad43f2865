import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import type { ReadRequest } from '../../../src/decode-request/read-request.ts';
import { decodeRequest } from '../../../src/protocols/openai-chat/decode-request/decode-request.ts';
import type { Settings } from '../../../src/traits/settings.ts';

type Problem = ReadRequest['problems'][number];

const text = (said: string): Block => ({ type: 'text', text: said });
const says = (speaker: Content['speaker'], ...blocks: readonly Block[]): Content => ({ speaker, blocks });
const seal = (field: string, value: string) => ({ provider: '', protocol: 'openai-chat', field, value });
const thought = (said: string, field: string, value = said): Block => ({
  type: 'thinking',
  thought: said,
  seal: seal(field, value),
});
const call = (id: string, parameters: JsonValue, name = 'look'): Block => ({ type: 'tool_call', id, name, parameters });
const response = (callId: string, result: string, toolName = 'look'): Block => ({
  type: 'tool_response',
  callId,
  toolName,
  result,
});
const wireCall = (id: string, args: JsonValue) => ({
  id,
  type: 'function',
  function: { name: 'look', arguments: args },
});

const messages: readonly (readonly [string, readonly JsonValue[], readonly Content[], (readonly Problem[])?])[] = [
  [
    'speakers',
    [
      { role: 'system', content: 'Be brief' },
      { role: 'developer', content: [{ type: 'text', text: 'Be kind' }] },
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'system', content: 'Be quick' },
    ],
    [
      says('system', text('Be brief')),
      says('system', text('Be kind')),
      says('human', text('Hi')),
      says('ai', text('Hello')),
      says('system', text('Be quick')),
    ],
  ],
  [
    'calls and their results; maps our own ids back to canonical ones and keeps others',
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [wireCall('call_abcdefghijklmnopqrstuvwx', '{"at":1}'), wireCall('look:0', { at: 2 })],
      },
      { role: 'tool', tool_call_id: 'call_abcdefghijklmnopqrstuvwx', content: 'one' },
      { role: 'tool', tool_call_id: 'look:0', name: 'see', content: [{ type: 'text', text: 'two' }] },
    ],
    [
      says('ai', call('hist_tool_abcdefghijklmnopqrstuvwx', { at: 1 }), call('look:0', { at: 2 })),
      says('tool', response('hist_tool_abcdefghijklmnopqrstuvwx', 'one')),
      says('tool', response('look:0', 'two', 'see')),
    ],
  ],
  [
    'invalid arguments',
    [{ role: 'assistant', tool_calls: [wireCall('a', ''), wireCall('b', '{bad'), wireCall('c', null)] }],
    [says('ai', call('a', {}), call('b', '{bad'), call('c', {}))],
  ],
  [
    'DSK-010 the old role function',
    [
      { role: 'assistant', content: null, function_call: { name: 'look', arguments: '{}' } },
      { role: 'function', name: 'look', content: 'seen' },
    ],
    [says('ai', call('', {})), says('tool', response('', 'seen'))],
  ],
  [
    'thinking in its fields, before the text',
    [
      { role: 'assistant', reasoning_content: 'a', content: 'A' },
      { role: 'assistant', reasoning: 'b', content: 'B' },
      { role: 'assistant', reasoning: 'c', reasoning_details: [{ type: 'reasoning.text', text: 'c' }], content: 'C' },
      { role: 'assistant', reasoning_details: [{ summary: 'd' }], content: 'D' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'e' }] },
          { type: 'thinking', thinking: 'f', signature: 's' },
          { type: 'text', text: 'E' },
        ],
      },
    ],
    [
      says('ai', thought('a', 'reasoning_content'), text('A')),
      says('ai', thought('b', 'reasoning'), text('B')),
      says('ai', thought('c', 'reasoning_details', '[{"type":"reasoning.text","text":"c"}]'), text('C')),
      says('ai', thought('d', 'reasoning_details', '[{"summary":"d"}]'), text('D')),
      says('ai', thought('e', 'thinking'), thought('f', 'signature', 's'), text('E')),
    ],
  ],
  [
    'media, in results too',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'See' },
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'image_url', image_url: { url: 'https://example.com/a.webp?x' } },
          { type: 'image_url', image_url: 'https://example.com/a' },
          { type: 'input_audio', input_audio: { data: 'AAAA', format: 'mp3' } },
          { type: 'file', file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,AAAA' } },
          { type: 'file', file: { file_data: 'AAAA' } },
          { type: 'video_url', video_url: { url: 'data:,x' } },
        ],
      },
      {
        role: 'tool',
        tool_call_id: 'a',
        content: [
          { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          { type: 'text', text: 'seen' },
        ],
      },
    ],
    [
      says(
        'human',
        text('See'),
        { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' },
        { type: 'media', mimeType: 'image/webp', data: 'https://example.com/a.webp?x', encoding: 'url' },
        { type: 'media', mimeType: 'image/jpeg', data: 'https://example.com/a', encoding: 'url' },
        { type: 'media', mimeType: 'audio/mpeg', data: 'AAAA', encoding: 'base64' },
        { type: 'media', mimeType: 'application/pdf', data: 'AAAA', encoding: 'base64', filename: 'a.pdf' },
        { type: 'media', mimeType: 'application/pdf', data: 'AAAA', encoding: 'base64' },
        { type: 'media', mimeType: 'video/mp4', data: 'data:,x', encoding: 'url' },
      ),
      says('tool', response('a', 'seen', ''), {
        type: 'media',
        mimeType: 'image/png',
        data: 'AAAA',
        encoding: 'base64',
      }),
    ],
  ],
  [
    'a refusal is text; reports what only the server has',
    [
      { role: 'assistant', content: null, refusal: 'No', audio: { id: 'a' } },
      { role: 'user', content: [{ type: 'file', file: { file_id: 'f' } }, { type: 'riddle', text: 'What?' }, 'Eh?'] },
    ],
    [says('ai', text('No')), says('human', text('What?'), text('Eh?'))],
    [
      { path: 'messages.0.audio', message: 'Audio stored by the server is not supported.' },
      { path: 'messages.1.content.0', message: 'A part of type "file" is not supported.' },
      { path: 'messages.1.content.1', message: 'A part of type "riddle" is not supported.' },
      { path: 'messages.1.content.2', message: 'A part of a content must be an object.' },
    ],
  ],
  [
    'invalid messages, with their text kept',
    [
      null,
      'Hi',
      { role: 'critic', content: 'Bad' },
      { role: 'user', content: { text: 'Odd' } },
      { role: 'user', content: '' },
      { role: 'assistant', content: '', tool_calls: ['x', { id: 'a', function: {} }] },
    ],
    [says('human', text('Hi')), says('human', text('Bad')), says('human', text('Odd')), says('ai', call('a', {}, ''))],
    [
      { path: 'messages.0', message: 'A message must be an object.' },
      { path: 'messages.1', message: 'A message must be an object.' },
      { path: 'messages.2.role', message: 'The role is not system, developer, user, assistant or tool.' },
      { path: 'messages.3.content', message: 'The content is neither a string nor a list of parts.' },
      { path: 'messages.5.tool_calls.0', message: 'A call must be an object.' },
      { path: 'messages.5.tool_calls.1', message: 'A call must have a function with a name.' },
    ],
  ],
];

test.each(messages.map(([title, list, contents, problems = []]) => ({ title, list, contents, problems })))(
  '$title',
  ({ list, contents, problems }) => {
    expect(decodeRequest({ model: 'm', messages: list })).toEqual({
      model: 'm',
      contents,
      tools: [],
      settings: {},
      problems,
    });
  },
);

describe('settings', () => {
  const rows: readonly (readonly [string, JsonObject, Settings, (readonly Problem[])?])[] = [
    ['OAC-014 both names of the limit', { max_tokens: 5 }, { maxOutputTokens: 5 }],
    ['OAC-014 the newer one takes precedence', { max_tokens: 5, max_completion_tokens: 6 }, { maxOutputTokens: 6 }],
    ['sampling', { temperature: 0, top_p: 0.5 }, { temperature: 0, topP: 0.5 }],
    ['one stop', { stop: 'END' }, { stop: ['END'] }],
    ['several stops', { stop: ['a', '', 'b'] }, { stop: ['a', 'b'] }],
    ['a choice', { tool_choice: 'required' }, { toolChoice: 'required' }],
    ['Mistral’s name for it', { tool_choice: 'any' }, { toolChoice: 'required' }],
    [
      'a named choice',
      { tool_choice: { type: 'function', function: { name: 'look' } } },
      { toolChoice: { tool: 'look' } },
    ],
    [
      'a choice of a free-form tool',
      { tool_choice: { type: 'custom', custom: { name: 'look' } } },
      { toolChoice: { tool: 'look' } },
    ],
    [
      'a choice among some',
      {
        tool_choice: {
          type: 'allowed_tools',
          allowed_tools: {
            mode: 'required',
            tools: [
              { type: 'function', function: { name: 'look' } },
              { type: 'custom', custom: { name: 'run' } },
            ],
          },
        },
      },
      { toolChoice: 'required', allowedTools: ['look', 'run'] },
    ],
    ['the old name', { function_call: { name: 'look' } }, { toolChoice: { tool: 'look' } }],
    [
      'an invalid choice',
      { tool_choice: { type: 'allowed_tools' } },
      {},
      [{ path: 'tool_choice', message: 'This tool choice is not supported.' }],
    ],
    ['parallel calls', { parallel_tool_calls: false }, { parallelToolCalls: false }],
    ['an effort', { reasoning_effort: 'xhigh' }, { reasoning: 'xhigh' }],
    ['no effort', { reasoning_effort: 'none' }, { reasoning: 'off' }],
    [
      'an unknown effort',
      { reasoning_effort: 'heroic' },
      {},
      [{ path: 'reasoning_effort', message: 'This effort is not supported.' }],
    ],
    ['thinking on', { thinking: { type: 'enabled' } }, { reasoning: 'medium' }],
    ['thinking off', { thinking: { type: 'disabled' } }, { reasoning: 'off' }],
    ['thinking with a budget', { thinking: { type: 'enabled', budget_tokens: 100 } }, { reasoning: { tokens: 100 } }],
    ['Qwen’s budget', { enable_thinking: true, thinking_budget: 50 }, { reasoning: { tokens: 50 } }],
    ['Qwen’s budget, turned off', { enable_thinking: false, thinking_budget: 50 }, { reasoning: 'off' }],
    ['OpenRouter’s effort', { reasoning: { effort: 'low' } }, { reasoning: 'low' }],
    ['OpenRouter’s budget', { reasoning: { max_tokens: 70 } }, { reasoning: { tokens: 70 } }],
    ['OpenRouter’s switch', { reasoning: { enabled: false } }, { reasoning: 'off' }],
    ['plain text', { response_format: { type: 'text' } }, { responseFormat: 'text' }],
    ['JSON', { response_format: { type: 'json_object' } }, { responseFormat: 'json' }],
    [
      'JSON with a schema',
      { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } } },
      { responseFormat: { name: 'answer', schema: { type: 'object' } } },
    ],
    [
      'JSON with a strict schema',
      { response_format: { type: 'json_schema', json_schema: { schema: { type: 'object' }, strict: true } } },
      { responseFormat: { name: 'response', schema: { type: 'object' } } },
      [
        {
          path: 'response_format.json_schema.strict',
          message: 'Not every model can enforce a schema: it is sent without `strict`.',
        },
      ],
    ],
    [
      'an invalid format',
      { response_format: { type: 'poem' } },
      {},
      [{ path: 'response_format', message: 'This response format is not supported.' }],
    ],
    ['a stream', { stream: true, stream_options: { include_usage: true } }, { stream: true }],
    ['the cache key', { prompt_cache_key: 's1' }, { cache: { key: 's1' } }],
    ['fields without effect', { n: 1, seed: null, logprobs: false, service_tier: 'auto', user: '' }, {}],
    [
      'fields that no other API has',
      { n: 2, logit_bias: { 7: 1 } },
      {},
      [
        { path: 'n', message: 'This field is not supported.' },
        { path: 'logit_bias', message: 'This field is not supported.' },
      ],
    ],
    ['values of the wrong kind', { temperature: 'hot', max_tokens: '5', stream: 1, stop: [7], tool_choice: null }, {}],
  ];
  test.each(rows.map(([title, fields, settings, problems = []]) => ({ title, fields, settings, problems })))(
    '$title',
    ({ fields, settings, problems }) => {
      expect(decodeRequest({ ...fields, messages: [] })).toEqual({ contents: [], tools: [], settings, problems });
    },
  );
});

test('tools, and the legacy functions', () => {
  const parameters = { type: 'object' };
  const body = {
    messages: [],
    tools: [{ type: 'function', function: { name: 'look', description: 'Looks', parameters } }, { type: 'web_search' }],
    functions: [{ name: 'run' }, 7],
  };
  expect(decodeRequest(body)).toEqual({
    contents: [],
    tools: [{ name: 'look', description: 'Looks', parameters }, { name: 'run' }],
    settings: {},
    problems: [
      { path: 'tools.1', message: 'A tool must be a function with a name.' },
      { path: 'functions.1', message: 'A tool must be a function with a name.' },
    ],
  });
});

test('a client that offers only functions knows one call in an answer', () => {
  const { settings } = decodeRequest({ messages: [], functions: [{ name: 'run' }] });
  expect(settings).toEqual({ parallelToolCalls: false });
});

test.each([null, 7, 'x', []])('an invalid body: %j', (body) => {
  const problems = [{ path: '', message: 'The body is not an object.' }];
  expect(decodeRequest(body)).toEqual({ contents: [], tools: [], settings: {}, problems });
});

test('a body without messages', () => {
  const problems = [{ path: 'messages', message: '`messages` must be a list.' }];
  expect(decodeRequest({})).toEqual({ contents: [], tools: [], settings: {}, problems });
});

test(
  'every text of a message is in the contents, for any input',
  () => {
    const role = fc.constantFrom('system', 'user', 'assistant', 'tool', 'function', 'critic', 7, null);
    const said = fc.string({ minLength: 1 });
    const part = fc.oneof(
      said.map((word) => ({ type: 'text', text: word })),
      said.map((word) => ({ type: 'riddle', text: word })),
      said,
    );
    const sound = fc.record({
      role,
      content: fc.oneof(said, fc.array(part, { minLength: 1 })),
      tool_calls: fc.jsonValue(),
    });
    return holds(fc.array(sound), 300, (list) => {
      const body: JsonValue = JSON.parse(JSON.stringify({ messages: list }));
      const read = JSON.stringify(decodeRequest(body).contents);
      const texts = list.flatMap(({ content }) =>
        typeof content === 'string'
          ? [content]
          : content.map((entry) => (typeof entry === 'string' ? entry : entry.text)),
      );
      for (const word of texts) expect(read).toContain(JSON.stringify(word).slice(1, -1));
    });
  },
  patience,
);
