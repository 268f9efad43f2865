import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { rules } from '../../../src/protocols/openai-responses/rules/index.ts';
import { traits } from '../../../src/protocols/openai-responses/traits.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

const user: JsonObject = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Hi.' }] };
const assistant = (more: JsonObject = {}): JsonObject => ({
  type: 'message',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'x', annotations: [] }],
  ...more,
});
const call = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'function_call',
  call_id: id,
  name: 'read',
  arguments: '{}',
  ...more,
});
const output = (id: string, more: JsonObject = {}): JsonObject => ({
  type: 'function_call_output',
  call_id: id,
  output: 'x',
  ...more,
});
const reasoning = (more: JsonObject = {}): JsonObject => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: [],
  encrypted_content: 'gAAA',
  ...more,
});
const tool: JsonObject = { type: 'function', name: 'read', parameters: {} };

interface Case {
  readonly title: string;
  readonly input: readonly JsonValue[];
  readonly body?: JsonObject;
  readonly traits?: TraitOverrides;
  readonly from?: number;
  /** Rule, path. */
  readonly found: readonly (readonly [string, string])[];
}

const sound: readonly JsonObject[] = [
  user,
  reasoning(),
  assistant({ id: 'msg_1' }),
  call('a', { id: 'fc_1' }),
  call('b'),
  output('b'),
  output('a', { output: [{ type: 'input_image', image_url: 'https://a.b/c.png' }] }),
  { role: 'user', content: 'And?' },
  { type: 'custom_tool_call', id: 'ctc_1', call_id: 'c', name: 'shell', input: 'ls' },
  { type: 'custom_tool_call_output', call_id: 'c', output: 'x' },
];

const hosted = [
  { type: 'web_search', external_web_access: true },
  { type: 'web_search', external_web_access: false },
  { type: 'web_search' },
  { type: 'namespace', name: 'mcp', tools: [tool] },
];

