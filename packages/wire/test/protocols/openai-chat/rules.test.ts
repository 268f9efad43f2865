import type { JsonObject, JsonValue } from '@interlock/transcript';
import { describe, expect, test } from 'vitest';
import { rules } from '../../../src/protocols/openai-chat/rules/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import type { TraitOverrides } from '../../../src/traits/traits.ts';
import { call, encode, model, result, results, say, traitsWith, user } from './outgoing.ts';

/** What OpenAI itself accepts, which is the most. */
const open: TraitOverrides = {
  systemRole: 'developer',
  laterSystem: 'in-place',
  firstMessage: 'any',
  lastMessage: 'any',
  media: { user: ['image', 'pdf', 'audio', 'video'], urls: true },
};

function violations(body: JsonObject, traits: TraitOverrides, from = 0): readonly string[] {
  const list = Array.isArray(body['messages']) ? body['messages'] : [];
  const view = { body, list, traits: traitsWith(traits), from };
  return findViolations(rules, view).map(
    ({ rule, path, level }) => `${rule} ${path}${level === 'loss' ? ' (loss)' : ''}`,
  );
}

const wireCall = (id: JsonValue, name = 'look', args: JsonValue = '{}'): JsonObject => ({
  id,
  type: 'function',
  function: { name, arguments: args },
});
const hi = { role: 'user', content: 'Hi' };
const calling = (...ids: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => wireCall(id)),
});
const tool = (id: string, content: JsonValue = 'done'): JsonObject => ({ role: 'tool', tool_call_id: id, content });
const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const thinkingChunk = { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] };

interface Row {
  readonly title: string;
  readonly list?: readonly JsonValue[];
  readonly fields?: JsonObject;
  readonly traits?: TraitOverrides;
  readonly found: readonly string[];
}

function check(rows: readonly Row[]): void {
  test.each(rows)('$title', ({ list = [hi], fields = {}, traits = {}, found }) => {
    const overrides = { ...open, ...traits, media: { ...open.media, ...traits.media } };
    expect(violations({ model: 'm', messages: list, ...fields }, overrides)).toEqual(found);
  });
}

describe('pairing', () => {
  check([
    { title: 'sound', list: [hi, calling('a', 'b'), tool('b'), tool('a'), hi], found: [] },
    {
      title: 'OAC-001 an unanswered call',
      list: [hi, calling('a', 'b'), tool('a'), hi],
      found: ['OAC-001 messages.1'],
    },
    { title: 'OAC-001 at the end', list: [hi, calling('a')], found: ['OAC-001 messages.1'] },
    {
      title: 'OAC-001 DSK-005 an answer that comes too late',
      list: [hi, calling('a'), hi, tool('a')],
      found: ['OAC-001 messages.1', 'OAC-002 messages.3.tool_call_id'],
    },
    { title: 'OAC-002 an orphan at the beginning', list: [tool('a'), hi], found: ['OAC-002 messages.0.tool_call_id'] },
    {
      title: 'OAC-002 MIS-003 an answer to an older call',
      list: [hi, calling('a'), tool('a'), calling('b'), tool('b'), tool('a')],
      found: ['OAC-002 messages.5.tool_call_id'],
    },
    {
      title: 'OAC-026 MIS-004 a second answer',
      list: [hi, calling('a'), tool('a'), tool('a')],
      found: ['OAC-026 messages.3.tool_call_id'],
    },
    {
      title: 'MIS-002 Mistral counts',
      list: [hi, calling('aaaaaaaaa', 'bbbbbbbbb'), tool('aaaaaaaaa')],
      traits: { toolIds: 'mistral' },
      found: ['OAC-001 messages.1', 'MIS-002 messages.1'],
    },
    {
      title: 'MIS-002 without ids only the count is checked',
      list: [hi, calling('', ''), { role: 'tool', content: 'done' }],
      traits: { toolIds: 'none' },
      found: ['MIS-002 messages.1'],
    },
    {
      title: 'MIS-006 KIM-005 an answer without a call',
      list: [hi, calling('a'), tool('a'), { role: 'tool', content: 'x' }],
      found: ['MIS-006 messages.3.tool_call_id'],
    },
  ]);
});

