/** For every rule of GLM: a request that breaks it, and a similar one that does not. */
import { expect, test } from 'vitest';
import { glmProfile } from '../../../src/chat/profiles/glm.ts';
import { calls, result, said, system, tooLongMessage, user } from '../bodies.ts';
import { answerTo, ask, type Body, checkProvider, type ProviderCase } from '../check-provider.ts';

const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'glm-5', messages, ...more });
const says = 'The messages parameter is illegal. Please check the documentation.';
const thought = { ...calls('c1'), reasoning_content: 'Hm.' };
const round = [user, thought, result('c1')];

const cases: readonly ProviderCase[] = [
  {
    rule: 'GLM-001',
    when: 'no user',
    broken: of([system, thought, result('c1')]),
    says,
    at: 'messages',
    kept: of([system, ...round]),
  },
  {
    rule: 'GLM-001',
    when: 'a result without a call',
    broken: of([user, result('c1')]),
    says,
    at: 'messages[1].tool_call_id',
    kept: of(round),
  },
  {
    rule: 'GLM-001',
    when: 'an empty message',
    broken: of([user, { role: 'assistant', content: '' }, user]),
    says,
    at: 'messages[1].content',
    kept: of([user, said, user]),
  },
  {
    rule: 'GLM-001',
    when: 'two calls with the same id',
    broken: of([user, { ...calls('c1', 'c1'), reasoning_content: 'Hm.' }, result('c1')]),
    says,
    at: 'messages[1].tool_calls[1].id',
    kept: of(round),
  },
  {
    rule: 'GLM-004',
    when: 'no thinking to GLM-5.3',
    broken: of([user], { model: 'glm-5.3', thinking: { type: 'disabled' } }),
    says: 'please use low, high, or max',
    at: 'thinking.type',
    kept: of([user], { model: 'glm-5', thinking: { type: 'disabled' } }),
  },
  {
    rule: 'GLM-004',
    when: 'a call without its thinking',
    broken: of([user, calls('c1'), result('c1')]),
    says: 'reasoning_content of message 1 was not sent back',
    at: 'messages[1].reasoning_content',
    status: 200,
    kept: of(round),
  },
  {
    rule: 'GLM-005',
    when: 'more than the window',
    broken: of([tooLongMessage], { model: 'glm-tiny' }),
    says: 'model_context_window_exceeded',
    at: 'messages',
    status: 200,
    kept: of([user], { model: 'glm-tiny' }),
  },
];

checkProvider(glmProfile, cases);

test('GLM-001 is one code for everything', () => {
  const outcome = ask(glmProfile, of([user, result('c1')]));
  expect(outcome.kind === 'refused' && JSON.parse(String(outcome.response.body))).toEqual({
    error: { code: '1214', message: says },
  });
});

test('GLM-005 returns an empty answer with its own stop reason', () => {
  const answer = { parts: [{ say: 'Yes.' }], stop: 'end' } as const;
  const { status, body } = answerTo(glmProfile, of([tooLongMessage], { model: 'glm-tiny' }), answer);
  expect([status, JSON.parse(String(body))]).toMatchObject([
    200,
    { choices: [{ message: { content: '' }, finish_reason: 'model_context_window_exceeded' }] },
  ]);
});

test('rejects a forced tool, as documented', () => {
  const tools = [{ type: 'function', function: { name: 'read', parameters: { type: 'object' } } }];
  const choices = ['required', { type: 'function', function: { name: 'read' } }, 'auto', 'none'];
  expect(choices.map((tool_choice) => ask(glmProfile, of([user], { tools, tool_choice })).kind)).toEqual([
    ...['refused', 'refused', 'asked', 'asked'],
  ]);
});
