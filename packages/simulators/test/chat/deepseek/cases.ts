/** For every rule of DeepSeek: a request that breaks it, and a similar one that does not. */
import type { Body, RuleCase } from '../case-checks.ts';

const user = { role: 'user', content: 'Where is it?' };
const said = { role: 'assistant', content: 'Here.', reasoning_content: 'There.' };
const plain = { role: 'assistant', content: 'Here.' };

const calls = (...ids: readonly string[]): Body => ({
  role: 'assistant',
  content: '',
  reasoning_content: '',
  tool_calls: ids.map((id) => ({ id, type: 'function', function: { name: 'search', arguments: '{}' } })),
});
const result = (id: string): Body => ({ role: 'tool', tool_call_id: id, content: 'found' });
const round = [user, calls('call_a'), result('call_a')];
const { reasoning_content: _thought, ...thoughtless } = calls('call_a');

const ask = (model: string, messages: readonly unknown[], more: Body = {}): Body => ({ model, messages, ...more });
const v4 = 'deepseek-v4-pro';
const enabled = { thinking: { type: 'enabled' } };
const disabled = { thinking: { type: 'disabled' } };

const missing = (index: number): string =>
  `Missing \`reasoning_content\` field in the assistant message at message index ${index}. For more information, please refer to https://api-docs.deepseek.com/guides/thinking_mode#tool-calls`;
const notBack = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
const orphan = "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'";
const insufficient =
  "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. (insufficient tool messages following tool_calls message)";
const role = { role: 'function', name: 'search', content: 'found' };
const roleBody = ask(v4, [user, role]);
const roleColumn = JSON.stringify(roleBody).indexOf('"function"') + '"function"'.length;

