/** For every rule of OpenAI's Chat Completions: a request that breaks it, and one as like it as can be that does not. */
import { openaiProfile } from '../../../src/chat/profiles/openai.ts';
import { call, calls, endless, forTool, image, result, said, system, text, tool, user } from '../bodies.ts';
import { answerTo, type Body, createTestWorld, type ProviderCase } from '../check-provider.ts';

const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'gpt-4o', messages, ...more });
const long = 'x'.repeat(41);
const fits = 'x'.repeat(40);
const item = 'fc_0f0e50a1476a6c35006912c58dc9f8819192c25864eb16f07f';
const round = [user, calls('c1'), result('c1')];
const pattern = "string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.";
const unanswered = 'The following tool_call_ids did not have response messages:';
const orphan =
  "Invalid parameter: messages with role 'tool' must be a response to a preceeding message with 'tool_calls'.";
const noContent = "Invalid value for 'content': expected a string, got null.";
const tools = [tool()];
const strict = (parameters: Body): Body => tool('search', { strict: true, parameters });
const closed = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false };
const audio = { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } };
const older = 'api-version=2024-02-01';

const pairing: readonly ProviderCase[] = [
  {
    rule: 'OAC-001',
    when: 'a call without a result before the next user message',
    broken: of([user, calls('c1', 'c2'), result('c1'), user]),
    says: `${unanswered} c2`,
    at: 'messages[1].tool_calls',
    kept: of([user, calls('c1', 'c2'), result('c2'), result('c1'), user]),
  },
  {
    rule: 'OAC-001',
    when: 'a call at the end',
    broken: of([user, calls('c1')]),
    says: `${unanswered} c1`,
    at: 'messages[1].tool_calls',
    kept: of(round),
  },
  {
    rule: 'OAC-002',
    when: 'a result without a call',
    broken: of([user, result('x')]),
    says: orphan,
    at: 'messages.[1].role',
    kept: of(round),
  },
  {
    rule: 'OAC-002',
    when: 'a result of a call that another message is between',
    broken: of([user, calls('c1'), result('c1'), user, result('c1')]),
    says: orphan,
    at: 'messages.[4].role',
    kept: of([...round, user, calls('c1'), result('c1')]),
  },
  {
    rule: 'OAC-026',
    when: 'a second result of one call',
    broken: of([...round, result('c1')]),
    says: orphan,
    at: 'messages.[3].role',
    kept: of(round),
  },
];

const history: readonly ProviderCase[] = [
  {
    rule: 'OAC-003',
    when: 'an id of 41 characters',
    broken: of([user, calls(long), result(long)]),
    says: "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 40, but got a string with length 41 instead.",
    at: 'messages[1].tool_calls[0].id',
    kept: of([user, calls(fits), result(fits)]),
  },
  {
    rule: 'OAC-003',
    when: 'a tool_call_id of 41 characters',
    broken: of([user, calls('c1'), result(long)]),
    says: "Invalid 'messages[2].tool_call_id': string too long.",
    at: 'messages[2].tool_call_id',
    kept: of(round),
  },
  {
    rule: 'OAC-004',
    when: 'an item id of the Responses API',
    broken: of([user, calls(item), result(item)]),
    says: 'but got a string with length 53 instead.',
    at: 'messages[1].tool_calls[0].id',
    kept: of([user, calls('call_1'), result('call_1')]),
  },
  {
    rule: 'OAC-005',
    when: 'a slash in the name of a call',
    broken: of([user, calls(call('c1', 'fs/read')), result('c1')]),
    says: `Invalid 'messages[1].tool_calls[0].function.name': ${pattern}`,
    at: 'messages[1].tool_calls[0].function.name',
    kept: of([user, calls(call('c1', 'fs_read')), result('c1')]),
  },
  {
    rule: 'OAC-008',
    when: 'no calls in tool_calls',
    broken: of([user, { ...said, tool_calls: [] }]),
    says: "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    at: 'messages[1].tool_calls',
    kept: of([user, said]),
  },
  {
    rule: 'OAC-009',
    when: 'null as a result',
    broken: of([user, calls('c1'), result('c1', { content: null })]),
    says: noContent,
    at: 'messages[2].content',
    kept: of([user, { ...calls('c1'), content: null }, result('c1', { content: '' })]),
  },
  {
    rule: 'OAC-010',
    when: 'an assistant that neither says nor calls',
    broken: of([user, { role: 'assistant', content: null }]),
    says: noContent,
    at: 'messages[1].content',
    kept: of([user, { role: 'assistant', content: null, refusal: 'No.' }]),
  },
  {
    rule: 'OAC-011',
    when: 'arguments that are an object',
    broken: of([user, calls(call('c1', 'search', { a: 1 })), result('c1')]),
    says: "Invalid type for 'messages[1].tool_calls[0].function.arguments': expected a string, but got an object instead.",
    at: 'messages[1].tool_calls[0].function.arguments',
    kept: of([user, calls(call('c1', 'search', '{"a":')), result('c1')]),
  },
  {
    rule: 'OAC-012',
    when: 'an image in a result',
    broken: of([user, calls('c1'), result('c1', { content: [text, image] })]),
    says: "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
    at: 'messages[2]',
    kept: of([...round, { role: 'user', content: [text, image] }]),
  },
  {
    rule: 'OAC-013',
    when: 'sound to a model that does not hear',
    broken: of([{ role: 'user', content: [audio] }]),
    says: "Invalid 'messages[0]'. Content blocks are expected to be either text or image_url type.",
    at: 'messages[0]',
    kept: of([{ role: 'user', content: [image] }]),
  },
  {
    rule: 'OAC-013',
    when: 'a thinking part of another API',
    broken: of([user, { role: 'assistant', content: [{ type: 'thinking', thinking: 'Hm.' }] }]),
    says: "Invalid 'messages[1]'.",
    at: 'messages[1]',
    kept: of([user, { role: 'assistant', content: [text] }]),
  },
  {
    rule: 'OAC-016',
    when: 'a system message to o1-mini',
    broken: of([system, user], { model: 'o1-mini' }),
    says: "Unsupported value: 'messages[0].role' does not support 'system' with this model.",
    at: 'messages[0].role',
    kept: of([system, user], { model: 'o1' }),
  },
  {
    rule: 'OAC-025',
    when: 'a space in the name of a message',
    broken: of([user, calls('c1'), result('c1', { name: 'my tool' })]),
    says: `Invalid 'messages[2].name': ${pattern}`,
    at: 'messages[2].name',
    kept: of([user, calls('c1'), result('c1', { name: 'my_tool' })]),
  },
  {
    rule: 'OAC-025',
    when: 'a slash in the name of a message to GPT-5',
    broken: of([{ ...user, name: 'a/b' }], { model: 'gpt-5' }),
    says: "Invalid 'messages[0].name': string does not match pattern.",
    at: 'messages[0].name',
    kept: of([{ ...user, name: 'a.b' }], { model: 'gpt-5' }),
  },
];

