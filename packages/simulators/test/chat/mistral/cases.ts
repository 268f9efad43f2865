/** For every rule of Mistral: a request that breaks it, and one as like it as can be that does not. */
import type { Body, RuleCase } from '../case-checks.ts';

const user = { role: 'user', content: 'Where is it?' };
const system = { role: 'system', content: 'Be brief.' };
const said = { role: 'assistant', content: 'Here.' };
const first = 'abcdefgh1';
const second = 'abcdefgh2';

const call = (id?: string, name = 'search'): Body => ({
  ...(id === undefined ? {} : { id }),
  type: 'function',
  function: { name, arguments: '{}' },
});
const calls = (...ids: readonly (string | undefined)[]): Body => ({
  role: 'assistant',
  content: '',
  tool_calls: ids.map((id) => call(id)),
});
const result = (id: string, more: Body = {}): Body => ({ role: 'tool', tool_call_id: id, content: 'found', ...more });
const tool = (parameters: unknown, name = 'search'): Body => ({ type: 'function', function: { name, parameters } });
const thinking = { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] };
const text = { type: 'text', text: 'So.' };
const image = { type: 'image_url', image_url: 'data:image/png;base64,AAAA' };

const ask = (messages: readonly unknown[], more: Body = {}): Body => ({
  model: 'mistral-large-latest',
  messages,
  ...more,
});
const nim = { model: 'mistral-small-2506-nim' };
const gguf = { model: 'ministral-8b-2512-gguf' };
const v3 = { model: 'open-mistral-7b' };
const v7 = { model: 'mistral-large-2407' };
const v11 = { model: 'mistral-medium-2508' };
const v13 = { model: 'magistral-medium-2509' };
const v15 = { model: 'mistral-medium-3.5' };

const round = [user, calls(first), result(first)];

const refused = (
  rule: string,
  when: string,
  { at, says, code = 'invalid_request_error' }: { readonly at: string; readonly says: string; readonly code?: string },
  broken: Body,
  kept: Body,
): RuleCase => ({ rule, when, broken, kept, says, at, code, status: 400 });

const order = 'invalid_request_message_order';
const made = 'invalid_request_function_call';
const answer = 'invalid_request_assistant_message';
const reply = 'invalid_request_tool_message';

const extra = (loc: readonly unknown[], input: unknown): Body => ({
  type: 'extra_forbidden',
  loc,
  msg: 'Extra inputs are not permitted',
  input,
});
const forbidden = (when: string, at: string, details: readonly Body[], broken: Body, kept: Body): RuleCase => ({
  rule: 'MIS-017',
  when,
  broken,
  kept,
  says: JSON.stringify(details),
  at,
  code: 'invalid_request_error',
  status: 422,
});

const badId = (id: string): string => `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`;
const badName = (name: string): string =>
  `Function name was ${name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`;
const uneven = 'Not the same number of function calls and responses';
const lastRole = (role: string): string =>
  `Expected last role User or Tool (or Assistant with prefix True) for serving but got ${role}`;

