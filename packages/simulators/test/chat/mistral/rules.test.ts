/** Every rule of Mistral is reported where it is broken, and not where it is kept. */
import { expect, test } from 'vitest';
import { mistralProfile } from '../../../src/chat/profiles/mistral.ts';
import { checkCases, handle } from '../case-checks.ts';
import { checkHostile } from '../hostile-checks.ts';
import { mistralCases } from './cases.ts';

checkCases(mistralProfile, mistralCases);
checkHostile(mistralProfile);

const user = { role: 'user', content: 'Go.' };

test('MIS-023 arguments may be an object', () => {
  const calls = [{ id: 'abcdefgh1', type: 'function', function: { name: 'search', arguments: { q: 1 } } }];
  const messages = [
    user,
    { role: 'assistant', tool_calls: calls },
    { role: 'tool', tool_call_id: 'abcdefgh1', content: 'x' },
  ];
  const outcome = handle(mistralProfile, { model: 'mistral-large-latest', messages });
  expect(outcome.kind === 'asked' ? outcome.seen.turns[1]?.calls : outcome).toEqual([
    { id: 'abcdefgh1', name: 'search', args: { q: 1 } },
  ]);
});

test('field validation rejects an unknown role', () => {
  const outcome = handle(mistralProfile, {
    model: 'mistral-large-latest',
    messages: [{ role: 'developer', content: 'x' }],
  });
  expect(outcome.kind === 'refused' ? JSON.parse(String(outcome.response.body)) : outcome).toEqual({
    object: 'error',
    message: {
      detail: [
        {
          type: 'union_tag_invalid',
          loc: ['body', 'messages', 0],
          msg: "Input tag 'developer' found using 'role' does not match any of the expected tags: 'system', 'user', 'assistant', 'tool'",
          input: { role: 'developer', content: 'x' },
        },
      ],
    },
    type: 'invalid_request_error',
    param: null,
    code: null,
    raw_status_code: 422,
  });
});

test('returned calls have an id of nine letters and digits', () => {
  const outcome = handle(mistralProfile, { model: 'mistral-large-latest', messages: [user] });
  const parts = [{ call: 'search', args: {} }];
  const body: unknown =
    outcome.kind === 'asked' ? JSON.parse(String(outcome.answer({ parts, stop: 'calls' }).body)) : undefined;
  expect(body).toMatchObject({
    choices: [
      { message: { tool_calls: [{ id: expect.stringMatching(/^[a-zA-Z0-9]{9}$/) }] }, finish_reason: 'tool_calls' },
    ],
  });
});

test.each([
  ['magistral-medium-2509', {}, true],
  ['mistral-medium-3.5', { reasoning_effort: 'high' }, true],
  ['mistral-medium-3.5', {}, false],
  ['mistral-large-latest', {}, false],
] as const)('%s with %j thinks: %s', (model, more, thinks) => {
  const outcome = handle(mistralProfile, { model, messages: [user], ...more });
  expect(outcome.kind === 'asked' && outcome.seen.thinks).toBe(thinks);
});
