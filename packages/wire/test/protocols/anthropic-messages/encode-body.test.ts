import type Anthropic from '@anthropic-ai/sdk';
import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { encodeBody } from '../../../src/protocols/anthropic-messages/encode-request/encode-body.ts';
import { encodeMessage } from '../../../src/protocols/anthropic-messages/encode-request/encode-message.ts';
import type { Outgoing } from '../../../src/protocols/protocol.ts';
import type { Message } from '../../../src/shape/message.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { call, encode, type LeftOut, model, outgoing, result, results, user } from './outgoing.ts';

const hi = { role: 'user', content: [{ type: 'text', text: 'Hi' }] } as const;
const plain = { model: 'claude-test', max_tokens: 8192, messages: [hi] };
const look = { name: 'look', description: 'Looks', schema: { type: 'object', properties: { at: { type: 'string' } } } };
const lookTool = { name: 'look', description: 'Looks', input_schema: look.schema };
const mark = { cache_control: { type: 'ephemeral' } } as const;
const budget: TraitOverrides = { maxOutput: 64_000, thinking: { control: 'budget' } };
const adaptive: TraitOverrides = {
  maxOutput: 64_000,
  thinking: { control: 'adaptive', efforts: ['low', 'medium', 'high', 'max'] },
};
const thinksAnyway: TraitOverrides = { ...adaptive, thinking: { ...adaptive.thinking, byDefault: true } };

const answerSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, additionalProperties: false };

/** The body in the official types, for a request with every field. */
test('a request with every field, typed by the official SDK', () => {
  const expected: Anthropic.MessageCreateParams = {
    model: 'claude-test',
    max_tokens: 4000,
    system: [{ type: 'text', text: 'Be brief', ...mark }],
    tools: [
      { name: 'wait', input_schema: { type: 'object', properties: {} } },
      {
        name: 'look',
        description: 'Looks',
        input_schema: { type: 'object', properties: { at: { type: 'string' } } },
        ...mark,
      },
    ],
    tool_choice: { type: 'auto', disable_parallel_tool_use: true },
    thinking: { type: 'adaptive' },
    output_config: { effort: 'medium', format: { type: 'json_schema', schema: answerSchema } },
    stop_sequences: ['END'],
    stream: true,
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi', ...mark }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'data' },
          { type: 'text', text: 'Looking' },
          { type: 'tool_use', id: 'toolu_1', name: 'look', input: { at: 'x' } },
        ],
      },
      {
        role: 'user',
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'toolu_1',
            content: 'broken',
            is_error: true,
          },
          { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
          { type: 'document', source: { type: 'url', url: 'https://x/y.pdf' }, title: 'y.pdf', ...mark },
        ],
      },
      { role: 'system', content: 'Be quick' },
    ],
  };
  const messages: readonly Message[] = [
    user('Hi'),
    model(
      { type: 'thinking', text: 'hm', seal: { field: 'signature', value: 'sig' } },
      { type: 'thinking', text: '', seal: { field: 'redacted_thinking', value: 'data' } },
      { type: 'text', text: 'Looking' },
      call('toolu_1', 'look', { at: 'x' }),
    ),
    {
      role: 'user',
      results: [
        result('toolu_1', 'broken', {
          isError: true,
          media: [{ type: 'media', block: { type: 'media', mimeType: 'image/png', data: 'AAAA', encoding: 'base64' } }],
        }),
      ],
      parts: [
        {
          type: 'media',
          block: {
            type: 'media',
            mimeType: 'application/pdf',
            data: 'https://x/y.pdf',
            encoding: 'url',
            filename: 'y.pdf',
          },
        },
      ],
    },
    { role: 'system', text: 'Be quick' },
  ];
  const settings: Settings = {
    maxOutputTokens: 4000,
    toolChoice: 'auto',
    parallelToolCalls: false,
    reasoning: 'medium',
    responseFormat: { name: 'answer', schema: answerSchema },
    stop: ['END'],
    stream: true,
  };
  const request = { system: 'Be brief', tools: [{ name: 'wait' }, look], messages, settings };
  expect(encode(request, { ...adaptive, cache: 'breakpoints', responseFormat: 'json-schema' })).toEqual({
    body: expected,
    leftOut: [],
  });
});

