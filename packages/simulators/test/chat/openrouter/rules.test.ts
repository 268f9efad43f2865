/** For every rule of OpenRouter: a request that breaks it, and a similar one that does not. */
import { expect, test } from 'vitest';
import type { World } from '../../../src/api/world.ts';
import { openrouterProfile } from '../../../src/chat/profiles/openrouter.ts';
import { calls, forTool, result, tooLongMessage, tool, user } from '../bodies.ts';
import {
  answerTo,
  ask,
  type Body,
  checkProvider,
  createTestWorld,
  type ProviderCase,
  textOfBody,
} from '../check-provider.ts';

const gpt = 'openai/gpt-5';
const claude = 'anthropic/claude-opus-4.6';
const gemini = 'google/gemini-3-pro-preview';
const of = (messages: readonly unknown[], more: Body = {}): Body => ({ model: 'openai/gpt-4o', messages, ...more });
const reasoning = { reasoning: { effort: 'high' } };
const tools = [tool()];

/** What a model really answers with a call it thought about, as the message that has to come back. */
function answered(model: string, world: World = createTestWorld()): Body {
  const parts = [{ think: 'Let me think.' }, { call: 'search', args: {}, id: 'c1' }];
  const { body } = answerTo(
    openrouterProfile,
    of([user], { model, tools, ...reasoning }),
    { parts, stop: 'calls' },
    { world },
  );
  return JSON.parse(String(body)).choices[0].message;
}
const back = (message: Body, model: string): Body => of([user, message, result('c1')], { model, tools, ...reasoning });
const detailsOf = (message: Body): readonly Body[] => message['reasoning_details'] as readonly Body[];
const changed = (message: Body, change: Body): Body => ({
  ...message,
  reasoning_details: detailsOf(message).map((detail) => ({ ...detail, ...change })),
});
const signature = 'Function call is missing a thought_signature in functionCall parts.';

const cases: readonly ProviderCase[] = [
  {
    rule: 'ORT-001',
    when: 'a call without a result, in OpenAI’s words',
    broken: of([user, calls('c1')]),
    says: "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'. The following tool_call_ids did not have response messages: c1",
    at: 'messages[1].tool_calls',
    kept: of([user, calls('c1'), result('c1')]),
  },
  {
    rule: 'ORT-001',
    when: 'a call without a result, in Anthropic’s words',
    broken: of([user, calls('c1')], { model: claude }),
    says: 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after: c1.',
    at: 'messages[1].tool_calls',
    kept: of([user, calls('c1'), result('c1')], { model: claude }),
  },
  {
    rule: 'ORT-001',
    when: 'a result without a call, in Google’s words',
    broken: of([user, result('c1')], { model: gemini }),
    says: 'Please ensure that function response turn comes immediately after a function call turn.',
    at: 'messages[1].tool_call_id',
    kept: of([user], { model: gemini }),
  },
  {
    rule: 'ORT-002',
    when: 'tools to a model without tools',
    broken: of([user], { model: 'gryphe/mythomax-l2-13b', tools }),
    says: 'No endpoints found that support tool use. To learn more about provider routing',
    at: 'tools',
    status: 404,
    kept: of([user], { model: 'gryphe/mythomax-l2-13b' }),
  },
  {
    rule: 'ORT-003',
    when: 'a Gemini 3 call without its details',
    broken: back(calls('c1'), gemini),
    says: signature,
    at: 'messages[1].reasoning_details',
    kept: back(answered(gemini), gemini),
  },
  {
    rule: 'ORT-003',
    when: 'an edited Gemini 3 signature',
    broken: back(changed(answered(gemini), { data: 'AAAA' }), gemini),
    says: 'Corrupted thought signature.',
    at: 'messages[1].reasoning_details[1]',
    kept: back(changed(answered(gemini), { data: 'skip_thought_signature_validator' }), gemini),
  },
  {
    rule: 'ORT-003',
    when: 'edited Claude thinking',
    broken: back(changed(answered(claude), { text: 'Let me not.' }), claude),
    says: 'Invalid `signature` in `thinking` block',
    at: 'messages[1].reasoning_details[0]',
    kept: back(answered(claude), claude),
  },
  {
    rule: 'ORT-003',
    when: 'an encrypted item of OpenAI under another id',
    broken: back(changed(answered(gpt), { id: 'rs_other' }), gpt),
    says: 'could not be verified',
    at: 'messages[1].reasoning_details[1]',
    kept: back(answered(gpt), gpt),
  },
  {
    rule: 'ORT-003',
    when: 'details of one model to another',
    broken: back(answered(claude), gpt),
    says: 'could not be verified',
    at: 'messages[1].reasoning_details[0]',
    kept: back(calls('c1'), gpt),
  },
  {
    rule: 'ORT-003',
    when: 'details of another account',
    broken: back(answered(claude, createTestWorld('other')), claude),
    says: 'Invalid `signature` in `thinking` block',
    at: 'messages[1].reasoning_details[0]',
    kept: back(calls('c1'), claude),
  },
  {
    rule: 'ORT-004',
    when: 'a forced call with reasoning to Claude',
    broken: of([user], { model: claude, tools, ...reasoning, tool_choice: forTool('search') }),
    says: 'reasoning is dropped',
    at: 'tool_choice',
    status: 200,
    kept: of([user], { model: claude, tools, tool_choice: forTool('search') }),
  },
  {
    rule: 'ORT-005',
    when: 'more than the window',
    broken: of([tooLongMessage], { model: 'openrouter/tiny' }),
    says: "This endpoint's maximum context length is 200 tokens. However, you requested about 250 tokens",
    at: 'messages',
    kept: of([user], { model: 'openrouter/tiny' }),
  },
];

checkProvider(openrouterProfile, cases);

test('ORT-001 wraps the upstream provider’s error', () => {
  const outcome = ask(openrouterProfile, of([user, calls('c1')], { model: claude }));
  const { error } = JSON.parse(outcome.kind === 'refused' ? String(outcome.response.body) : '{}');
  expect(error).toEqual({
    message: 'Provider returned error',
    code: 400,
    metadata: { raw: expect.any(String), provider_name: 'Anthropic' },
  });
  expect(JSON.parse(error.metadata.raw)).toMatchObject({ type: 'error', error: { type: 'invalid_request_error' } });
});

test('ORT-004 the model does not think', () => {
  const body = of([user], { model: claude, tools, ...reasoning, tool_choice: 'required' });
  expect(ask(openrouterProfile, body)).toMatchObject({ kind: 'asked', seen: { thinks: false } });
});

test('ORT-003 streams the details in pieces, the signature last', () => {
  const parts = [{ think: 'Let me think.' }, { call: 'search', args: {} }];
  const body = of([user], { model: claude, tools, ...reasoning, stream: true });
  const details = textOfBody(answerTo(openrouterProfile, body, { parts, stop: 'calls' }))
    .split('\n\n')
    .filter((line) => line.includes('reasoning_details'))
    .map((line) => JSON.parse(line.slice('data: '.length)).choices[0].delta.reasoning_details[0]);
  expect(details.map(({ text }) => text ?? '').join('')).toBe('Let me think.');
  expect(details.length).toBeGreaterThan(2);
  const whole = changed({ ...calls('c1'), reasoning_details: [details.at(-1)] }, { text: 'Let me think.' });
  expect(ask(openrouterProfile, back(whole, claude))).toMatchObject({ kind: 'asked', warnings: [] });
});
