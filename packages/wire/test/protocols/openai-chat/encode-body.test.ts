import type { JsonObject } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { encodeBody } from '../../../src/protocols/openai-chat/encode-request/encode-body.ts';
import type { Settings } from '../../../src/traits/settings.ts';
import type { ThinkingControl, TraitOverrides } from '../../../src/traits/traits.ts';
import { type Asked, call, type Encoded, encode, model, result, results, traitsWith, user } from './outgoing.ts';

const hi = { role: 'user', content: 'Hi' };
const plain = { model: 'some-model', messages: [hi] };
const look = { name: 'look', description: 'Looks', schema: { type: 'object', properties: { at: { type: 'string' } } } };
const lookTool = { type: 'function', function: { name: 'look', description: 'Looks', parameters: look.schema } };

interface Row extends Asked {
  readonly title: string;
  readonly body: JsonObject;
  readonly leftOut?: Encoded['leftOut'];
}

function check(rows: readonly Row[]): void {
  test.each(rows)('$title', ({ body, leftOut = [], ...asked }) => {
    expect(encode(asked)).toEqual({ body, leftOut });
  });
}

describe('the system text', () => {
  const reminder = '<system-reminder>\nBe brief\n</system-reminder>';
  check([
    { title: 'is omitted if it is empty', body: plain },
    {
      title: 'is the first message',
      system: 'Be brief',
      body: { ...plain, messages: [{ role: 'system', content: 'Be brief' }, hi] },
    },
    {
      title: 'OAC-016 has the role the model supports',
      system: 'Be brief',
      traits: { systemRole: 'developer' },
      body: { ...plain, messages: [{ role: 'developer', content: 'Be brief' }, hi] },
    },
    {
      title: 'OAC-016 is prepended to the first user message if there is no such role',
      system: 'Be brief',
      traits: { systemRole: 'user' },
      body: { ...plain, messages: [{ role: 'user', content: `${reminder}\n\nHi` }] },
    },
    {
      title: 'OAC-016 is the first part of it',
      system: 'Be brief',
      traits: { systemRole: 'user', media: { user: ['image'] } },
      body: {
        ...plain,
        messages: [
          {
            role: 'user',
            content: [
              { type: 'text', text: reminder },
              { type: 'text', text: 'Hi' },
            ],
          },
        ],
      },
    },
    {
      title: 'OAC-016 is a separate user message if the model speaks first',
      system: 'Be brief',
      messages: [model({ type: 'text', text: 'Hello' })],
      traits: { systemRole: 'user' },
      body: {
        ...plain,
        messages: [
          { role: 'user', content: reminder },
          { role: 'assistant', content: 'Hello' },
        ],
      },
    },
  ]);

  test('does not change its input', () => {
    const list = [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }];
    const before = structuredClone(list);
    const traits = traitsWith({ systemRole: 'user', media: { user: ['image'] } });
    const body = encodeBody(
      {
        model: 'some-model',
        system: 'Be brief',
        messages: [],
        tools: [],
        settings: {},
        traits,
        inputTokens: 1,
        leaveOut: () => {},
      },
      list,
    );
    expect(body['messages']).not.toEqual(list);
    expect(list).toEqual(before);
  });
});

