/** For every rule of vLLM: a request that breaks it, and a similar one that does not. */
import { expect, test } from 'vitest';
import { vllmProfile } from '../../../src/chat/profiles/vllm.ts';
import { call, calls, image, result, said, system, text, tool, user } from '../bodies.ts';
import { ask, type Body, checkProvider, type ProviderCase } from '../check-provider.ts';

const llama3 = 'meta-llama/Llama-3.3-70B-Instruct';
const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: llama3, messages, ...more });
const mistral = { model: 'mistralai/Mistral-7B-Instruct-v0.3' };
const gemma = { model: 'google/gemma-2-9b-it' };
const llama2 = { model: 'meta-llama/Llama-2-7b-chat-hf' };
const qwen = { model: 'Qwen/Qwen3.5-35B-A3B' };
const alternate = 'onversation roles must alternate user/assistant/user/assistant/...';
const round = [user, calls('c1'), result('c1')];

const cases: readonly ProviderCase[] = [
  {
    rule: 'OAC-037',
    when: 'a choice among some of the tools',
    broken: of([user], {
      tools: [tool('search')],
      tool_choice: { type: 'allowed_tools', allowed_tools: { mode: 'auto', tools: [] } },
    }),
    says: 'Invalid value for `function`: `None` in `tool_choice`!',
    at: 'tool_choice',
    kept: of([user], { tools: [tool('search')], tool_choice: { type: 'function', function: { name: 'search' } } }),
  },
  {
    rule: 'VLL-001',
    when: 'two users in a row to Mistral-7B',
    broken: of([system, user, user], mistral),
    says: `After the optional system message, c${alternate}`,
    at: 'messages[2].role',
    kept: of([system, user, calls('c1'), result('c1'), said, user], mistral),
  },
  {
    rule: 'VLL-001',
    when: 'two assistants in a row to Gemma',
    broken: of([user, said, said], gemma),
    says: `C${alternate}`,
    at: 'messages[2].role',
    kept: of([user, said, user], gemma),
  },
  {
    rule: 'VLL-001',
    when: 'an assistant first to Llama 2',
    broken: of([system, said], llama2),
    says: `C${alternate}`,
    at: 'messages[1].role',
    kept: of([system, user, said], llama2),
  },
  {
    rule: 'VLL-002',
    when: 'a second system message to Qwen 3.5',
    broken: of([system, system, user], qwen),
    says: 'System message must be at the beginning.',
    at: 'messages[1].role',
    kept: of([system, user, user], qwen),
  },
  {
    rule: 'VLL-003',
    when: 'a result without a call',
    broken: of([user, result('c1')]),
    says: 'orphan tool call id c1',
    at: 'messages[1].tool_call_id',
    status: 200,
    kept: of(round),
  },
  {
    rule: 'VLL-004',
    when: 'arguments that are not JSON',
    broken: of([user, calls(call('c1', 'search', '{bad')), result('c1')]),
    says: 'becomes {}',
    at: 'messages[1].tool_calls[0].function.arguments',
    status: 200,
    kept: of([user, calls(call('c1', 'search', '{"a":1}')), result('c1')]),
  },
  {
    rule: 'VLL-005',
    when: 'a call without its reasoning',
    broken: of(round, qwen),
    says: 'the reasoning of message 1 was not sent back',
    at: 'messages[1].reasoning',
    status: 200,
    kept: of([user, { ...calls('c1'), reasoning: 'Hm.' }, result('c1')], qwen),
  },
  {
    rule: 'VLL-006',
    when: 'an image in a result',
    broken: of([user, calls('c1'), result('c1', { content: [text, image] })]),
    says: 'messages[2].content[1] is not text',
    at: 'messages[2].content[1]',
    status: 200,
    kept: of([user, calls('c1'), result('c1', { content: [text, text] })]),
  },
  {
    rule: 'VLL-007',
    when: 'tools to a server without a call parser',
    broken: of([user], { ...llama2, tools: [tool()] }),
    says: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set',
    at: 'tool_choice',
    kept: of([user], { ...llama2, tools: [tool()], tool_choice: 'none' }),
  },
];

checkProvider(vllmProfile, cases);

test('VLL-004 is read as {}', () => {
  const outcome = ask(vllmProfile, of([user, calls(call('c1', 'search', '{bad')), result('c1')]));
  expect(outcome.kind === 'asked' && outcome.seen.turns[1]?.calls).toEqual([{ id: 'c1', name: 'search', args: {} }]);
});