describe('ids', () => {
  const long = 'x'.repeat(41);
  check([
    {
      title: 'OAC-003 too long',
      list: [hi, calling(long), tool(long)],
      found: ['OAC-003 messages.1.tool_calls.0.id', 'OAC-003 messages.2.tool_call_id'],
    },
    {
      title: 'MIS-001 not of nine letters and digits',
      list: [hi, calling('call_1234'), tool('call_1234')],
      traits: { toolIds: 'mistral' },
      found: ['MIS-001 messages.1.tool_calls.0.id', 'MIS-001 messages.2.tool_call_id'],
    },
    {
      title: 'MIS-007 missing',
      list: [hi, { role: 'assistant', content: '', tool_calls: [wireCall(null)] }, tool('a')],
      found: ['OAC-001 messages.1', 'OAC-002 messages.2.tool_call_id', 'MIS-007 messages.1.tool_calls.0.id'],
    },
    {
      title: 'MIS-005 twice in one message',
      list: [hi, calling('a', 'a'), tool('a')],
      found: ['MIS-005 messages.1.tool_calls.1.id', 'GLM-001 messages.1.tool_calls.1.id (loss)'],
    },
    {
      title: 'GLM-001 twice in a conversation',
      list: [hi, calling('a'), tool('a'), calling('a'), tool('a')],
      found: ['GLM-001 messages.3.tool_calls.0.id (loss)'],
    },
    {
      title: 'KIM-001 counted over the conversation',
      list: [hi, calling('functions.look:0', 'functions.look:1'), tool('functions.look:0'), tool('functions.look:1')],
      traits: { toolIds: 'kimi' },
      found: [],
    },
    {
      title: 'KIM-001 not counted, and of another form',
      list: [hi, calling('functions.look:1', 'c'), tool('functions.look:1'), tool('c')],
      traits: { toolIds: 'kimi' },
      found: [
        'KIM-001 messages.1.tool_calls.0.id (loss)',
        'KIM-001 messages.1.tool_calls.1.id (loss)',
        'KIM-001 messages.1.tool_calls.1.id (loss)',
        'KIM-001 messages.3.tool_call_id (loss)',
      ],
    },
  ]);
});

describe('calls', () => {
  const withCall = (entry: JsonObject): readonly JsonValue[] => [
    hi,
    { role: 'assistant', content: '', tool_calls: [entry] },
    tool('a'),
  ];
  check([
    {
      title: 'OAC-008 DSK-011 an empty list',
      list: [hi, { role: 'assistant', content: 'x', tool_calls: [] }],
      found: ['OAC-008 messages.1.tool_calls'],
    },
    {
      title: 'OAC-008 null, and calls of the user',
      list: [
        { ...hi, tool_calls: [wireCall('a')] },
        { role: 'assistant', content: 'x', tool_calls: null },
      ],
      found: ['OAC-008 messages.0.tool_calls'],
    },
    {
      title: 'OAC-027 more calls than allowed at once',
      list: [hi, calling('a', 'b', 'c'), tool('a'), tool('b'), tool('c')],
      traits: { maxCalls: 2 },
      found: ['OAC-027 messages.1.tool_calls'],
    },
    {
      title: 'OAC-027 as many as allowed at once',
      list: [hi, calling('a', 'b'), tool('a'), tool('b')],
      traits: { maxCalls: 2 },
      found: [],
    },
    {
      title: 'OAC-005 MIS-015 a name with other letters',
      list: withCall(wireCall('a', 'fs.read')),
      found: ['OAC-005 messages.1.tool_calls.0.function.name'],
    },
    {
      title: 'OAC-005 a name too long',
      list: withCall(wireCall('a', 'x'.repeat(65))),
      found: ['OAC-005 messages.1.tool_calls.0.function.name'],
    },
    {
      title: 'OAC-011 arguments as an object',
      list: withCall(wireCall('a', 'look', {})),
      found: ['OAC-011 messages.1.tool_calls.0.function.arguments'],
    },
    {
      title: 'OAC-011 arguments as text where objects are required',
      list: withCall(wireCall('a', 'look', '{}')),
      traits: { toolArguments: 'object' },
      found: ['OAC-011 messages.1.tool_calls.0.function.arguments'],
    },
    ...['', '{bad', '[]', 'null', '"x"'].map((args) => ({
      title: `QWN-006 OLL-010 VLL-004 arguments ${args}`,
      list: withCall(wireCall('a', 'look', args)),
      found: ['QWN-006 messages.1.tool_calls.0.function.arguments'],
    })),
    {
      title: 'invalid calls',
      list: [hi, { role: 'assistant', content: '', tool_calls: ['x'] }],
      found: [
        'OAC-001 messages.1',
        'MIS-007 messages.1.tool_calls.0.id',
        'OAC-005 messages.1.tool_calls.0.function.name',
        'OAC-011 messages.1.tool_calls.0.function.arguments',
      ],
    },
  ]);
});