describe('tools', () => {
  const withTools = { ...plain, tools: [lookTool] };
  const ask = (settings: Settings, traits: TraitOverrides = {}): Asked => ({ tools: [look], settings, traits });
  check([
    { title: 'are functions', tools: [look], body: withTools },
    {
      title: 'without arguments have an empty schema',
      tools: [{ name: 'now' }],
      body: {
        ...plain,
        tools: [{ type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } }],
      },
    },
    {
      title: 'OAC-020 are strict only in the strict dialect',
      tools: [look, { name: 'now' }],
      traits: { toolSchema: 'openai-strict' },
      body: {
        ...plain,
        tools: [
          { type: 'function', function: { name: 'look', description: 'Looks', parameters: look.schema, strict: true } },
          { type: 'function', function: { name: 'now', parameters: { type: 'object', properties: {} } } },
        ],
      },
    },
    { title: 'may be chosen', ...ask({ toolChoice: 'required' }), body: { ...withTools, tool_choice: 'required' } },
    { title: 'may be forbidden', ...ask({ toolChoice: 'none' }), body: { ...withTools, tool_choice: 'none' } },
    {
      title: 'may be named',
      ...ask({ toolChoice: { tool: 'look' } }),
      body: { ...withTools, tool_choice: { type: 'function', function: { name: 'look' } } },
    },
    {
      title: 'OAC-019 must exist to be chosen',
      ...ask({ toolChoice: { tool: 'gone' } }),
      body: withTools,
      leftOut: [['toolChoice', 'OAC-019: the chosen tool is not offered']],
    },
    {
      title: 'OAC-019 must exist to be required',
      settings: { toolChoice: 'required' },
      body: plain,
      leftOut: [['toolChoice', 'OAC-019: there are no tools to choose from']],
    },
    { title: 'OAC-019 that do not exist need not be forbidden', settings: { toolChoice: 'none' }, body: plain },
    {
      title: 'KIM-012 cannot be forced everywhere',
      ...ask({ toolChoice: 'required' }, { forcedToolChoice: 'no' }),
      body: withTools,
      leftOut: [['toolChoice', 'KIM-012: a call cannot be forced']],
    },
    {
      title: 'DSK-006 QWN-003 cannot be forced while thinking',
      ...ask({ toolChoice: 'required' }, { forcedToolChoice: 'without-thinking', thinking: { byDefault: true } }),
      body: withTools,
      leftOut: [['toolChoice', 'DSK-006, QWN-003: a call cannot be forced while thinking']],
    },
    {
      title: 'DSK-006 can be forced while not thinking',
      ...ask({ toolChoice: 'required' }, { forcedToolChoice: 'without-thinking' }),
      body: { ...withTools, tool_choice: 'required' },
    },
    {
      title: 'may be called one at a time',
      ...ask({ parallelToolCalls: false }, { parallelToolCalls: 'settable' }),
      body: { ...withTools, parallel_tool_calls: false },
    },
    {
      title: 'ignore the parallel setting if the target has none',
      ...ask({ parallelToolCalls: false }),
      body: withTools,
      leftOut: [['parallelToolCalls', 'cannot be set']],
    },
    {
      title: 'OAC-018 must exist to be called in parallel',
      settings: { parallelToolCalls: true },
      traits: { parallelToolCalls: 'settable' },
      body: plain,
      leftOut: [['parallelToolCalls', 'OAC-018: there are no tools']],
    },
  ]);
});

describe('the output limit', () => {
  check([
    { title: 'is sent if it is set', settings: { maxOutputTokens: 100 }, body: { ...plain, max_tokens: 100 } },
    {
      title: 'OAC-014 has the name the model supports, and is sent if it is required',
      traits: { maxTokensField: 'max_completion_tokens', maxTokensRequired: true },
      body: { ...plain, max_completion_tokens: 4096 },
    },
    {
      title: 'is lowered to the space left in the window',
      settings: { maxOutputTokens: 4000 },
      inputTokens: 30_768,
      body: { ...plain, max_tokens: 2000 },
      leftOut: [['maxOutputTokens', 'lowered to 2000, the room the model has']],
    },
  ]);
});

describe('sampling', () => {
  const settings: Settings = { temperature: 0.2, topP: 0.9 };
  const both = (why: string): Encoded['leftOut'] => [
    ['temperature', why],
    ['topP', why],
  ];
  check([
    { title: 'is free', settings, body: { ...plain, temperature: 0.2, top_p: 0.9 } },
    {
      title: 'sends one of two',
      settings,
      traits: { sampling: 'one' },
      body: { ...plain, temperature: 0.2 },
      leftOut: [['topP', 'only one of temperature and top_p is accepted']],
    },
    {
      title: 'sends the one supported',
      settings: { topP: 1 },
      traits: { sampling: 'one' },
      body: { ...plain, top_p: 1 },
    },
    {
      title: 'KIM-011 is fixed',
      settings,
      traits: { sampling: 'none' },
      body: plain,
      leftOut: both('KIM-011: sampling is fixed'),
    },
    {
      title: 'OAC-015 is fixed while thinking',
      settings,
      traits: { sampling: 'without-thinking', thinking: { byDefault: true } },
      body: plain,
      leftOut: both('OAC-015: sampling is fixed while thinking'),
    },
    {
      title: 'OAC-015 is free while not thinking',
      settings: { ...settings, reasoning: 'off' },
      traits: {
        sampling: 'without-thinking',
        thinking: { byDefault: true, canDisable: true, control: 'effort' },
      },
      body: { ...plain, temperature: 0.2, top_p: 0.9, reasoning_effort: 'none' },
    },
  ]);
});

