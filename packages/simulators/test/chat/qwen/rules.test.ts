/** For every rule of Qwen: a request that breaks it, and a similar one that does not. */
import { qwenProfile } from '../../../src/chat/profiles/qwen.ts';
import { call, calls, forTool, result, tool, user } from '../bodies.ts';
import { type Body, checkProvider, type ProviderCase } from '../check-provider.ts';

const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'qwen-plus', messages, ...more });
const prefix = '<400> InternalError.Algo.InvalidParameter:';
const thinking = { enable_thinking: true, tools: [tool()] };
const forced = `${prefix} The tool_choice parameter does not support being set to required or object in thinking mode`;
const json = { response_format: { type: 'json_object' } };

const cases: readonly ProviderCase[] = [
  {
    rule: 'QWN-001',
    when: 'a call without a result',
    broken: of([user, calls('c1', 'c2'), result('c1'), user]),
    says: `${prefix} An assistant message with "tool_calls" must be followed by tool messages responding to each "tool_call_id". The following tool_call_ids did not have response messages: message[3].role`,
    at: 'messages[1].tool_calls',
    kept: of([user, calls('c1', 'c2'), result('c1'), result('c2'), user]),
  },
  {
    rule: 'QWN-002',
    when: 'a result without a call',
    broken: of([user, result('c1')]),
    says: `${prefix} messages with role "tool" must be a response to a preceeding message with "tool_calls".`,
    at: 'messages[1].tool_call_id',
    kept: of([user, calls('c1'), result('c1')]),
  },
  {
    rule: 'QWN-003',
    when: 'a forced call while thinking',
    broken: of([user], { ...thinking, tool_choice: 'required' }),
    says: forced,
    at: 'tool_choice',
    kept: of([user], { ...thinking, tool_choice: 'auto' }),
  },
  {
    rule: 'QWN-003',
    when: 'a chosen tool to a model that always thinks',
    broken: of([user], { model: 'qwen3-235b-a22b-thinking-2507', tools: [tool()], tool_choice: forTool('search') }),
    says: forced,
    at: 'tool_choice',
    kept: of([user], { tools: [tool()], tool_choice: forTool('search') }),
  },
  {
    rule: 'QWN-004',
    when: 'JSON mode while thinking',
    broken: of([user], { enable_thinking: true, ...json }),
    says: 'Json mode response is not supported when enable_thinking is true',
    at: 'response_format',
    kept: of([user], { enable_thinking: false, ...json }),
  },
  {
    rule: 'QWN-005',
    when: 'a budget of 0',
    broken: of([user], { enable_thinking: true, thinking_budget: 0 }),
    says: `${prefix} The thinking_budget parameter must be a positive integer and not greater than 0`,
    at: 'thinking_budget',
    kept: of([user], { enable_thinking: true, thinking_budget: 1 }),
  },
  {
    rule: 'QWN-006',
    when: 'empty arguments',
    broken: of([user, calls(call('c1', 'search', '')), result('c1')]),
    says: `${prefix} The "function.arguments" parameter of the code model must be in JSON format.`,
    at: 'messages[1].tool_calls[0].function.arguments',
    kept: of([user, calls(call('c1', 'search', '{}')), result('c1')]),
  },
];

checkProvider(qwenProfile, cases);
