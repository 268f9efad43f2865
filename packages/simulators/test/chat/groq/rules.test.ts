/** For every rule of Groq: a request or an answer that breaks it, and a similar one that does not. */
import { expect, test } from 'vitest';
import type { Answer } from '../../../src/api/model.ts';
import { groqProfile } from '../../../src/chat/profiles/groq.ts';
import { calls, result, said, tooLongMessage, tool, user } from '../bodies.ts';
import {
  answerTo,
  type Body,
  checkProvider,
  createTestWorld,
  type ProviderCase,
  textOfBody,
} from '../check-provider.ts';

const of = (messages: readonly unknown[], more: Body = {}): Body => ({
  model: 'llama-3.3-70b-versatile',
  messages,
  ...more,
});
const tools = [
  tool('get_something_by_name', {
    parameters: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
      additionalProperties: false,
    },
  }),
];
const made = (args: Body, rawArgs?: string): Answer => ({
  parts: [{ call: 'get_something_by_name', args, ...(rawArgs === undefined ? {} : { rawArgs }) }],
  stop: 'calls',
});
const answered = (answer: Answer, more: Body = {}) => answerTo(groqProfile, of([user], { tools, ...more }), answer);
const right = made({ name: 'x' });

const cases: readonly ProviderCase[] = [
  {
    rule: 'GRQ-001',
    when: 'reasoning_content',
    broken: of([user, { ...said, reasoning_content: 'Hm.' }, user]),
    says: "'messages.1' : for 'role:assistant' the following must be satisfied[('messages.1' : property 'reasoning_content' is unsupported)]",
    at: 'messages.1',
    kept: of([user, said, user]),
  },
  {
    rule: 'GRQ-001',
    when: 'reasoning with a call',
    broken: of([user, { ...calls('c1'), reasoning: 'Hm.' }, result('c1')]),
    says: "property 'reasoning' is unsupported",
    at: 'messages.1',
    kept: of([user, calls('c1'), result('c1', { name: 'search' })]),
  },
  {
    rule: 'GRQ-002',
    when: 'a call that does not match the schema',
    says: "Tool call validation failed: tool call validation failed: parameters for tool get_something_by_name did not match schema: errors: [missing properties: 'name', additionalProperties 'foo' not allowed]",
    status: 400,
    broken: () => answered(made({ foo: 1 })),
    kept: () => answered(right),
  },
  {
    rule: 'GRQ-002',
    when: 'a call of a tool that was not offered',
    says: "attempted to call tool 'other' which was not in request.tools",
    status: 400,
    broken: () => answered({ parts: [{ call: 'other', args: {} }], stop: 'calls' }),
    kept: () => answered(right),
  },
  {
    rule: 'GRQ-003',
    when: 'an unreadable call',
    says: '"code":"tool_use_failed","failed_generation":"<function=get_something_by_name>{\\"name\\":</function>"',
    status: 400,
    broken: () => answered(made({}, '{"name":')),
    kept: () => answered(made({}, '{"name":"x"}')),
  },
  {
    rule: 'GRQ-004',
    when: 'more than the window',
    broken: of([tooLongMessage], { model: 'groq-tiny' }),
    says: 'Please reduce the length of the messages or completion.',
    at: 'messages',
    kept: of([user], { model: 'groq-tiny' }),
  },
  {
    rule: 'GRQ-006',
    when: 'a bias',
    broken: of([user], { logit_bias: { 5: 1 } }),
    says: "property 'logit_bias' is unsupported",
    at: 'logit_bias',
    kept: of([user], { seed: 5 }),
  },
  {
    rule: 'GRQ-005',
    when: 'too many tokens per minute',
    says: 'Rate limit reached for model',
    status: 429,
    broken: () => groqProfile.fail({ kind: 'rate-limit', retryAfterMs: 1570 }, createTestWorld()),
    kept: () => answered(right),
  },
];

checkProvider(groqProfile, cases);

test('GRQ-005 headers say when requests and tokens are available again', () => {
  const { headers } = groqProfile.fail({ kind: 'rate-limit', retryAfterMs: 1570 }, createTestWorld());
  expect(headers).toMatchObject({
    'retry-after': '2',
    'x-ratelimit-reset-requests': '6s',
    'x-ratelimit-reset-tokens': '1.57s',
  });
});

test('GRQ-002 occurs inside a stream that has started', () => {
  const response = answered(made({}), { stream: true });
  expect(response.status).toBe(200);
  expect(textOfBody(response)).toMatch(/^data: \{"error":\{.*"code":"tool_use_failed"/);
});