describe('reasoning', () => {
  const known: TraitOverrides = { thinking: { control: 'effort', efforts: ['low', 'high'], canDisable: true } };
  const withControl = (control: ThinkingControl, more: TraitOverrides = {}): TraitOverrides => ({
    ...more,
    thinking: { ...known.thinking, ...more.thinking, control },
  });
  check([
    { title: 'is left to the model by default', traits: known, body: plain },
    {
      title: 'is an effort',
      settings: { reasoning: 'high' },
      traits: known,
      body: { ...plain, reasoning_effort: 'high' },
    },
    {
      title: 'XAI-003 is the nearest supported effort',
      settings: { reasoning: 'max' },
      traits: known,
      body: { ...plain, reasoning_effort: 'high' },
      leftOut: [['reasoning', 'XAI-003: the nearest supported effort is high']],
    },
    {
      title: 'XAI-003 is an effort if a budget was set',
      settings: { reasoning: { tokens: 100 } },
      traits: known,
      body: { ...plain, reasoning_effort: 'low' },
      leftOut: [['reasoning', 'XAI-003: the nearest supported effort is low']],
    },
    {
      title: 'MIS-022 is not set if efforts are unknown',
      settings: { reasoning: 'high' },
      traits: withControl('effort', { thinking: { efforts: [] } }),
      body: plain,
      leftOut: [['reasoning', 'MIS-022: efforts are not supported']],
    },
    {
      title: 'is off',
      settings: { reasoning: 'off' },
      traits: known,
      body: { ...plain, reasoning_effort: 'none' },
    },
    {
      title: 'KIM-009 GLM-004 cannot always be turned off',
      settings: { reasoning: 'off' },
      traits: withControl('thinking-type', { thinking: { canDisable: false, byDefault: true } }),
      body: plain,
      leftOut: [['reasoning', 'KIM-009: thinking cannot be turned off']],
    },
    { title: 'is off for a model without thinking', settings: { reasoning: 'off' }, body: plain },
    {
      title: 'is not set for a model without settings',
      settings: { reasoning: 'low' },
      body: plain,
      leftOut: [['reasoning', 'thinking cannot be set']],
    },
    {
      title: 'KIM-010 is an object with a type',
      settings: { reasoning: 'high' },
      traits: withControl('thinking-type'),
      body: { ...plain, thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    },
    {
      title: 'KIM-010 is an object with a type, and off',
      settings: { reasoning: 'off' },
      traits: withControl('thinking-type'),
      body: { ...plain, thinking: { type: 'disabled' } },
    },
    {
      title: 'is a switch at Qwen',
      settings: { reasoning: 'off' },
      traits: withControl('enable_thinking'),
      body: { ...plain, enable_thinking: false },
    },
    {
      title: 'is a switch at Qwen, which has no efforts',
      settings: { reasoning: 'low' },
      traits: withControl('enable_thinking'),
      body: { ...plain, enable_thinking: true },
      leftOut: [['reasoning', 'thinking is on or off: efforts are not supported']],
    },
    {
      title: 'QWN-005 has a positive budget',
      settings: { reasoning: { tokens: 0 } },
      traits: withControl('enable_thinking'),
      body: { ...plain, enable_thinking: true, thinking_budget: 1 },
    },
    {
      title: 'is an object at OpenRouter',
      settings: { reasoning: 'low' },
      traits: withControl('openrouter'),
      body: { ...plain, reasoning: { effort: 'low' } },
    },
    {
      title: 'is a budget at OpenRouter',
      settings: { reasoning: { tokens: 500 } },
      traits: withControl('openrouter'),
      body: { ...plain, reasoning: { max_tokens: 500 } },
    },
    {
      title: 'is off at OpenRouter',
      settings: { reasoning: 'off' },
      traits: withControl('openrouter'),
      body: { ...plain, reasoning: { enabled: false } },
    },
    {
      title: 'is on at OpenRouter if efforts are unknown',
      settings: { reasoning: 'low' },
      traits: withControl('openrouter', { thinking: { efforts: [] } }),
      body: { ...plain, reasoning: { enabled: true } },
      leftOut: [['reasoning', 'MIS-022: efforts are not supported']],
    },
    {
      title: 'OAC-017 is off with tools, explicitly or not, so that sampling is allowed',
      tools: [look],
      settings: { reasoning: 'high', temperature: 0.5 },
      traits: { ...known, toolsNeedResponses: true, sampling: 'without-thinking' },
      body: { ...plain, tools: [lookTool], temperature: 0.5, reasoning_effort: 'none' },
      leftOut: [['reasoning', 'OAC-017: with tools this model thinks on Responses only']],
    },
    {
      title: 'OAC-017 is off with tools by default',
      tools: [look],
      traits: { ...known, toolsNeedResponses: true },
      body: { ...plain, tools: [lookTool], reasoning_effort: 'none' },
    },
    {
      title: 'OAC-017 is free without tools',
      settings: { reasoning: 'high' },
      traits: { ...known, toolsNeedResponses: true },
      body: { ...plain, reasoning_effort: 'high' },
    },
  ]);
});

describe('other settings', () => {
  const schema = { type: 'object' };
  const format = { name: 'answer', schema };
  check([
    { title: 'stop', settings: { stop: ['END', ''] }, body: { ...plain, stop: ['END'] } },
    { title: 'no empty list of stops', settings: { stop: [] }, body: plain },
    {
      title: 'no stop sequences if they are not supported',
      settings: { stop: ['END'] },
      traits: { stop: false },
      body: plain,
      leftOut: [['stop', 'stop sequences are not supported']],
    },
    {
      title: 'at most four stop sequences',
      settings: { stop: ['a', 'b', 'c', 'd', 'e'] },
      body: { ...plain, stop: ['a', 'b', 'c', 'd'] },
      leftOut: [['stop', 'only the first 4 are used']],
    },
    { title: 'plain text', settings: { responseFormat: 'text' }, body: plain },
    {
      title: 'JSON',
      settings: { responseFormat: 'json' },
      body: { ...plain, response_format: { type: 'json_object' } },
    },
    {
      title: 'JSON with a schema',
      settings: { responseFormat: format },
      traits: { responseFormat: 'json-schema' },
      body: { ...plain, response_format: { type: 'json_schema', json_schema: format } },
    },
    {
      title: 'any JSON if schemas are not supported',
      settings: { responseFormat: format },
      body: { ...plain, response_format: { type: 'json_object' } },
      leftOut: [['responseFormat', 'schemas are not supported: any JSON object is requested']],
    },
    {
      title: 'no JSON if formats are not supported',
      settings: { responseFormat: 'json' },
      traits: { responseFormat: 'none' },
      body: plain,
      leftOut: [['responseFormat', 'response formats are not supported']],
    },
    {
      title: 'QWN-004 no JSON while thinking',
      settings: { responseFormat: 'json' },
      traits: { thinking: { control: 'enable_thinking', byDefault: true } },
      body: plain,
      leftOut: [['responseFormat', 'QWN-004: no JSON mode while thinking']],
    },
    {
      title: 'the cache key',
      settings: { cache: { key: 's1' } },
      traits: { cache: 'key' },
      body: { ...plain, prompt_cache_key: 's1' },
    },
    {
      title: 'no key if the cache has none',
      settings: { cache: { key: 's1' } },
      body: plain,
      leftOut: [['cache', 'the cache has no keys']],
    },
    { title: 'no cache to turn off', settings: { cache: false }, body: plain },
    {
      title: 'a stream with usage',
      settings: { stream: true },
      body: { ...plain, stream: true, stream_options: { include_usage: true } },
    },
    {
      title: 'MIS-017 a stream that includes usage by default',
      settings: { stream: true },
      traits: { usageOnRequest: false },
      body: { ...plain, stream: true },
    },
    {
      title: 'no stream if the target cannot stream',
      settings: { stream: true },
      traits: { streaming: false },
      body: plain,
      leftOut: [['stream', 'answers are not streamed']],
    },
  ]);
});

test('a whole conversation', () => {
  const messages = [
    user('Look'),
    model({ type: 'text', text: 'Looking' }, call('c1', 'look', { at: 'x' })),
    results([result('c1', 'seen')], { type: 'text', text: 'And now?' }),
  ];
  expect(encode({ messages, system: 'Be brief' }).body).toEqual({
    model: 'some-model',
    messages: [
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'Look' },
      {
        role: 'assistant',
        content: 'Looking',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"x"}' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'seen' },
      { role: 'user', content: 'And now?' },
    ],
  });
});