interface Row {
  readonly title: string;
  readonly request?: Partial<Outgoing>;
  readonly traits?: TraitOverrides;
  /** The differences from the ordinary body. */
  readonly body: JsonObject;
  readonly leftOut?: readonly LeftOut[];
}

const asking = (settings: Settings, rest: Partial<Outgoing> = {}): Partial<Outgoing> => ({ ...rest, settings });
const withTool = { tools: [look] };
const answered: readonly Message[] = [user('Hi'), model(call('a')), results(result('a', 'ok'))];
const answeredList = [
  hi,
  { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
];
const thoughtFirst: readonly Message[] = [
  user('Hi'),
  model({ type: 'thinking', text: 'hm', seal: { field: 'signature', value: 'sig' } }, call('a')),
  results(result('a', 'ok')),
];
const thoughtFirstList = [
  hi,
  {
    role: 'assistant',
    content: [
      { type: 'thinking', thinking: 'hm', signature: 'sig' },
      { type: 'tool_use', id: 'a', name: 'look', input: {} },
    ],
  },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
];

const rows: readonly Row[] = [
  { title: 'ANT-034 max_tokens is always set', body: {} },
  { title: 'the setting, up to the limit', request: asking({ maxOutputTokens: 99_999 }), body: { max_tokens: 8192 } },
  { title: 'ANT-071 at most what the window holds', request: { inputTokens: 195_000 }, body: { max_tokens: 5000 } },
  { title: 'the system text', request: { system: 'Be brief' }, body: { system: 'Be brief' } },
  { title: 'no blank system text', request: { system: ' \n' }, body: {} },
  { title: 'tools', request: withTool, body: { tools: [lookTool] } },

  // Tool choice
  {
    title: 'any tool',
    request: asking({ toolChoice: 'required' }, withTool),
    body: { tools: [lookTool], tool_choice: { type: 'any' } },
  },
  {
    title: 'one tool, not in parallel',
    request: asking({ toolChoice: { tool: 'look' }, parallelToolCalls: false }, withTool),
    body: { tools: [lookTool], tool_choice: { type: 'tool', name: 'look', disable_parallel_tool_use: true } },
  },
  {
    title: 'no tools: parallel calls have no meaning',
    request: asking({ toolChoice: 'none', parallelToolCalls: false }, withTool),
    body: { tools: [lookTool], tool_choice: { type: 'none' } },
  },
  {
    title: 'parallel calls are the default',
    request: asking({ parallelToolCalls: true }, withTool),
    body: { tools: [lookTool] },
  },
  {
    title: 'one call at a time, for a target without that setting',
    request: asking({ parallelToolCalls: false }, withTool),
    traits: { parallelToolCalls: 'fixed' },
    body: { tools: [lookTool] },
    leftOut: [['parallelToolCalls', 'the server has no such setting']],
  },
  {
    title: 'a choice without tools',
    request: asking({ toolChoice: 'required' }),
    body: {},
    leftOut: [['toolChoice', 'there are no tools']],
  },
  {
    title: 'a tool that is not offered',
    request: asking({ toolChoice: { tool: 'gone' } }, withTool),
    body: { tools: [lookTool] },
    leftOut: [['toolChoice', 'the tool is not offered']],
  },
  {
    title: 'ANT-046 a model that does not allow forced calls',
    request: asking({ toolChoice: 'required' }, withTool),
    traits: { forcedToolChoice: 'no' },
    body: { tools: [lookTool] },
    leftOut: [['toolChoice', 'ANT-046: the model refuses a forced choice']],
  },
  {
    title: 'ANT-045 no forced choice with a budget, whatever the traits say',
    request: asking({ toolChoice: 'required', reasoning: 'low' }, withTool),
    traits: { ...budget, forcedToolChoice: 'yes' },
    body: { max_tokens: 64_000, tools: [lookTool], thinking: { type: 'enabled', budget_tokens: 2048 } },
    leftOut: [['toolChoice', 'ANT-045: no forced choice while the model thinks']],
  },
  {
    title: 'ANT-045 adaptive thinking allows a forced choice where the traits say so',
    request: asking({ toolChoice: 'required', reasoning: 'low' }, withTool),
    traits: { ...adaptive, forcedToolChoice: 'yes' },
    body: {
      max_tokens: 64_000,
      tools: [lookTool],
      tool_choice: { type: 'any' },
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
    },
  },
  {
    title: 'ANT-045 a model that thinks by default',
    request: asking({ toolChoice: 'required' }, withTool),
    traits: thinksAnyway,
    body: { max_tokens: 64_000, tools: [lookTool] },
    leftOut: [['toolChoice', 'ANT-045: no forced choice while the model thinks']],
  },

  // Thinking
  {
    title: 'a budget for an effort',
    request: asking({ reasoning: 'medium' }),
    traits: budget,
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 8192 } },
  },
  {
    title: 'ANT-053 a budget is never too small',
    request: asking({ reasoning: { tokens: 10.5 } }),
    traits: budget,
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 1024 } },
  },
  {
    title: 'ANT-053 max_tokens rises above the budget',
    request: asking({ reasoning: { tokens: 10_000 }, maxOutputTokens: 500 }),
    traits: budget,
    body: { max_tokens: 10_500, thinking: { type: 'enabled', budget_tokens: 10_000 } },
    leftOut: [['maxOutputTokens', 'ANT-053: raised to 10500, above the budget']],
  },
  ...[
    [4000, 2976],
    [2048, 1024],
    [1025, 1024],
  ].map(([limit = 0, tokens = 0]) => ({
    title: `ANT-053 a budget fits below the caller's own limit of ${limit}`,
    request: asking({ reasoning: 'high' as const, maxOutputTokens: limit }),
    traits: budget,
    body: { max_tokens: limit, thinking: { type: 'enabled', budget_tokens: tokens } },
    leftOut: [['reasoning', `ANT-053: budget lowered to ${tokens}`] as const],
  })),
  {
    title: 'ANT-053 a limit that has no room for any budget is raised',
    request: asking({ reasoning: 'low', maxOutputTokens: 1024 }),
    traits: budget,
    body: { max_tokens: 3072, thinking: { type: 'enabled', budget_tokens: 2048 } },
    leftOut: [['maxOutputTokens', 'ANT-053: raised to 3072, above the budget']],
  },
  {
    title: 'ANT-053 a budget below max_tokens stays unchanged',
    request: asking({ reasoning: { tokens: 10_000 }, maxOutputTokens: 10_001 }),
    traits: budget,
    body: { max_tokens: 10_001, thinking: { type: 'enabled', budget_tokens: 10_000 } },
  },
  {
    title: 'ANT-053 and the budget stays below the limit',
    request: asking({ reasoning: 'max' }),
    traits: { ...budget, maxOutput: 8192 },
    body: { thinking: { type: 'enabled', budget_tokens: 7168 } },
    leftOut: [['reasoning', 'ANT-053: budget lowered to 7168']],
  },
  {
    title: 'ANT-053 no thinking without room for it',
    request: asking({ reasoning: 'low' }),
    traits: { ...budget, maxOutput: 1024 },
    body: { max_tokens: 1024 },
    leftOut: [['reasoning', 'ANT-053: no room for a budget']],
  },
  {
    title: 'ANT-044 no budget if the calls being answered were made without thinking',
    request: asking({ reasoning: 'low' }, { messages: answered }),
    traits: budget,
    body: { max_tokens: 64_000, messages: answeredList },
    leftOut: [['reasoning', 'ANT-044: the calls being answered were made without thinking']],
  },
  {
    title: 'ANT-044 turns thinking off for a model that thinks by default',
    request: asking({ reasoning: 'low' }, { messages: answered }),
    traits: { ...budget, thinking: { control: 'budget', byDefault: true } },
    body: { max_tokens: 64_000, thinking: { type: 'disabled' }, messages: answeredList },
    leftOut: [['reasoning', 'ANT-044: the calls being answered were made without thinking']],
  },
  {
    title: 'ANT-044 a budget if they were made with thinking',
    request: asking({ reasoning: 'low' }, { messages: thoughtFirst }),
    traits: budget,
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 2048 }, messages: thoughtFirstList },
  },
  {
    title: 'ANT-044 adaptive thinking is not affected',
    request: asking({ reasoning: 'low' }, { messages: answered }),
    traits: adaptive,
    body: {
      max_tokens: 64_000,
      thinking: { type: 'adaptive' },
      output_config: { effort: 'low' },
      messages: answeredList,
    },
  },
  {
    title: 'ANT-052 the nearest effort the model supports',
    request: asking({ reasoning: 'xhigh' }),
    traits: adaptive,
    body: { max_tokens: 64_000, thinking: { type: 'adaptive' }, output_config: { effort: 'high' } },
  },
  {
    title: 'requests the thinking text if the model omits it by default',
    request: asking({ reasoning: 'low' }),
    traits: { ...thinksAnyway, thinking: { ...thinksAnyway.thinking, display: 'summarized' } },
    body: {
      max_tokens: 64_000,
      thinking: { type: 'adaptive', display: 'summarized' },
      output_config: { effort: 'low' },
    },
  },
  {
    title: 'omits the thinking text if the target says so',
    request: asking({ reasoning: { tokens: 2048 } }),
    traits: { ...budget, thinking: { control: 'budget', display: 'omitted' } },
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 2048, display: 'omitted' } },
  },
  {
    title: 'says nothing about thinking text if thinking was not requested or is `disabled`',
    request: asking({ reasoning: 'off' }),
    traits: { ...thinksAnyway, thinking: { ...thinksAnyway.thinking, display: 'summarized' } },
    body: { max_tokens: 64_000, thinking: { type: 'disabled' } },
  },
  {
    title: 'off, for a model that does not think by default',
    request: asking({ reasoning: 'off' }),
    traits: adaptive,
    body: { max_tokens: 64_000 },
  },
  {
    title: 'off, for a model that thinks by default',
    request: asking({ reasoning: 'off', temperature: 0.2 }),
    traits: thinksAnyway,
    body: { max_tokens: 64_000, thinking: { type: 'disabled' }, temperature: 0.2 },
  },
  {
    title: 'off, for a model that always thinks',
    request: asking({ reasoning: 'off', temperature: 0.2 }),
    traits: { ...thinksAnyway, thinking: { ...thinksAnyway.thinking, canDisable: false } },
    body: { max_tokens: 64_000 },
    leftOut: [
      ['reasoning', 'thinking cannot be turned off'],
      ['temperature', 'ANT-049: not while the model thinks'],
    ],
  },
  {
    title: 'a model without that setting',
    request: asking({ reasoning: 'high' }),
    body: {},
    leftOut: [['reasoning', 'the model has no such setting']],
  },

  // Sampling and the rest
  { title: 'temperature', request: asking({ temperature: 0.2 }), body: { temperature: 0.2 } },
  { title: 'top_p', request: asking({ topP: 0.9 }), body: { top_p: 0.9 } },
  {
    title: 'ANT-050 temperature takes precedence over top_p',
    request: asking({ temperature: 0.2, topP: 0.9 }),
    body: { temperature: 0.2 },
    leftOut: [['topP', 'ANT-050: temperature and top_p cannot both be set']],
  },
  {
    title: 'both if the target accepts both',
    request: asking({ temperature: 0.2, topP: 0.9, reasoning: 'low' }),
    traits: { ...budget, sampling: 'any' },
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 2048 }, temperature: 0.2, top_p: 0.9 },
  },
  {
    title: 'ANT-049 neither while thinking',
    request: asking({ temperature: 0.2, topP: 0.9, reasoning: 'low' }),
    traits: budget,
    body: { max_tokens: 64_000, thinking: { type: 'enabled', budget_tokens: 2048 } },
    leftOut: [
      ['temperature', 'ANT-049: not while the model thinks'],
      ['topP', 'ANT-049: not while the model thinks'],
    ],
  },
  {
    title: 'ANT-050 neither on a model without sampling parameters',
    request: asking({ temperature: 0.2, topP: 0.9 }),
    traits: { sampling: 'none' },
    body: {},
    leftOut: [
      ['temperature', 'ANT-050: the model does not accept sampling parameters'],
      ['topP', 'ANT-050: the model does not accept sampling parameters'],
    ],
  },
  {
    title: 'a temperature on a larger scale',
    request: asking({ temperature: 1.7 }),
    body: { temperature: 1 },
    leftOut: [['temperature', 'lowered to 1, the maximum']],
  },
  {
    title: 'stop sequences, none of them blank',
    request: asking({ stop: ['END', '\n'] }),
    body: { stop_sequences: ['END'] },
    leftOut: [['stop', 'a stop sequence must not be blank']],
  },
  {
    title: 'no stop sequences',
    request: asking({ stop: ['END'] }),
    traits: { stop: false },
    body: {},
    leftOut: [['stop', 'the model does not support stop sequences']],
  },
  {
    title: 'no stream',
    request: asking({ stream: true }),
    traits: { streaming: false },
    body: {},
    leftOut: [['stream', 'the server does not stream']],
  },
  {
    title: 'no response format',
    request: asking({ responseFormat: { name: 'x', schema: {} } }),
    body: {},
    leftOut: [['responseFormat', 'the model does not support this response format']],
  },
  {
    title: 'no schemaless JSON even if schemas are supported',
    request: asking({ responseFormat: 'json' }),
    traits: { responseFormat: 'json-schema' },
    body: {},
    leftOut: [['responseFormat', 'the model does not support this response format']],
  },
  { title: 'text is the response format', request: asking({ responseFormat: 'text' }), body: {} },
  {
    title: 'ANT-029 a prefill ends without white space',
    request: { messages: [user('Hi'), model({ type: 'text', text: 'Answer: \n' })] },
    traits: { lastMessage: 'any' },
    body: { messages: [hi, { role: 'assistant', content: [{ type: 'text', text: 'Answer:' }] }] },
  },
];