const parameters: readonly ProviderCase[] = [
  {
    rule: 'OAC-005',
    when: 'a dot in the name of a tool',
    broken: of([user], { tools: [tool('fs.read')] }),
    says: `Invalid 'tools[0].function.name': ${pattern}`,
    at: 'tools[0].function.name',
    kept: of([user], { tools: [tool('fs.read')], model: 'gpt-5' }),
  },
  {
    rule: 'OAC-005',
    when: 'a name of 65 characters',
    broken: of([user], { tools: [tool('x'.repeat(65))] }),
    says: "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64",
    at: 'tools[0].function.name',
    kept: of([user], { tools: [tool('x'.repeat(64))] }),
  },
  {
    rule: 'OAC-006',
    when: 'a description of 1025 characters',
    broken: of([user], { tools: [tool(), tool('other', { description: 'x'.repeat(1025) })] }),
    says: "Invalid 'tools[1].function.description': string too long. Expected a string with maximum length 1024, but got a string with length 1025 instead.",
    at: 'tools[1].function.description',
    kept: of([user], { tools: [tool(), tool('other', { description: 'x'.repeat(1024) })] }),
  },
  {
    rule: 'OAC-007',
    when: '129 tools',
    broken: of([user], { tools: Array.from({ length: 129 }, (_, index) => tool(`t${index}`)) }),
    says: 'but got an array with length 129 instead.',
    at: 'tools',
    kept: of([user], { tools: Array.from({ length: 128 }, (_, index) => tool(`t${index}`)) }),
  },
  {
    rule: 'OAC-014',
    when: 'max_tokens to GPT-5',
    broken: of([user], { model: 'gpt-5', max_tokens: 100 }),
    says: "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    at: 'max_tokens',
    kept: of([user], { model: 'gpt-5', max_completion_tokens: 100 }),
  },
  {
    rule: 'OAC-014',
    when: 'max_tokens to o3',
    broken: of([user], { model: 'o3', max_tokens: 100 }),
    says: "'max_tokens' is not supported",
    at: 'max_tokens',
    kept: of([user], { max_tokens: 100 }),
  },
  {
    rule: 'OAC-015',
    when: 'a temperature to GPT-5',
    broken: of([user], { model: 'gpt-5-mini', temperature: 0.16 }),
    says: "Unsupported value: 'temperature' does not support 0.16 with this model. Only the default (1) value is supported.",
    at: 'temperature',
    kept: of([user], { model: 'gpt-5-mini', temperature: 1 }),
  },
  {
    rule: 'OAC-015',
    when: 'a temperature to GPT-5.2 that is asked to reason',
    broken: of([user], { model: 'gpt-5.2', temperature: 0.5, reasoning_effort: 'low' }),
    says: "'temperature' does not support 0.5",
    at: 'temperature',
    kept: of([user], { model: 'gpt-5.2', temperature: 0.5 }),
  },
  {
    rule: 'OAC-015',
    when: 'top_p to GPT-5.5, which reasons by itself',
    broken: of([user], { model: 'gpt-5.5', top_p: 0.9 }),
    says: "Unsupported parameter: 'top_p' is not supported with this model.",
    at: 'top_p',
    kept: of([user], { model: 'gpt-5.5', top_p: 0.9, reasoning_effort: 'none' }),
  },
  {
    rule: 'OAC-017',
    when: 'tools to GPT-5.6',
    broken: of([user], { model: 'gpt-5.6-terra', tools }),
    says: "Function tools with reasoning_effort are not supported for gpt-5.6-terra in /v1/chat/completions. To use function tools, use /v1/responses or set reasoning_effort to 'none'.",
    at: 'reasoning_effort',
    kept: of([user], { model: 'gpt-5.6-terra', tools, reasoning_effort: 'none' }),
  },
  {
    rule: 'OAC-017',
    when: 'tools and effort to GPT-5.4',
    broken: of([user], { model: 'gpt-5.4', tools, reasoning_effort: 'low' }),
    says: 'not supported for gpt-5.4 in',
    at: 'reasoning_effort',
    kept: of([user], { model: 'gpt-5.4', tools }),
  },
  {
    rule: 'OAC-018',
    when: 'parallel_tool_calls without tools',
    broken: of([user], { parallel_tool_calls: true }),
    says: "Invalid value for 'parallel_tool_calls': 'parallel_tool_calls' is only allowed when 'tools' are specified.",
    at: 'parallel_tool_calls',
    kept: of([user], { parallel_tool_calls: true, tools }),
  },
  {
    rule: 'OAC-019',
    when: 'tool_choice without tools',
    broken: of([user], { tool_choice: 'required' }),
    says: "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
    at: 'tool_choice',
    kept: of([user], { tool_choice: 'required', tools }),
  },
  {
    rule: 'OAC-019',
    when: 'a chosen tool that is not there',
    broken: of([user], { tool_choice: forTool('other'), tools }),
    says: "Invalid value for 'tool_choice': function 'other'",
    at: 'tool_choice',
    kept: of([user], { tool_choice: forTool('search'), tools }),
  },
  {
    rule: 'OAC-020',
    when: 'a strict schema that is open',
    broken: of([user], { tools: [strict({ ...closed, additionalProperties: true })] }),
    says: "Invalid schema for function 'search': In context=(), 'additionalProperties' is required to be supplied and to be false.",
    at: 'tools[0].function.parameters',
    kept: of([user], { tools: [strict(closed)] }),
  },
  {
    rule: 'OAC-020',
    when: 'an optional property deep inside a strict schema',
    broken: of([user], { tools: [strict({ ...closed, properties: { a: { ...closed, required: [] } } })] }),
    says: "In context=('properties', 'a'), 'required' is required to be supplied and to be an array including every key in properties. Missing 'a'.",
    at: 'tools[0].function.parameters',
    kept: of([user], { tools: [strict({ ...closed, properties: { a: closed } })] }),
  },
  {
    rule: 'OAC-021',
    when: 'more than the window holds',
    broken: of([endless], { model: 'gpt-tiny' }),
    says: "This model's maximum context length is 200 tokens. However, your messages resulted in 250 tokens.",
    at: 'messages',
    kept: of([user], { model: 'gpt-tiny' }),
  },
];

