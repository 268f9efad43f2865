/** For every rule of Moonshot: a request that breaks it, and one as like it as can be that does not. */
import type { Body, RuleCase } from '../case-checks.ts';

const user = { role: 'user', content: 'Where is it?' };
const said = { role: 'assistant', content: 'Here.' };

const call = (id: string, name = 'search'): Body => ({ id, type: 'function', function: { name, arguments: '{}' } });
const calls = (...ids: readonly string[]): Body => ({
  role: 'assistant',
  content: '',
  reasoning_content: 'I look.',
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, content = 'found'): Body => ({ role: 'tool', tool_call_id: id, name: 'search', content });
const id = (count: number): string => `functions.search:${count}`;
const round = [user, calls(id(0)), result(id(0))];
const { reasoning_content: _thought, ...thoughtless } = calls(id(0));

const k2 = 'kimi-k2-0905';
const ask = (model: string, messages: readonly unknown[], more: Body = {}): Body => ({ model, messages, ...more });
const withTool = (parameters: unknown): Body =>
  ask(k2, [user], { tools: [{ type: 'function', function: { name: 'search', parameters } }] });

const flavored = (path: string, words: string): string =>
  `Invalid request: tools.function.parameters is not a valid moonshot flavored json schema, details: <At path '${path}': ${words}>`;
const unanswered = (ids: string): string =>
  `an assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: ${ids}`;

const schema = (when: string, path: string, words: string, broken: unknown, kept: unknown): RuleCase => ({
  rule: 'KIM-014',
  when,
  status: 400,
  says: flavored(path, words),
  at: 'tools[0].function.parameters',
  broken: withTool(broken),
  kept: withTool(kept),
});

export const moonshotCases: readonly RuleCase[] = [
  {
    rule: 'KIM-001',
    when: 'an id of another provider',
    status: 200,
    says: "the id of the call is 'call_abc', expected 'functions.search:0'",
    at: 'messages[1].tool_calls[0].id',
    broken: ask(k2, [user, calls('call_abc'), result('call_abc')]),
    kept: ask(k2, round),
  },
  {
    rule: 'KIM-001',
    when: 'a count that starts again in the second turn',
    status: 200,
    says: "the id of the call is 'functions.search:0', expected 'functions.search:1'",
    at: 'messages[3].tool_calls[0].id',
    broken: ask('kimi-k2.6', [...round, calls(id(0)), result(id(0))]),
    kept: ask('kimi-k2.6', [...round, calls(id(1)), result(id(1))]),
  },
  {
    rule: 'KIM-003',
    when: 'calls without results',
    status: 400,
    says: unanswered('Shell:58, Shell:59'),
    at: 'messages[1].tool_calls',
    broken: ask('kimi-k3', [user, calls('Shell:58', 'Shell:59'), user]),
    kept: ask('kimi-k3', [user, calls('Shell:58', 'Shell:59'), result('Shell:58'), result('Shell:59'), user]),
  },
  {
    rule: 'KIM-003',
    when: 'a call without a result at the end',
    status: 400,
    says: unanswered(id(1)),
    at: 'messages[1].tool_calls',
    broken: ask(k2, [user, calls(id(0), id(1)), result(id(0))]),
    kept: ask(k2, [user, calls(id(0), id(1)), result(id(0)), result(id(1))]),
  },
  {
    rule: 'KIM-005',
    when: 'a result with an empty id',
    status: 400,
    says: 'tool_call_id  is not found',
    at: 'messages[2].tool_call_id',
    broken: ask(k2, [user, calls(id(0)), result('')]),
    kept: ask(k2, round),
  },
  {
    rule: 'KIM-005',
    when: 'a result of no call',
    status: 400,
    says: 'tool_call_id functions.search:0 is not found',
    at: 'messages[1].tool_call_id',
    broken: ask(k2, [user, result(id(0)), user]),
    kept: ask(k2, [...round, user]),
  },
  {
    rule: 'KIM-006',
    when: 'calls without the thinking that led to them',
    status: 400,
    says: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    at: 'messages[1].reasoning_content',
    broken: ask('kimi-k2.5', [user, thoughtless, result(id(0))]),
    kept: ask('kimi-k2.5', [user, thoughtless, result(id(0))], { thinking: { type: 'disabled' } }),
  },
  {
    rule: 'KIM-006',
    when: 'an empty thinking, in an earlier turn',
    status: 400,
    says: 'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
    at: 'messages[1].reasoning_content',
    broken: ask('kimi-k2-thinking', [user, { ...calls(id(0)), reasoning_content: '' }, result(id(0)), said, user]),
    kept: ask('kimi-k2-thinking', [user, { ...calls(id(0)), reasoning_content: ' ' }, result(id(0)), said, user]),
  },
  {
    rule: 'KIM-007',
    when: 'a switch for thinking on K3',
    status: 400,
    says: 'invalid thinking: the thinking parameter is not supported for this model',
    at: 'thinking',
    broken: ask('kimi-k3', [user], { thinking: { type: 'disabled' } }),
    kept: ask('kimi-k3', [user], { reasoning_effort: 'low' }),
  },
  {
    rule: 'KIM-007',
    when: 'an effort K3 does not know',
    status: 400,
    says: 'invalid reasoning_effort: only low, high, max are allowed for this model',
    at: 'reasoning_effort',
    broken: ask('kimi-k3.1-pro', [user], { reasoning_effort: 'off' }),
    kept: ask('kimi-k3.1-pro', [user], { reasoning_effort: 'max' }),
  },
  {
    rule: 'KIM-007',
    when: 'an effort K3 takes for another',
    status: 200,
    says: "reasoning_effort 'medium' is none of low, high, max: another one is used",
    at: 'reasoning_effort',
    broken: ask('kimi-k3', [user], { reasoning_effort: 'medium' }),
    kept: ask('kimi-k3', [user], { reasoning_effort: 'high' }),
  },
  {
    rule: 'KIM-007',
    when: 'an answer on K3 without its thinking',
    status: 200,
    says: 'reasoning_content is missing in assistant message at index 1',
    at: 'messages[1].reasoning_content',
    broken: ask('kimi-k3', [user, said, user]),
    kept: ask('kimi-k3', [user, { ...said, reasoning_content: 'There.' }, user]),
  },
  {
    rule: 'KIM-009',
    when: 'thinking switched off on K2.7-code',
    status: 400,
    says: 'invalid thinking: only type=enabled is allowed for this model',
    at: 'thinking.type',
    broken: ask('kimi-k2.7-code', [user], { thinking: { type: 'disabled' } }),
    kept: ask('kimi-k2.7-code', [user], { thinking: { type: 'enabled' } }),
  },
  {
    rule: 'KIM-010',
    when: 'thinking that is no object',
    status: 400,
    says: 'the thinking field in the request (expected type object) is illegal, and bool is not acceptable',
    at: 'thinking',
    broken: ask('kimi-k2.5', [user], { thinking: true }),
    kept: ask('kimi-k2.5', [user], { thinking: { type: 'enabled' } }),
  },
  {
    rule: 'KIM-011',
    when: 'another temperature while thinking',
    status: 400,
    says: 'invalid temperature: only 1 is allowed for this model',
    at: 'temperature',
    broken: ask('kimi-k2.6', [user], { temperature: 0.3 }),
    kept: ask('kimi-k2.6', [user], { temperature: 1 }),
  },
  {
    rule: 'KIM-011',
    when: 'another temperature while not thinking',
    status: 400,
    says: 'invalid temperature: only 0.6 is allowed for this model',
    at: 'temperature',
    broken: ask('kimi-k2.6', [user], { temperature: 1, thinking: { type: 'disabled' } }),
    kept: ask('kimi-k2.6', [user], { temperature: 0.6, thinking: { type: 'disabled' } }),
  },
  {
    rule: 'KIM-011',
    when: 'another top_p',
    status: 400,
    says: 'invalid top_p: only 0.95 is allowed for this model',
    at: 'top_p',
    broken: ask('kimi-k2.5', [user], { top_p: 1 }),
    kept: ask(k2, [user], { top_p: 1 }),
  },
  {
    rule: 'KIM-012',
    when: 'a call that must be made',
    status: 400,
    says: "tool_choice 'required' is not supported",
    at: 'tool_choice',
    broken: ask(k2, [user], { tool_choice: 'required' }),
    kept: ask(k2, [user], { tool_choice: 'auto' }),
  },
  {
    rule: 'KIM-012',
    when: 'a certain tool while thinking',
    status: 400,
    says: "tool_choice 'specified' is incompatible with thinking enabled",
    at: 'tool_choice',
    broken: ask('kimi-k2.6', [user], { tool_choice: { type: 'function', function: { name: 'search' } } }),
    kept: ask('kimi-k2.6', [user], {
      tool_choice: { type: 'function', function: { name: 'search' } },
      thinking: { type: 'disabled' },
    }),
  },
  {
    rule: 'KIM-012',
    when: 'an effort of none',
    status: 400,
    says: "invalid reasoning_effort: 'none' is not supported",
    at: 'reasoning_effort',
    broken: ask('kimi-k3', [user], { reasoning_effort: 'none' }),
    kept: ask('kimi-k3', [user], { reasoning_effort: null }),
  },
  {
    rule: 'KIM-013',
    when: 'an answer with nothing in it',
    status: 400,
    says: "Invalid request: the message at position 1 with role 'assistant' must not be empty",
    at: 'messages[1].content',
    broken: ask(k2, [user, { role: 'assistant', content: '' }, user]),
    kept: ask(k2, [user, said, user]),
  },
  {
    rule: 'KIM-013',
    when: 'a result with nothing in it',
    status: 400,
    says: "Invalid request: the message at position 2 with role 'tool' must not be empty",
    at: 'messages[2].content',
    broken: ask(k2, [user, calls(id(0)), result(id(0), '')]),
    kept: ask(k2, round),
  },
  schema(
    'a reference to definitions',
    'properties.filters.$ref',
    'references must start with #/$defs/',
    { type: 'object', properties: { filters: { $ref: '#/definitions/X' } }, definitions: { X: { type: 'string' } } },
    { type: 'object', properties: { filters: { $ref: '#/$defs/X' } }, $defs: { X: { type: 'string' } } },
  ),
  schema(
    'a type beside anyOf',
    'properties.list.items',
    'when using anyOf, type should be defined in anyOf items instead of the parent schema',
    { type: 'object', properties: { list: { type: 'array', items: { type: 'string', anyOf: [{ minLength: 1 }] } } } },
    { type: 'object', properties: { list: { type: 'array', items: { anyOf: [{ type: 'string', minLength: 1 }] } } } },
  ),
  schema(
    'a reference with a description its target has too',
    'properties.x',
    'conflicting keywords found after $ref expansion: description',
    {
      type: 'object',
      properties: { x: { $ref: '#/$defs/X', description: 'Here.' } },
      $defs: { X: { type: 'string', description: 'There.' } },
    },
    {
      type: 'object',
      properties: { x: { $ref: '#/$defs/X', description: 'Here.' } },
      $defs: { X: { type: 'string' } },
    },
  ),
  schema(
    'a reference with a type',
    '$defs.Y',
    'when using $ref, type should be defined in the referenced schema instead of the parent schema',
    { type: 'object', properties: {}, $defs: { X: { type: 'string' }, Y: { $ref: '#/$defs/X', type: 'string' } } },
    { type: 'object', properties: {}, $defs: { X: { type: 'string' }, Y: { $ref: '#/$defs/X' } } },
  ),
  schema(
    'items in a row',
    'properties.pair',
    'items must be an object',
    { type: 'object', properties: { pair: { type: 'array', items: [{ type: 'string' }] } } },
    { type: 'object', properties: { pair: { type: 'array', items: { type: 'string' } } } },
  ),
  schema(
    'a property that is required and not there',
    'required',
    "required property 'b' is not defined in properties",
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a', 'b'] },
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] },
  ),
  {
    rule: 'KIM-015',
    when: 'more than fits',
    status: 400,
    says: 'Invalid request: Your request exceeded model token limit: 64 (requested: 65)',
    at: 'messages',
    broken: ask('kimi-tiny-window', [{ role: 'user', content: 'x'.repeat(257) }]),
    kept: ask('kimi-tiny-window', [{ role: 'user', content: 'x'.repeat(256) }]),
  },
];