export const mistralCases: readonly RuleCase[] = [
  refused(
    'MIS-001',
    'an id of another provider',
    { at: 'messages[1].tool_calls[0].id', says: badId('call_search'), code: made },
    ask([user, calls('call_search'), result('call_search')]),
    ask(round),
  ),
  refused(
    'MIS-001',
    'a result with an id of ten characters, where ids are not compared',
    { at: 'messages[2].tool_call_id', says: badId('abcdefgh10'), code: reply },
    ask([user, calls(first), result('abcdefgh10')], v7),
    ask([user, calls(first), result('ABCDEFGH1')], v7),
  ),
  refused(
    'MIS-002',
    'a call without a result before the next answer',
    { at: 'messages[3]', says: uneven, code: order },
    ask([user, calls(first, second), result(first), said, user]),
    ask([user, calls(first, second), result(first), result(second), said, user]),
  ),
  refused(
    'MIS-002',
    'a call without a result at the end',
    { at: 'messages[2]', says: uneven, code: order },
    ask([user, calls(first, second), result(first)], v3),
    ask([user, calls(first, second), result(first), result(second)], v3),
  ),
  refused(
    'MIS-003',
    'the id of an older turn',
    { at: 'messages[5].tool_call_id', says: `Unexpected tool call id ${first} in tool results`, code: order },
    ask([...round, user, calls(second), result(first)], v11),
    ask([...round, user, calls(second), result(second)], v11),
  ),
  refused(
    'MIS-004',
    'two results of one call',
    { at: 'messages[3].tool_call_id', says: `Duplicate tool call id ${first} in tool results`, code: order },
    ask([user, calls(first, second), result(first), result(first)]),
    ask([user, calls(first, second), result(second), result(first)]),
  ),
  refused(
    'MIS-005',
    'two calls with one id in a message',
    { at: 'messages[1].tool_calls[1].id', says: `Duplicate tool call id ${first} in assistant message`, code: order },
    ask([user, calls(first, first), result(first), result(first)]),
    // Across turns they may repeat.
    ask([...round, calls(first), result(first)]),
  ),
  refused(
    'MIS-006',
    'a result without an id',
    { at: 'messages[2].tool_call_id', says: 'Tool call id has to be defined.' },
    ask([user, calls(first), { role: 'tool', content: 'found' }]),
    ask(round),
  ),
  refused(
    'MIS-006',
    'a result without an id, where ids are not compared',
    { at: 'messages[2].tool_call_id', says: 'Tool call id has to be defined.' },
    ask([user, calls(first), { role: 'tool', content: 'found', tool_call_id: null }], v3),
    ask(round, v3),
  ),
  refused(
    'MIS-007',
    'a call without an id',
    { at: 'messages[1].tool_calls[0].id', says: 'Tool call id has to be defined in serving mode.', code: made },
    ask([user, calls(undefined), result(first)]),
    ask(round),
  ),
  refused(
    'MIS-007',
    "the id 'null', where ids are not compared",
    { at: 'messages[1].tool_calls[0].id', says: 'Tool call id has to be defined in serving mode.', code: made },
    ask([user, calls('null'), result(first)], v7),
    ask(round, v7),
  ),
  refused(
    'MIS-008',
    'a user directly after a result, on a server with an older validator',
    { at: 'messages[3]', says: "Unexpected role 'user' after role 'tool'", code: order },
    ask([...round, user], nim),
    ask([...round, said, user], nim),
  ),
  refused(
    'MIS-008',
    'the same, which the platform takes',
    { at: 'messages[3]', says: "Unexpected role 'user' after role 'tool'", code: order },
    ask([...round, user], nim),
    ask([...round, user]),
  ),
  refused(
    'MIS-009',
    'a result after a user',
    { at: 'messages[1]', says: "Unexpected role 'tool' after role 'user'", code: order },
    ask([user, result(first)]),
    ask(round),
  ),
  refused(
    'MIS-010',
    'a system message after an answer',
    { at: 'messages[2]', says: "Unexpected role 'system' after role 'assistant'", code: order },
    ask([user, said, system, user]),
    ask([user, system, said, user]),
  ),
  refused(
    'MIS-011',
    'an answer at the end',
    { at: 'messages[1]', says: lastRole('assistant'), code: order },
    ask([user, said]),
    ask([user, { ...said, prefix: true }]),
  ),
  refused(
    'MIS-011',
    'an answer at the end, in the newer words',
    {
      at: 'messages[1]',
      says: 'Expected last role User or Tool (or Assistant with prefix or continue_final_message set to True) for serving but got assistant',
      code: order,
    },
    ask([user, said], v15),
    ask([user, said], { ...v15, continue_final_message: true }),
  ),
  refused(
    'MIS-012',
    'a prefix in the middle',
    { at: 'messages[1]', says: 'Assistant message with prefix True must be last message', code: answer },
    ask([user, { ...said, prefix: true }, user]),
    ask([user, { ...said, prefix: false }, user]),
  ),
  refused(
    'MIS-013',
    'an answer with nothing in it',
    {
      at: 'messages[1]',
      says: 'Assistant message must have either content or tool_calls, but not none.',
      code: answer,
    },
    ask([user, { role: 'assistant', content: '' }, user]),
    ask([user, said, user]),
  ),
  refused(
    'MIS-014',
    'words and calls together, on v3',
    {
      at: 'messages[1]',
      says: 'Assistant message must have either content or tool_calls, but not both.',
      code: answer,
    },
    ask([user, { ...calls(first), content: 'I look.' }, result(first)], v3),
    ask([user, { role: 'assistant', content: 'I look.' }, calls(first), result(first)], v3),
  ),
  refused(
    'MIS-014',
    'words and calls together, which v7 takes',
    {
      at: 'messages[1]',
      says: 'Assistant message must have either content or tool_calls, but not both.',
      code: answer,
    },
    ask([user, { ...calls(first), content: 'I look.' }, result(first)], v3),
    ask([user, { ...calls(first), content: 'I look.' }, result(first)], v7),
  ),
  refused(
    'MIS-015',
    'a point in the name of a tool',
    { at: 'tools[0].function.name', says: badName('fs.read'), code: 'invalid_request_tool' },
    ask([user], { tools: [tool({}, 'fs.read')] }),
    ask([user], { tools: [tool({}, 'fs_read')] }),
  ),
  refused(
    'MIS-015',
    'a point in the name of a call',
    { at: 'messages[1].tool_calls[0].function.name', says: badName('fs.read'), code: made },
    ask([user, { ...calls(first), tool_calls: [call(first, 'fs.read')] }, result(first)]),
    ask([user, { ...calls(first), tool_calls: [call(first, 'fs-read')] }, result(first)]),
  ),
  refused(
    'MIS-015',
    'a name of 65 letters on a result',
    { at: 'messages[2].name', says: badName('n'.repeat(65)), code: reply },
    ask([user, calls(first), result(first, { name: 'n'.repeat(65) })]),
    ask([user, calls(first), result(first, { name: 'n'.repeat(64) })]),
  ),
  refused(
    'MIS-016',
    'a type that is none',
    {
      at: 'tools[0].function.parameters',
      says: "Invalid tool schema: 'strng' is not valid under any of the given schemas",
      code: 'invalid_request_tool',
    },
    ask([user], { tools: [tool({ type: 'object', properties: { q: { type: 'strng' } } })] }),
    ask([user], { tools: [tool({ type: 'object', properties: { q: { type: ['string', 'null'] } } })] }),
  ),
  refused(
    'MIS-016',
    '`required: true` in a property',
    {
      at: 'tools[0].function.parameters',
      says: "Invalid tool schema: True is not of type 'array'",
      code: 'invalid_request_tool',
    },
    ask([user], { tools: [tool({ type: 'object', properties: { q: { type: 'string', required: true } } })] }),
    ask([user], { tools: [tool({ type: 'object', properties: { q: { type: 'string' } }, required: ['q'] })] }),
  ),
  forbidden(
    'thinking in a field of its own',
    'body.messages.1.assistant.reasoning_content',
    [extra(['body', 'messages', 1, 'assistant', 'reasoning_content'], 'Hm.')],
    ask([user, { ...said, reasoning_content: 'Hm.' }, user]),
    ask([user, { role: 'assistant', content: [thinking, text] }, user]),
  ),
  forbidden(
    'several unknown fields, one of them null: all are told',
    'body.max_completion_tokens',
    [
      extra(['body', 'max_completion_tokens'], 10),
      extra(['body', 'messages', 0, 'user', 'name'], 'Ada'),
      extra(['body', 'messages', 1, 'assistant', 'refusal'], null),
    ],
    ask([{ ...user, name: 'Ada' }, { ...said, refusal: null }, user], { max_completion_tokens: 10 }),
    ask([user, said, user], { max_tokens: 10 }),
  ),
  forbidden(
    'a mark for the cache in a chunk and a field in a call',
    'body.messages.0.user.content.0.text.cache_control',
    [
      extra(['body', 'messages', 0, 'user', 'content', 0, 'text', 'cache_control'], {}),
      extra(['body', 'messages', 1, 'assistant', 'tool_calls', 0, 'extra_content'], 1),
    ],
    ask([
      { role: 'user', content: [{ ...text, cache_control: {} }] },
      { ...calls(first), tool_calls: [{ ...call(first), extra_content: 1 }] },
      result(first),
    ]),
    ask([
      { role: 'user', content: [text] },
      { ...calls(first), tool_calls: [{ ...call(first), index: 0 }] },
      result(first),
    ]),
  ),
  refused(
    'MIS-018',
    'an answer alone',
    { at: 'messages[0]', says: 'Conversation must start with a user message or system message', code: order },
    ask([said]),
    ask([system]),
  ),
  refused(
    'MIS-019',
    'thinking in a result',
    { at: 'messages[2].content', says: "Unexpected content chunk types in tool message: ['ThinkChunk']" },
    ask([user, calls(first), result(first, { content: [thinking] })], v15),
    ask([user, calls(first), result(first, { content: [text] })], v15),
  ),
  refused(
    'MIS-019',
    'thinking in a system message on v15',
    {
      at: 'messages[0].content',
      says: "Unexpected content chunk types in system message: ['TextChunk', 'ThinkChunk']",
    },
    ask([{ role: 'system', content: [text, thinking] }, user], v15),
    ask([{ role: 'system', content: [text, thinking] }, user], v13),
  ),
  refused(
    'MIS-019',
    'thinking in an answer before v11',
    {
      at: 'messages[1].content',
      says: "Unexpected content chunk types in assistant message: ['ThinkChunk', 'TextChunk']",
    },
    ask([user, { role: 'assistant', content: [thinking, text] }, user], v7),
    ask([user, { role: 'assistant', content: [thinking, text] }, user], v11),
  ),
  refused(
    'MIS-020',
    'an image in a result before v15',
    { at: 'messages[2].content', says: "Unexpected content chunk types in tool message: ['ImageURLChunk']" },
    ask([user, calls(first), result(first, { content: [image] })], v13),
    ask([user, calls(first), result(first, { content: [image] })], v15),
  ),
  refused(
    'MIS-021',
    'thinking in chunks and in a field, in a template',
    {
      at: 'messages[1].reasoning_content',
      says: 'Message cannot have both thinking chunks in content and a top-level `reasoning` or `reasoning_content` field.',
    },
    ask([user, { role: 'assistant', content: [thinking, text], reasoning_content: 'Hm.' }, user], gguf),
    ask([user, { role: 'assistant', content: [text], reasoning_content: 'Hm.' }, user], gguf),
  ),
  refused(
    'MIS-022',
    'an effort before v15',
    { at: 'reasoning_effort', says: "reasoning_effort='high' is not supported for this model" },
    ask([user], { reasoning_effort: 'high' }),
    ask([user], { ...v15, reasoning_effort: 'high' }),
  ),
  refused(
    'MIS-022',
    'an effort between none and high',
    { at: 'reasoning_effort', says: "reasoning_effort='medium' is not supported for this model" },
    ask([user], { ...v15, reasoning_effort: 'medium' }),
    ask([user], { ...v15, reasoning_effort: 'none' }),
  ),
  refused(
    'MIS-022',
    'an effort that is an object which cannot be said',
    { at: 'reasoning_effort', says: `reasoning_effort='{"toString":1}' is not supported for this model` },
    ask([user], { ...v15, reasoning_effort: { toString: 1 } }),
    ask([user], { ...v15, reasoning_effort: null }),
  ),
  refused(
    'MIS-024',
    'more than fits',
    {
      at: 'messages',
      says: 'Prompt contains 65 tokens and 0 draft tokens, too large for model with 64 maximum context length',
      code: 'invalid_request_prompt',
    },
    ask([{ role: 'user', content: 'x'.repeat(257) }], { model: 'mistral-tiny-window' }),
    ask([{ role: 'user', content: 'x'.repeat(256) }], { model: 'mistral-tiny-window' }),
  ),
  refused(
    'MIS-025',
    'two users in a row, in a template',
    {
      at: 'messages[2]',
      says: 'After the optional system message, conversation roles must alternate user/assistant/user/assistant/...',
      code: order,
    },
    ask([system, user, user], gguf),
    ask([system, user, user]),
  ),
];