const asked = (query: string, answer: 'filtered' | 'end') => () =>
  answerTo(openaiProfile, of([user]), { parts: [], stop: answer }, { query });
const world = createTestWorld();
const answered = asked('', 'end');

const elsewhere: readonly ProviderCase[] = [
  {
    rule: 'OAC-022',
    when: 'too many tokens a minute',
    says: 'Requested 11159. Please try again in 174ms. Visit https://platform.openai.com/account/rate-limits',
    status: 429,
    broken: () => openaiProfile.fail({ kind: 'rate-limit', retryAfterMs: 174 }, world),
    kept: answered,
  },
  {
    rule: 'OAC-023',
    when: 'an empty account',
    says: 'You exceeded your current quota, please check your plan and billing details.',
    status: 429,
    broken: () => openaiProfile.fail({ kind: 'quota' }, world),
    kept: answered,
  },
  {
    rule: 'AZR-001',
    when: 'a parameter newer than the version of the API',
    broken: of([user], { max_completion_tokens: 10 }),
    says: 'Unrecognized request argument supplied: max_completion_tokens',
    at: 'max_completion_tokens',
    kept: of([user], { max_tokens: 10 }),
    query: older,
  },
  {
    rule: 'AZR-002',
    when: 'max_completion_tokens to a Mistral model in the Foundry',
    broken: of([user], { model: 'Mistral-Large-2411', max_completion_tokens: 10 }),
    says: 'Extra inputs are not permitted',
    at: 'max_completion_tokens',
    status: 422,
    kept: of([user], { model: 'Mistral-Large-2411', max_tokens: 10 }),
    query: 'api-version=2025-04-01-preview',
  },
  {
    rule: 'AZR-004',
    when: 'a prompt that is filtered',
    says: "The response was filtered due to the prompt triggering Azure OpenAI's content management policy.",
    status: 400,
    broken: asked(older, 'filtered'),
    kept: asked('', 'filtered'),
  },
];

export const cases: readonly ProviderCase[] = [...pairing, ...history, ...parameters, ...elsewhere];
