/** For every rule of xAI: a request that breaks it, and a similar one that does not. */
import { expect, test } from 'vitest';
import { xaiProfile } from '../../../src/chat/profiles/xai.ts';
import { calls, result, tooLongMessage, user } from '../bodies.ts';
import {
  answerTo,
  ask,
  type Body,
  checkProvider,
  createTestWorld,
  type ProviderCase,
  textOfBody,
} from '../check-provider.ts';

const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'grok-4.3', messages, ...more });
const element = 'Invalid request content: Each message must have at least one content element.';
const silent = { role: 'assistant', content: [], reasoning_content: 'Hm.' };
const noContent = { role: 'assistant', tool_calls: calls('c1')['tool_calls'] };

const cases: readonly ProviderCase[] = [
  {
    rule: 'XAI-001',
    when: 'an empty list of parts',
    broken: of([user, silent, user]),
    says: element,
    at: 'messages[1].content',
    kept: of([user, { ...silent, content: 'So.' }, user]),
  },
  {
    rule: 'XAI-001',
    when: 'a call without content',
    broken: of([user, noContent, result('c1')]),
    says: element,
    at: 'messages[1].content',
    kept: of([user, { ...noContent, content: '' }, result('c1')]),
  },
  {
    rule: 'XAI-002',
    when: 'an empty text without calls',
    broken: of([user, { role: 'assistant', content: '' }, user]),
    says: 'An empty message was provided. Every message needs at least one non-empty content element.',
    at: 'messages[1].content',
    kept: of([user, { role: 'assistant', content: ' ' }, user]),
  },
  {
    rule: 'XAI-003',
    when: 'no effort to grok-4.5',
    broken: of([user], { model: 'grok-4.5', reasoning_effort: 'none' }),
    says: "This model does not support 'reasoning_effort' value 'none'",
    at: 'reasoning_effort',
    kept: of([user], { reasoning_effort: 'none' }),
  },
  {
    rule: 'XAI-004',
    when: 'more than the window',
    broken: of([tooLongMessage], { model: 'grok-tiny' }),
    says: "This model's maximum prompt length is 200 but the request contains 250 tokens",
    at: 'messages',
    kept: of([user], { model: 'grok-tiny' }),
  },
  {
    rule: 'XAI-006',
    when: 'a penalty that changes nothing',
    broken: of([user], { presence_penalty: 0 }),
    says: 'does not support parameter presencePenalty.',
    at: 'presence_penalty',
    kept: of([user], { seed: 1, presence_penalty: null }),
  },
  {
    rule: 'XAI-005',
    when: 'any error, in its own format',
    says: `{"code":"Client specified an invalid argument","error":"${element}"}`,
    status: 400,
    broken: () => {
      const outcome = ask(xaiProfile, of([silent]));
      if (outcome.kind !== 'refused') throw new Error('let through');
      return outcome.response;
    },
    kept: () => answerTo(xaiProfile, of([user]), { parts: [{ say: 'Yes.' }], stop: 'end' }),
  },
];

checkProvider(xaiProfile, cases);

test('XAI-005 is the format of every failure', () => {
  const { body } = xaiProfile.fail({ kind: 'server' }, createTestWorld());
  expect(JSON.parse(String(body))).toEqual({ code: 'Internal error', error: 'Internal error' });
});

test('a call arrives in one chunk', () => {
  const answer = { parts: [{ call: 'search', args: { query: 'a long one' } }], stop: 'calls' } as const;
  const chunks = textOfBody(answerTo(xaiProfile, of([user], { stream: true }), answer)).split('\n\n');
  expect(chunks.filter((chunk) => chunk.includes('"tool_calls":['))).toEqual([
    expect.stringContaining('"arguments":"{\\"query\\":\\"a long one\\"}"'),
  ]);
});