describe('content', () => {
  check([
    { title: 'DSK-010 not an object', list: [hi, null, 'x'], found: ['DSK-010 messages.1', 'DSK-010 messages.2'] },
    {
      title: 'DSK-010 unknown roles',
      list: [{ role: 'function', name: 'look', content: 'x' }, { content: 'x' }],
      found: ['DSK-010 messages.0.role', 'DSK-010 messages.1.role'],
    },
    {
      title: 'DSK-010 developer where it is unknown',
      list: [{ role: 'developer', content: 'x' }, hi],
      traits: { systemRole: 'system' },
      found: ['DSK-010 messages.0.role'],
    },
    {
      title: 'OAC-016 no system at all',
      list: [{ role: 'system', content: 'x' }, hi],
      traits: { systemRole: 'user' },
      found: ['OAC-016 messages.0.role'],
    },
    {
      title: 'OAC-009 null',
      list: [{ role: 'user', content: null }, calling('a'), { ...tool('a'), content: null }],
      found: ['OAC-009 messages.0.content', 'OAC-009 messages.2.content'],
    },
    { title: 'OAC-009 a number', list: [{ role: 'user', content: 7 }], found: ['OAC-009 messages.0.content'] },
    { title: 'OAC-009 null beside calls', list: [hi, { ...calling('a'), content: null }, tool('a')], found: [] },
    {
      title: 'OAC-010 neither content nor calls',
      list: [hi, { role: 'assistant', content: null }, { role: 'assistant' }],
      found: ['OAC-010 messages.1', 'OAC-010 messages.2'],
    },
    {
      title: 'OAC-010 a refusal counts as content',
      list: [hi, { role: 'assistant', content: null, refusal: 'No' }],
      found: [],
    },
    {
      title: 'KIM-013 MIS-013 XAI-002 empty messages',
      list: [
        { role: 'user', content: '' },
        { role: 'assistant', content: '' },
        { role: 'user', content: [] },
        { role: 'user', content: [{ type: 'text', text: '' }] },
      ],
      found: [0, 1, 2, 3].map((at) => `KIM-013 messages.${at}.content`),
    },
    {
      title: 'XAI-001 an empty list beside calls',
      list: [hi, { ...calling('a'), content: [] }, tool('a', '')],
      found: ['KIM-013 messages.1.content'],
    },
    {
      title: 'ANT-035 a lone surrogate, anywhere',
      list: [hi, { role: 'assistant', content: '', tool_calls: [wireCall('a', 'look', '{"a":"\ud83d"}')] }, tool('a')],
      found: ['ANT-035 messages.1'],
    },
  ]);
});