const cases: readonly Case[] = [
  {
    title: 'VLL-008, XAI-007 what Codex offers, at xAI',
    input: [user],
    body: { tools: hosted },
    traits: { checkedBy: 'xai' },
    found: [
      ['VLL-008', 'tools.3.type'],
      ['XAI-007', 'tools.0.external_web_access'],
      ['XAI-007', 'tools.1'],
    ],
  },
  {
    title: 'VLL-008, XAI-007 what Codex offers, at OpenAI',
    input: [user],
    body: { tools: hosted },
    traits: { checkedBy: 'openai' },
    found: [],
  },
  {
    title: 'a valid body',
    input: sound,
    body: { store: false, tools: [tool], tool_choice: { type: 'function', name: 'read' }, parallel_tool_calls: true },
    found: [],
  },
  { title: 'OAR-001 a call without output', input: [call('a'), user], found: [['OAR-001', 'input.0']] },
  {
    title: 'OAR-001 OAR-002 an output before its call',
    input: [output('a'), call('a')],
    found: [
      ['OAR-001', 'input.1'],
      ['OAR-002', 'input.0'],
    ],
  },
  { title: 'OAR-002 an output without call', input: [user, output('a')], found: [['OAR-002', 'input.1']] },
  {
    title: 'OAR-002 two outputs for one call',
    input: [call('a'), output('a'), output('a')],
    found: [['OAR-002', 'input.2']],
  },
  {
    title: 'OAR-003 a long id',
    input: [call('a'.repeat(65)), output('a'.repeat(65))],
    found: [
      ['OAR-003', 'input.0.call_id'],
      ['OAR-003', 'input.1.call_id'],
    ],
  },
  {
    title: 'OAR-004 an empty id',
    input: [call(''), { ...output(''), call_id: null }],
    found: [
      ['OAR-004', 'input.0.call_id'],
      ['OAR-004', 'input.1.call_id'],
    ],
  },
  {
    title: 'OAR-005 ids with invalid characters, and too long',
    input: [
      user,
      call('a', { id: 'call_a' }),
      output('a'),
      assistant({ id: 'msg.1' }),
      reasoning({ id: `rs_${'x'.repeat(62)}` }),
      assistant({ id: 'fc_1' }),
      assistant({ id: null }),
    ],
    found: [
      ['OAR-005', 'input.1.id'],
      ['OAR-005', 'input.3.id'],
      ['OAR-005', 'input.4.id'],
      ['OAR-005', 'input.5.id'],
    ],
  },
  {
    title: 'OAR-006 the same id twice',
    input: [assistant({ id: 'msg_4' }), user, assistant({ id: 'msg_4' })],
    found: [['OAR-006', 'input.2.id']],
  },
  {
    title: 'OAR-007 BDR-005 the same call_id twice',
    input: [call('call_0'), output('call_0'), user, call('call_0'), output('call_0')],
    found: [['OAR-007', 'input.3.call_id']],
  },
  {
    title: 'OAR-008 reasoning before the user, and at the end',
    input: [reasoning(), user, reasoning({ id: 'rs_2' })],
    found: [
      ['OAR-008', 'input.0'],
      ['OAR-008', 'input.2'],
    ],
  },
  {
    title: 'OAR-010 a reference without storage',
    input: [
      { type: 'item_reference', id: 'msg_9' },
      { id: 'msg_8' },
      { type: 'reasoning', id: 'rs_1', summary: [] },
      assistant({ id: 'msg_1' }),
    ],
    body: { store: false },
    found: [
      ['OAR-010', 'input.0'],
      ['OAR-010', 'input.1'],
      ['OAR-010', 'input.2'],
    ],
  },
  {
    title: 'OAR-010 a reference with storage',
    input: [{ type: 'item_reference', id: 'msg_9' }, user],
    found: [],
  },
  {
    title: 'OAR-015 the text of reasoning, and no summary',
    input: [
      { type: 'reasoning', encrypted_content: 'gAAA', content: [{ type: 'reasoning_text', text: 'x' }] },
      assistant(),
    ],
    found: [
      ['OAR-015', 'input.0.summary'],
      ['OAR-015', 'input.0.content'],
    ],
  },
  {
    title: 'OAR-019 arguments and outputs that are not text',
    input: [
      call('a', { arguments: { a: 1 } }),
      call('b'),
      output('a', { output: { a: 1 } }),
      output('b', {
        output: [
          { type: 'output_text', text: 'x' },
          { type: 'input_text', text: 'x' },
        ],
      }),
    ],
    found: [
      ['OAR-019', 'input.0.arguments'],
      ['OAR-019', 'input.2.output'],
      ['OAR-019', 'input.3.output.0'],
    ],
  },
  {
    title: 'OAC-011 arguments that are not an object',
    input: [call('a', { arguments: '[1]' }), call('b', { arguments: '{' }), output('a'), output('b')],
    found: [
      ['OAC-011', 'input.0.arguments'],
      ['OAC-011', 'input.1.arguments'],
    ],
  },
  { title: 'OAR-021 no input', input: [], found: [['OAR-021', 'input']] },
  {
    title: 'OAR-021 entries that are not objects',
    input: [user, 'x', null],
    found: [
      ['OAR-021', 'input.1'],
      ['OAR-021', 'input.2'],
    ],
  },
  {
    title: 'OAR-023 input_text from the model and output_text from the user',
    input: [
      assistant({ content: [{ type: 'input_text', text: 'x' }] }),
      { role: 'user', content: [{ type: 'output_text', text: 'x' }] },
      { role: 'tool', content: 'x' },
      { role: 'user', content: null },
    ],
    found: [
      ['OAR-023', 'input.0.content.0'],
      ['OAR-023', 'input.1.content.0'],
      ['OAR-023', 'input.2.role'],
      ['OAR-023', 'input.3.content'],
    ],
  },
  {
    title: 'OAR-029 a custom call with another id',
    input: [
      { type: 'custom_tool_call', id: 'call_1', call_id: 'c', name: 'shell', input: 'ls' },
      { type: 'custom_tool_call_output', call_id: 'c', output: 'x' },
    ],
    found: [['OAR-029', 'input.0.id']],
  },
  {
    title: 'OAR-030 the id of reasoning without the id of its message',
    input: [user, reasoning(), assistant()],
    found: [['OAR-030', 'input.2']],
  },
  {
    title: 'OAR-031 fields that OpenAI does not know',
    input: [
      { ...user, name: 'ann' },
      { type: 'reasoning', summary: [], encrypted_content: 'x', status: null },
      {
        type: 'message',
        role: 'assistant',
        content: [{ type: 'output_text', text: 'x', parsed: {} }],
        status: 'completed',
      },
      { ...call('a'), parsed_arguments: {}, namespace: 'n' },
      { ...output('a'), output: [{ type: 'input_text', text: 'x', cache_control: {} }] },
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search' } },
    ],
    traits: { checkedBy: 'openai' },
    found: [
      ['OAR-031', 'input.0.name'],
      ['OAR-031', 'input.1.status'],
      ['OAR-031', 'input.2.content.0.parsed'],
      ['OAR-031', 'input.3.parsed_arguments'],
      ['OAR-031', 'input.4.output.0.cache_control'],
    ],
  },
  { title: 'OAR-031 elsewhere', input: [{ ...user, name: 'ann' }], found: [] },
  {
    title: 'ANT-035 a lone surrogate',
    input: [user, { role: 'user', content: [{ type: 'input_text', text: 'x\ud83d' }] }],
    found: [['ANT-035', 'input.1']],
  },
  {
    title: 'OAC-005 names, declared and called',
    input: [call('a', { name: 'fs/read' }), output('a')],
    body: { tools: [{ ...tool, name: 'x'.repeat(65) }, tool, { type: 'web_search' }] },
    found: [
      ['OAC-005', 'tools.0.name'],
      ['OAC-005', 'input.0.name'],
    ],
  },
  {
    title: 'OAC-006 a long description, if there is a limit',
    input: [user],
    body: { tools: [{ ...tool, description: 'x'.repeat(1025) }] },
    traits: { maxDescription: 1024 },
    found: [['OAC-006', 'tools.0.description']],
  },
  {
    title: 'OAC-007 too many tools',
    input: [user],
    body: { tools: Array.from({ length: 129 }, (_, at) => ({ ...tool, name: `t${at}` })) },
    found: [['OAC-007', 'tools']],
  },
  {
    title: 'OAC-015 sampling while thinking',
    input: [user],
    body: { temperature: 0.2, top_p: 0.9, reasoning: { effort: 'low' } },
    found: [
      ['OAC-015', 'temperature'],
      ['OAC-015', 'top_p'],
    ],
  },
  {
    title: 'OAC-015 sampling for a model that thinks by default',
    input: [user],
    body: { temperature: 0.2 },
    traits: { thinking: { byDefault: true } },
    found: [['OAC-015', 'temperature']],
  },
  {
    title: 'OAC-015 unless thinking is turned off',
    input: [user],
    body: { temperature: 0.2, reasoning: { effort: 'none' } },
    traits: { thinking: { byDefault: true } },
    found: [],
  },
  {
    title: 'OAC-018 OAC-019 choices without tools',
    input: [user],
    body: { parallel_tool_calls: true, tool_choice: 'required' },
    found: [
      ['OAC-018', 'parallel_tool_calls'],
      ['OAC-019', 'tool_choice'],
    ],
  },
  {
    title: 'OAC-019 a missing tool',
    input: [user],
    body: { tools: [tool], tool_choice: { type: 'function', name: 'write' } },
    found: [['OAC-019', 'tool_choice.name']],
  },
  {
    title: 'DSK-008 a message between two calls, if calls must be last',
    input: [call('a'), assistant(), call('b'), output('a'), output('b')],
    traits: { callsLast: true },
    found: [['DSK-008', 'input.1']],
  },
  {
    title: 'OAC-028 a temperature out of range',
    input: [user],
    body: { temperature: -1 },
    found: [['OAC-028', 'temperature']],
  },
  {
    title: 'OAC-033 a field of other servers',
    input: [user],
    body: { top_k: 5 },
    traits: { checkedBy: 'openai' },
    found: [['OAC-033', 'top_k']],
  },
  {
    title: 'OAC-034 a long id of the user',
    input: [user],
    body: { safety_identifier: 'u'.repeat(65) },
    found: [['OAC-034', 'safety_identifier']],
  },
  {
    title: 'OAC-035 a short answer from an older model',
    input: [user],
    body: { text: { verbosity: 'low' } },
    traits: { furtherSettings: [] },
    found: [['OAC-035', 'text.verbosity']],
  },
  {
    title: 'OAC-036 a free-form tool for an older model',
    input: [user],
    body: { tools: [{ type: 'custom', name: 'a' }] },
    traits: { customTools: false },
    found: [['OAC-036', 'tools.0.type']],
  },
  {
    title: 'OAC-036 a free-form tool for a newer one',
    input: [user],
    body: { tools: [{ type: 'custom', name: 'a' }] },
    traits: { customTools: true },
    found: [],
  },
  {
    title: 'OAC-037 a choice among some tools',
    input: [user],
    body: {
      tools: [tool],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'read' }] },
    },
    traits: { allowedTools: false },
    found: [['OAC-037', 'tool_choice.type']],
  },
  {
    title: 'OAC-037 the same for OpenAI',
    input: [user],
    body: {
      tools: [tool],
      tool_choice: { type: 'allowed_tools', mode: 'auto', tools: [{ type: 'function', name: 'read' }] },
    },
    traits: { allowedTools: true },
    found: [],
  },
  {
    title: 'OAC-030 an array without items',
    input: [user],
    body: {
      tools: [{ type: 'function', name: 'a', parameters: { type: 'object', properties: { x: { type: 'array' } } } }],
    },
    found: [['OAC-030', 'tools.0.parameters.properties.x']],
  },
  {
    title: 'OAC-031 parameters that are not an object',
    input: [user],
    body: { tools: [{ type: 'function', name: 'a', parameters: { type: 'array', items: {} } }] },
    found: [['OAC-031', 'tools.0.parameters']],
  },
  {
    title: 'DSK-008 allowed if the order is free',
    input: [call('a'), assistant(), call('b'), output('a'), output('b')],
    found: [],
  },
  {
    title: 'checks only new items',
    input: [call('x'.repeat(65)), user, user, call('b', { name: 'fs/read' }), output('b')],
    from: 3,
    found: [['OAC-005', 'input.3.name']],
  },
  {
    title: 'checks an answer that spans the boundary as a whole',
    input: [user, reasoning(), call('a', { id: 'fc_1' }), call('b'), output('a')],
    from: 4,
    found: [['OAR-001', 'input.3']],
  },
  {
    title: 'reasoning before the boundary that the new item does not belong to',
    input: [user, reasoning(), user],
    from: 2,
    found: [['OAR-008', 'input.1']],
  },
];

test.each(cases)('$title', ({ input, body = {}, from = 0, found, ...more }) => {
  const own = overlayTraits(traits, more.traits ?? {});
  const violations = findViolations(rules, { body: { ...body, input }, list: input, traits: own, from });
  const byRule = (a: readonly [string, string], b: readonly [string, string]): number =>
    a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;
  expect(violations.map(({ rule, path }) => [rule, path] as const).sort(byRule)).toEqual([...found].sort(byRule));
});

test('input may be text', () => {
  const view = { list: [], traits, from: 0 };
  expect(findViolations(rules, { ...view, body: { input: 'Hi.' } })).toEqual([]);
  expect(findViolations(rules, { ...view, body: { input: '' } }).map(({ rule }) => rule)).toEqual(['OAR-021']);
});

test('every rule is broken by one of the cases and has a unique id', () => {
  const ids = rules.map(({ id }) => id);
  const broken = new Set(cases.flatMap(({ found }) => found.map(([id]) => id)));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.filter((id) => !broken.has(id))).toEqual([]);
});