export const deepseekCases: readonly RuleCase[] = [
  {
    rule: 'DSK-001',
    when: 'calls without thinking on V3.2',
    status: 400,
    says: missing(1),
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-v3.2', [user, thoughtless, result('call_a')], enabled),
    kept: ask('deepseek-v3.2', round, enabled),
  },
  {
    rule: 'DSK-001',
    when: 'calls without thinking on V3.2, which does not think by default',
    status: 400,
    says: missing(1),
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-v3.2', [user, thoughtless, result('call_a'), said, user], enabled),
    kept: ask('deepseek-v3.2', [user, thoughtless, result('call_a'), said, user]),
  },
  {
    rule: 'DSK-001',
    when: 'calls without thinking in a tool loop of the reasoner',
    status: 400,
    says: missing(1),
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-reasoner', [user, thoughtless, result('call_a')]),
    kept: ask('deepseek-reasoner', [...round, plain, user]),
  },
  {
    rule: 'DSK-002',
    when: 'calls without thinking on V4, in an earlier turn',
    status: 400,
    says: notBack,
    at: 'messages[1].reasoning_content',
    broken: ask(v4, [user, thoughtless, result('call_a'), said, user]),
    kept: ask(v4, [...round, said, user]),
  },
  {
    rule: 'DSK-002',
    when: 'calls without thinking on V4, with thinking disabled',
    status: 400,
    says: notBack,
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-v4-flash', [user, { ...thoughtless, reasoning_content: null }, result('call_a')]),
    kept: ask('deepseek-v4-flash', [user, thoughtless, result('call_a')], disabled),
  },
  {
    rule: 'DSK-002',
    when: 'the answer after calls without its thinking',
    status: 200,
    says: notBack,
    at: 'messages[3].reasoning_content',
    broken: ask(v4, [...round, plain, user]),
    kept: ask(v4, [...round, said, user]),
  },
  {
    rule: 'DSK-003',
    when: 'thinking sent back to R1',
    status: 400,
    says: 'The reasoning_content field is not allowed in the input messages',
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-reasoner', [user, said, user]),
    kept: ask('deepseek-reasoner', [user, plain, user]),
  },
  {
    rule: 'DSK-003',
    when: 'thinking of an answer without calls, optional since then',
    status: 400,
    says: 'The reasoning_content field is not allowed in the input messages',
    at: 'messages[1].reasoning_content',
    broken: ask('deepseek-reasoner', [user, said, user, plain, user]),
    kept: ask(v4, [user, said, user, plain, user]),
  },
  {
    rule: 'DSK-004',
    when: 'a call without a result',
    status: 400,
    says: insufficient,
    at: 'messages[1].tool_calls',
    broken: ask(v4, [user, calls('call_a', 'call_b'), result('call_a'), user]),
    kept: ask(v4, [user, calls('call_a', 'call_b'), result('call_b'), result('call_a'), user]),
  },
  {
    rule: 'DSK-004',
    when: 'calls at the end',
    status: 400,
    says: insufficient,
    at: 'messages[1].tool_calls',
    broken: ask(v4, [user, calls('call_a')]),
    kept: ask(v4, round),
  },
  {
    rule: 'DSK-005',
    when: 'a result without a call',
    status: 400,
    says: orphan,
    at: 'messages[1].tool_call_id',
    broken: ask(v4, [user, result('call_a')]),
    kept: ask(v4, round),
  },
  {
    rule: 'DSK-005',
    when: 'results separated by another message',
    status: 400,
    says: orphan,
    at: 'messages[4].tool_call_id',
    broken: ask(v4, [user, calls('call_a', 'call_b'), result('call_a'), user, result('call_b')]),
    kept: ask(v4, [user, calls('call_a', 'call_b'), result('call_a'), result('call_b'), user]),
  },
  {
    rule: 'DSK-006',
    when: 'a required call while thinking',
    status: 400,
    says: 'Thinking mode does not support this tool_choice',
    at: 'tool_choice',
    broken: ask(v4, [user], { tool_choice: 'required' }),
    kept: ask(v4, [user], { tool_choice: 'auto' }),
  },
  {
    rule: 'DSK-006',
    when: 'a named tool while thinking',
    status: 400,
    says: 'Thinking mode does not support this tool_choice',
    at: 'tool_choice',
    broken: ask(v4, [user], { tool_choice: { type: 'function', function: { name: 'search' } } }),
    kept: ask(v4, [user], { tool_choice: { type: 'function', function: { name: 'search' } }, ...disabled }),
  },
  {
    rule: 'DSK-007',
    when: 'a temperature while thinking',
    status: 200,
    says: 'temperature is ignored in thinking mode',
    at: 'temperature',
    broken: ask(v4, [user], { temperature: 0.3 }),
    kept: ask(v4, [user], { temperature: 0.3, ...disabled }),
  },
  {
    rule: 'DSK-009',
    when: 'a retired model',
    status: 400,
    says: 'Model Not Exist',
    at: 'model',
    broken: ask('deepseek-chat', [user]),
    kept: ask('deepseek-v4-flash', [user]),
  },
  {
    rule: 'DSK-010',
    when: 'an unknown role',
    status: 422,
    says: `Failed to deserialize the JSON body into the target type: messages[1].role: unknown variant \`function\`, expected one of \`system\`, \`user\`, \`assistant\`, \`tool\` at line 1 column ${roleColumn}`,
    at: 'messages[1].role',
    broken: roleBody,
    kept: ask(v4, round),
  },
  {
    rule: 'DSK-011',
    when: 'an empty list of calls',
    status: 400,
    says: "Invalid 'messages[1].tool_calls': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    at: 'messages[1].tool_calls',
    broken: ask(v4, [user, { ...plain, tool_calls: [] }, user]),
    kept: ask(v4, [user, plain, user]),
  },
  {
    rule: 'OAC-021',
    when: 'more than the window',
    status: 400,
    says: "This model's maximum context length is 64 tokens. However, you requested 65 tokens (65 in the messages, 0 in the completion). Please reduce the length of the messages or completion.",
    at: 'messages',
    broken: ask('deepseek-tiny-window', [{ role: 'user', content: 'x'.repeat(257) }]),
    kept: ask('deepseek-tiny-window', [{ role: 'user', content: 'x'.repeat(256) }]),
  },
  ...['image_url', 'input_audio', 'file', 'video_url'].map((type): RuleCase => {
    const broken = ask(v4, [{ role: 'user', content: [{ type, [type]: {} }] }]);
    const column = JSON.stringify(broken).indexOf(`"${type}"`) + type.length + 2;
    return {
      rule: 'DSK-012',
      when: `a part of type ${type}`,
      status: 422,
      says: `Failed to deserialize the JSON body into the target type: messages[0]: unknown variant \`${type}\`, expected \`text\` at line 1 column ${column}`,
      at: 'messages[0].content[0]',
      broken,
      kept: ask(v4, [{ role: 'user', content: [{ type: 'text', text: 'Where is it?' }] }]),
    };
  }),
  {
    rule: 'DSK-013',
    when: 'a dot in a tool name',
    status: 400,
    says: "Invalid 'tools[0].function.name': 'a.b' does not match '^[a-zA-Z0-9_-]+$'",
    at: 'tools[0].function.name',
    broken: ask(v4, [user], { tools: [{ type: 'function', function: { name: 'a.b' } }] }),
    kept: ask(v4, [user], { tools: [{ type: 'function', function: { name: 'a-b' } }] }),
  },
  {
    rule: 'DSK-013',
    when: 'a long tool name',
    status: 400,
    says: "Invalid 'tools[0].function.name': string too long. Expected a string with maximum length 64, but got a string with length 65 instead.",
    at: 'tools[0].function.name',
    broken: ask(v4, [user], { tools: [{ type: 'function', function: { name: 'x'.repeat(65) } }] }),
    kept: ask(v4, [user], { tools: [{ type: 'function', function: { name: 'x'.repeat(64) } }] }),
  },
  {
    rule: 'DSK-014',
    when: 'an assistant without content or calls',
    status: 400,
    says: 'Invalid assistant message: content or tool_calls must be set',
    at: 'messages[1].content',
    broken: ask(v4, [user, { role: 'assistant', content: null }, user]),
    kept: ask(v4, [user, said, user]),
  },
];