test.each(rows)('$title', ({ request = {}, traits, body, leftOut = [] }) => {
  expect(encode(request, traits)).toEqual({ body: { ...plain, ...body }, leftOut });
});

const marks: TraitOverrides = { cache: 'breakpoints' };
const said = (role: string, text: string, marked = false): JsonObject => ({
  role,
  content: [{ type: 'text', text, ...(marked ? mark : {}) }],
});

test('cache marks: the last tool, the system text, the last two user messages, four in all (ANT-065)', () => {
  const messages = [
    user('1'),
    model({ type: 'text', text: 'a' }),
    user('2'),
    model({ type: 'text', text: 'b' }),
    user('3'),
  ];
  const { body } = encode({ system: 'S', tools: [{ name: 'wait' }, look], messages }, marks);
  expect(body).toEqual({
    ...plain,
    system: [{ type: 'text', text: 'S', ...mark }],
    tools: [
      { name: 'wait', input_schema: { type: 'object', properties: {} } },
      { ...lookTool, ...mark },
    ],
    messages: [
      said('user', '1'),
      said('assistant', 'a'),
      said('user', '2', true),
      said('assistant', 'b'),
      said('user', '3', true),
    ],
  });
});

test('cache marks: none on a message added only for this request', () => {
  const trailing: Message = {
    role: 'user',
    results: [],
    parts: [{ type: 'text', text: 'Please continue.' }],
    added: 'trailing',
  };
  const { body } = encode({ messages: [user('1'), model({ type: 'text', text: 'a' }), trailing] }, marks);
  expect(body['messages']).toEqual([said('user', '1', true), said('assistant', 'a'), said('user', 'Please continue.')]);
});

test('cache marks: none if the caller disables them', () => {
  expect(encode({ system: 'S', tools: [look], settings: { cache: false } }, marks).body).toEqual({
    ...plain,
    system: 'S',
    tools: [lookTool],
  });
});

test('cache marks are put on copies; otherwise a longer history repeats the same bytes', () => {
  const messages: readonly Message[] = [
    user('1'),
    model(call('a')),
    results(result('a', 'ok')),
    model({ type: 'text', text: 'b' }),
    user('2'),
  ];
  const request = outgoing({ system: 'S', tools: [look] }, marks);
  const list = messages.flatMap((message) => encodeMessage(message, request.traits));
  const before = JSON.stringify(list);
  const bodies = [1, 3, 5].map((length) =>
    encodeBody({ ...request, messages: messages.slice(0, length) }, list.slice(0, length)),
  );
  expect(JSON.stringify(list)).toBe(before);
  const unmarked = bodies.map((body) =>
    JSON.stringify(body['messages']).replaceAll(',"cache_control":{"type":"ephemeral"}', ''),
  );
  expect(unmarked).toEqual([1, 3, 5].map((length) => JSON.stringify(list.slice(0, length))));
});