describe('parts', () => {
  check([
    { title: 'media of the user', list: [{ role: 'user', content: [image] }], found: [] },
    {
      title: 'OAC-012 media elsewhere',
      list: [hi, calling('a'), tool('a', [image]), { role: 'assistant', content: [image] }],
      found: ['OAC-012 messages.2.content.0', 'OAC-012 messages.3.content.0'],
    },
    {
      title: 'MIS-020 media in results, where allowed',
      list: [hi, calling('a'), tool('a', [image])],
      traits: { media: { results: ['image'] } },
      found: [],
    },
    {
      title: 'OAC-013 unsupported media and unknown parts',
      list: [{ role: 'user', content: [{ type: 'input_audio' }, { type: 'riddle' }, 'x'] }],
      traits: { media: { user: ['image'] } },
      found: [0, 1, 2].map((at) => `OAC-013 messages.0.content.${at}`),
    },
    {
      title: 'MIS-019 thinking chunks',
      list: [
        { role: 'user', content: [thinkingChunk] },
        { role: 'assistant', content: [thinkingChunk, { type: 'text', text: 'x' }] },
      ],
      found: ['MIS-019 messages.0.content.0', 'MIS-019 messages.1.content.0'],
    },
    {
      title: 'MIS-019 thinking chunks, where supported',
      list: [hi, { role: 'assistant', content: [thinkingChunk] }],
      traits: { thinking: { replay: 'chunks' } },
      found: [],
    },
    {
      title: 'OLL-010 addresses',
      list: [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x/y' } }] }],
      traits: { media: { urls: false } },
      found: ['OLL-010 messages.0.content.0.image_url'],
    },
  ]);
});

describe('requests that OpenAI rejects', () => {
  const sorting = (parameters: JsonObject): JsonObject => ({
    tools: [{ type: 'function', function: { name: 'sort', parameters } }],
  });
  check([
    { title: 'OAC-028 a temperature out of range', fields: { temperature: 2.1 }, found: ['OAC-028 temperature'] },
    { title: 'OAC-029 stop', fields: { stop: ['x'] }, traits: { stop: false }, found: ['OAC-029 stop'] },
    {
      title: 'OAC-030 an array without items, at any depth',
      fields: sorting({ type: 'object', properties: { a: { anyOf: [{ type: ['array', 'null'] }] } } }),
      found: ['OAC-030 tools.0.function.parameters.properties.a.anyOf.0'],
    },
    {
      title: 'OAC-031 parameters that are not an object',
      fields: sorting({ type: 'string' }),
      found: ['OAC-031 tools.0.function.parameters'],
    },
    {
      title: 'OAC-032 search, for a model without it',
      fields: { web_search_options: {} },
      found: ['OAC-032 web_search_options'],
    },
    {
      title: 'OAC-033 fields of other servers',
      fields: { top_k: 5, seed: 1, made_up: 1, cache_prompt: false, reasoning: { enabled: false } },
      traits: { checkedBy: 'openai' },
      found: ['OAC-033 top_k', 'OAC-033 cache_prompt', 'OAC-033 reasoning'],
    },
    { title: 'OAC-033 elsewhere', fields: { top_k: 5, random_seed: 1 }, found: [] },
    { title: 'OAC-034 a long id of the user', fields: { user: 'u'.repeat(65) }, found: ['OAC-034 user'] },
    {
      title: 'OAC-035 a short answer from an older model',
      fields: { verbosity: 'low' },
      traits: { furtherSettings: [] },
      found: ['OAC-035 verbosity'],
    },
    {
      title: 'OAC-036 a free-form tool',
      fields: { tools: [{ type: 'custom', custom: { name: 'patch' } }] },
      found: ['OAC-036 tools.0.type'],
    },
    {
      title: 'OAC-036 a free-form tool where it is known',
      fields: { tools: [{ type: 'custom', custom: { name: 'patch' } }] },
      traits: { customTools: true },
      found: [],
    },
    {
      title: 'MIS-017 fields that Mistral does not have',
      fields: { seed: 1, random_seed: 1, user: 'u', presence_penalty: 1 },
      traits: { checkedBy: 'mistral' },
      found: ['MIS-017 seed', 'MIS-017 user'],
    },
    {
      title: 'GRQ-006 fields that Groq does not support',
      fields: { seed: 1, logit_bias: {} },
      traits: { checkedBy: 'groq' },
      found: ['GRQ-006 logit_bias'],
    },
    {
      title: 'XAI-006 a penalty',
      fields: { presence_penalty: 0 },
      traits: { checkedBy: 'xai' },
      found: ['XAI-006 presence_penalty'],
    },
  ]);
});

describe('fields', () => {
  const thinks = { role: 'assistant', content: 'x', reasoning_content: 'hm' };
  check([
    {
      title: 'GRQ-001 unknown fields',
      list: [{ ...hi, id: 1 }, thinks],
      found: ['GRQ-001 messages.0.id', 'GRQ-001 messages.1.reasoning_content'],
    },
    {
      title: 'GRQ-001 VLL-005 known fields',
      list: [hi, thinks, { role: 'assistant', content: 'x', reasoning: 'hm' }],
      traits: { thinking: { replay: 'reasoning' } },
      found: [],
    },
    {
      title: 'GRQ-001 at Groq, parts of answers that OpenAI and Mistral gave, null or not',
      list: [hi, { role: 'assistant', content: 'x', refusal: null, annotations: [], prefix: false }],
      traits: { checkedBy: 'groq' },
      found: ['GRQ-001 messages.1.refusal', 'GRQ-001 messages.1.annotations', 'GRQ-001 messages.1.prefix'],
    },
    {
      title: 'GRQ-001 elsewhere, parts of such answers',
      list: [hi, { role: 'assistant', content: 'x', refusal: null, annotations: [], prefix: false }],
      found: [],
    },
    {
      title: 'MIS-017 fields of other roles, null or not',
      list: [
        { ...hi, name: null },
        { ...thinks, refusal: null },
      ],
      traits: { toolIds: 'mistral' },
      found: ['MIS-017 messages.0.name', 'MIS-017 messages.1.reasoning_content', 'MIS-017 messages.1.refusal'],
    },
    { title: 'OAC-025 names', list: [{ ...hi, name: 'my tool' }], found: ['OAC-025 messages.0.name'] },
  ]);
});

describe('order', () => {
  const system = { role: 'system', content: 'x' };
  const said = { role: 'assistant', content: 'x' };
  check([
    {
      title: 'GLM-001 MIS-018 the model first',
      list: [system, said, hi],
      traits: { firstMessage: 'user' },
      found: ['GLM-001 messages.1'],
    },
    {
      title: 'GLM-001 no messages',
      list: [system],
      traits: { firstMessage: 'user', lastMessage: 'user' },
      found: ['GLM-001 messages.0', 'MIS-011 messages.0'],
    },
    {
      title: 'MIS-011 the model last',
      list: [hi, said],
      traits: { lastMessage: 'user' },
      found: ['MIS-011 messages.1'],
    },
    {
      title: 'MIS-011 MIS-012 a prefix last, and only there',
      list: [hi, { ...said, prefix: true }, hi, { ...said, prefix: true }],
      traits: { lastMessage: 'user' },
      found: ['MIS-012 messages.1.prefix'],
    },
    {
      title: 'MIS-008 the user after a tool',
      list: [hi, calling('a'), tool('a'), hi],
      traits: { bridgeAfterResults: true },
      found: ['MIS-008 messages.3'],
    },
    {
      title: 'MIS-010 system after the model',
      list: [system, system, hi, system, said, system],
      traits: { laterSystem: 'after-user' },
      found: ['MIS-010 messages.5'],
    },
    {
      title: 'VLL-002 system anywhere but first',
      list: [system, system, hi],
      traits: { laterSystem: 'user-text' },
      found: ['VLL-002 messages.1'],
    },
    {
      title: 'MIS-014 text beside calls',
      list: [hi, { ...calling('a'), content: 'x' }, tool('a'), calling('b'), tool('b')],
      traits: { textBesideCalls: false },
      found: ['MIS-014 messages.1'],
    },
  ]);
});

describe('reasoning', () => {
  const kimi: TraitOverrides = {
    thinking: { replay: 'reasoning_content', demanded: 'calls', byDefault: true, canDisable: true },
  };
  const exchange = [hi, calling('a'), tool('a'), { role: 'assistant', content: 'x' }];
  check([
    {
      title: 'KIM-006 DSK-001 missing on calls',
      list: exchange,
      traits: kimi,
      found: ['KIM-006 messages.1.reasoning_content'],
    },
    {
      title: 'DSK-001 an empty one counts',
      list: [hi, { ...calling('a'), reasoning_content: '' }, tool('a')],
      traits: kimi,
      found: [],
    },
    {
      title: 'KIM-006 not required while thinking is off',
      list: exchange,
      fields: { thinking: { type: 'disabled' } },
      traits: kimi,
      found: [],
    },
    {
      title: 'KIM-007 missing anywhere',
      list: exchange,
      traits: { thinking: { ...kimi.thinking, demanded: 'always' } },
      found: ['KIM-007 messages.1.reasoning_content', 'KIM-007 messages.3.reasoning_content'],
    },
    {
      title: 'ORT-003 details that are not a list',
      list: [hi, { role: 'assistant', content: 'x', reasoning_details: '[]' }],
      traits: { thinking: { replay: 'reasoning_details' } },
      found: ['ORT-003 messages.1.reasoning_details'],
    },
    {
      title: 'MIS-021 thinking in two places',
      list: [hi, { role: 'assistant', content: [thinkingChunk], reasoning: 'hm' }],
      traits: { thinking: { replay: 'reasoning' } },
      found: ['MIS-019 messages.1.content.0', 'MIS-021 messages.1'],
    },
    { title: 'KIM-010 thinking is not a switch', fields: { thinking: true }, found: ['KIM-010 thinking'] },
    {
      title: 'KIM-009 GLM-004 always on',
      fields: { thinking: { type: 'disabled' } },
      found: ['KIM-009 thinking.type'],
    },
    { title: 'XAI-003 MIS-022 efforts', fields: { reasoning_effort: 'high' }, found: ['XAI-003 reasoning_effort'] },
    { title: 'XAI-003 none', fields: { reasoning_effort: 'none' }, found: ['XAI-003 reasoning_effort'] },
    {
      title: 'XAI-003 supported efforts',
      fields: { reasoning_effort: 'none' },
      traits: { thinking: { efforts: ['high'], canDisable: true } },
      found: [],
    },
    {
      title: 'QWN-004 QWN-005 JSON while thinking, and a budget of zero',
      fields: { response_format: { type: 'json_object' }, enable_thinking: true, thinking_budget: 0 },
      traits: { thinking: { control: 'enable_thinking' } },
      found: ['QWN-004 response_format', 'QWN-005 thinking_budget'],
    },
  ]);
});

describe('tools and limits', () => {
  const declared = (name: string, more: JsonObject = {}) => ({ type: 'function', function: { name, ...more } });
  const closed = { type: 'object', additionalProperties: false };
  check([
    { title: 'OAC-019 a choice without tools', fields: { tool_choice: 'auto' }, found: ['OAC-019 tool_choice'] },
    {
      title: 'OAC-019 a choice of another tool',
      fields: { tools: [declared('look')], tool_choice: { type: 'function', function: { name: 'run' } } },
      found: ['OAC-019 tool_choice.function.name'],
    },
    { title: 'OAC-018 without tools', fields: { parallel_tool_calls: true }, found: ['OAC-018 parallel_tool_calls'] },
    {
      title: 'KIM-012 forced',
      fields: { tools: [declared('look')], tool_choice: 'required' },
      traits: { forcedToolChoice: 'no' },
      found: ['DSK-006 tool_choice'],
    },
    {
      title: 'DSK-006 QWN-003 forced while thinking',
      fields: { tools: [declared('look')], tool_choice: 'required', enable_thinking: true },
      traits: { forcedToolChoice: 'without-thinking' },
      found: ['DSK-006 tool_choice'],
    },
    {
      title: 'DSK-006 forced while not thinking',
      fields: { tools: [declared('look')], tool_choice: 'required' },
      traits: { forcedToolChoice: 'without-thinking' },
      found: [],
    },
    {
      title: 'OAC-017 tools with thinking',
      fields: { tools: [declared('look')] },
      traits: { toolsNeedResponses: true },
      found: ['OAC-017 reasoning_effort'],
    },
    { title: 'MIS-017 no tools', fields: { tools: [] }, found: ['MIS-017 tools'] },
    {
      title: 'OAC-005 OAC-006 OAC-007 too many, too long, misnamed',
      fields: { tools: [declared('look', { description: 'long' }), declared('fs.read')] },
      traits: { maxTools: 1, maxDescription: 3 },
      found: ['OAC-007 tools', 'OAC-005 tools.1.function.name', 'OAC-006 tools.0.function.description'],
    },
    {
      title: 'OAC-020 strict, but with an invalid strict schema',
      fields: {
        tools: [
          declared('a', { strict: true, parameters: { ...closed, properties: { x: {} }, required: ['x'] } }),
          declared('b', { strict: true, parameters: { ...closed, properties: { x: {} } } }),
          declared('c', {
            strict: true,
            parameters: { ...closed, properties: { x: { type: 'array', items: { type: 'object' } } }, required: ['x'] },
          }),
          declared('d', { parameters: { type: 'object' } }),
        ],
      },
      found: ['OAC-020 tools.1.function.parameters', 'OAC-020 tools.2.function.parameters'],
    },
    {
      title: 'OAC-014 the old limit',
      fields: { max_tokens: 5 },
      traits: { maxTokensField: 'max_completion_tokens' },
      found: ['OAC-014 max_tokens'],
    },
    { title: 'AZR-002 the new limit', fields: { max_completion_tokens: 5 }, found: ['AZR-002 max_completion_tokens'] },
    {
      title: 'KIM-011 sampling',
      fields: { temperature: 1, top_p: 0.5 },
      traits: { sampling: 'none' },
      found: ['KIM-011 temperature', 'KIM-011 top_p'],
    },
    {
      title: 'OAC-015 sampling while thinking',
      fields: { temperature: 1, top_p: 0.5, reasoning_effort: 'high' },
      traits: { sampling: 'without-thinking', thinking: { efforts: ['high'] } },
      found: ['OAC-015 top_p'],
    },
    {
      title: 'OAC-037 a choice among some tools',
      fields: { tools: [declared('look')], tool_choice: { type: 'allowed_tools', allowed_tools: {} } },
      found: ['OAC-037 tool_choice.type'],
    },
    {
      title: 'OAC-037 the same for OpenAI',
      fields: { tools: [declared('look')], tool_choice: { type: 'allowed_tools', allowed_tools: {} } },
      traits: { allowedTools: true },
      found: [],
    },
    {
      title: 'OAC-019 a free-form tool that is not offered',
      fields: { tools: [declared('look')], tool_choice: { type: 'custom', custom: { name: 'run' } } },
      found: ['OAC-019 tool_choice.custom.name'],
    },
    {
      title: 'MIS-017 stream options',
      fields: { stream: true, stream_options: {} },
      traits: { checkedBy: 'mistral' },
      found: ['MIS-017 stream_options'],
    },
  ]);
});

describe('an appended turn', () => {
  const broken = [{ role: 'user', content: '' }, calling('a'), tool('a'), { role: 'assistant', content: '' }, hi];
  test('is checked alone', () => {
    const body = { model: 'm', messages: broken };
    expect(violations(body, open)).toEqual(['KIM-013 messages.0.content', 'KIM-013 messages.3.content']);
    expect(violations(body, open, 3)).toEqual(['KIM-013 messages.3.content']);
    expect(violations(body, open, 4)).toEqual([]);
  });

  test('is checked with the calls it answers', () => {
    const sound = { model: 'm', messages: [hi, calling('a', 'b'), tool('a'), tool('b')] };
    const orphan = { model: 'm', messages: [hi, calling('a'), tool('a'), tool('b')] };
    expect(violations(sound, open, 3)).toEqual([]);
    expect(violations(orphan, open, 3)).toEqual(['OAC-002 messages.3.tool_call_id']);
  });

  test('cannot break the field rules unnoticed', () => {
    expect(violations({ model: 'm', messages: [hi], tool_choice: 'auto' }, open, 1)).toEqual(['OAC-019 tool_choice']);
  });
});

test('a body we did not write breaks rules and does not throw', () => {
  for (const messages of [undefined, null, 'x', [[], 7, { role: 7, content: { a: 1 }, tool_calls: { b: 2 } }]]) {
    const body = { tools: 'x', tool_choice: 7, thinking: null, reasoning: 7, ...(messages && { messages }) };
    expect(violations(body, {}).length).toBeGreaterThan(0);
  }
});

describe('our own bodies break no rule', () => {
  const thinking = {
    type: 'thinking',
    text: 'hm',
    seal: { field: 'reasoning_details', value: '[{"type":"x"}]' },
  } as const;
  const variants: readonly (readonly [string, TraitOverrides, (n: number) => string])[] = [
    ['the careful reading', {}, (n) => `call_${n}`],
    ['OpenAI', open, (n) => `call_${n}`],
    ['no system role', { systemRole: 'user' }, (n) => `call_${n}`],
    [
      'Mistral',
      {
        toolIds: 'mistral',
        bridgeAfterResults: true,
        textBesideCalls: false,
        thinking: { replay: 'chunks' },
      },
      (n) => `abcdefgh${n}`,
    ],
    [
      'Kimi',
      { toolIds: 'kimi', thinking: { replay: 'reasoning_content', demanded: 'calls', byDefault: true } },
      (n) => `functions.look:${n}`,
    ],
    [
      'always required',
      { thinking: { replay: 'reasoning_content', demanded: 'always', byDefault: true } },
      (n) => `c${n}`,
    ],
    ['OpenRouter', { thinking: { replay: 'reasoning_details', control: 'openrouter' } }, (n) => `c${n}`],
    ['objects', { toolArguments: 'object' }, (n) => `c${n}`],
    [
      'gpt-5.6 on Chat',
      { toolsNeedResponses: true, sampling: 'without-thinking', thinking: { byDefault: true } },
      (n) => `c${n}`,
    ],
    ['sealed sampling', { sampling: 'none', forcedToolChoice: 'no', stop: false, streaming: false }, (n) => `c${n}`],
  ];
  test.each(variants)('%s', (_, traits, id) => {
    const { body } = encode({
      system: 'Be brief',
      messages: [
        user('Look', ''),
        model(thinking, say('Looking'), call(id(0)), call(id(1), 'look', { at: 'x' })),
        results([result(id(0)), result(id(1))], say('And?')),
        model(call(id(2))),
        results([result(id(2))]),
        model(thinking),
        user('Go on'),
      ],
      tools: [{ name: 'look' }],
      settings: {
        maxOutputTokens: 100,
        temperature: 0.5,
        topP: 0.9,
        toolChoice: 'required',
        parallelToolCalls: true,
        reasoning: 'high',
        stop: ['END'],
        stream: true,
        responseFormat: 'json',
      },
      traits,
    });
    expect(violations(body, traits)).toEqual([]);
  });
});
