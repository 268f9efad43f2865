/** Access to the API, and what is served without a model. */
import { expect, test } from 'vitest';
import { create, createProvider, type Json, request, textOf } from './provider.ts';

test('serves without a model: models, one of them, a count', () => {
  const { handle } = createProvider();
  const served = (...args: Parameters<typeof request>): Json => {
    const outcome = handle(request(...args));
    return outcome.kind === 'served' ? JSON.parse(textOf(outcome.response)) : { kind: outcome.kind };
  };
  expect(served('GET', '/v1/models')).toMatchObject({
    object: 'list',
    data: expect.arrayContaining([expect.objectContaining({ id: 'o4-mini' })]),
  });
  expect(served('GET', '/v1/models/gpt-5')).toMatchObject({ id: 'gpt-5', object: 'model' });
  expect(served('POST', '/v1/responses/input_tokens', { model: 'gpt-5', input: 'x'.repeat(401) })).toEqual({
    object: 'response.input_tokens',
    input_tokens: 101,
  });
});

test.each([
  ['an unknown path', request('POST', '/v1/answers', {}), 404, 'gate-route', 'Invalid URL (POST /v1/answers)'],
  ['a wrong method', request('GET', '/v1/responses'), 405, 'gate-method', /^Not allowed to GET on \/v1\/responses/],
  [
    'no key',
    { ...request('POST', '/v1/responses', {}), headers: {} },
    401,
    'gate-key',
    /^You didn't provide an API key/,
  ],
  ['no JSON', { ...create(undefined), raw: '{' }, 400, 'gate-json', /^We could not parse the JSON body/],
  ['no model', create({ input: 'Hi' }), 400, 'gate-shape', "Missing required parameter: 'model'."],
  [
    'an unknown model',
    create({ model: 'gpt-0', input: 'Hi' }),
    400,
    'gate-model',
    "The requested model 'gpt-0' does not exist.",
  ],
  [
    'details of an unknown model',
    request('GET', '/v1/models/gpt-0'),
    404,
    'gate-model',
    "The model 'gpt-0' does not exist",
  ],
  [
    'an unknown response',
    request('GET', '/v1/responses/resp_1'),
    404,
    'gate-response',
    "Response with id 'resp_1' not found.",
  ],
  [
    'a conversation, which does not exist',
    create({ model: 'gpt-5', input: 'Hi', conversation: { id: 'conv_1' } }),
    404,
    'gate-conversation',
    "Conversation with id 'conv_1' not found.",
  ],
  [
    'too small a limit',
    create({ model: 'gpt-5', input: 'Hi', max_output_tokens: 1 }),
    400,
    'gate-shape',
    /Expected a value >= 16, but got 1/,
  ],
  [
    'effort for a model that cannot think',
    create({ model: 'gpt-4.1', input: 'Hi', reasoning: { effort: 'low' } }),
    400,
    'gate-effort',
    /^Unsupported parameter: 'reasoning\.effort'/,
  ],
  [
    'no effort for one that always thinks',
    create({ model: 'gpt-5', input: 'Hi', reasoning: { effort: 'none' } }),
    400,
    'gate-effort',
    /'none' is not supported with the 'gpt-5' model/,
  ],
  [
    'minimal effort at 5.6',
    create({ model: 'gpt-5.6-terra', input: 'Hi', reasoning: { effort: 'minimal' } }),
    400,
    'gate-effort',
    /'minimal' is not supported/,
  ],
  [
    'a role that does not exist',
    create({ model: 'gpt-5', input: [{ role: 'tool', content: 'x' }] }),
    400,
    'gate-shape',
    "Invalid value: 'tool'. Supported values are: 'assistant', 'system', 'developer', and 'user'.",
  ],
  [
    'an item that does not exist',
    create({ model: 'gpt-5', input: [{ type: 'tool_use' }] }),
    400,
    'gate-shape',
    /^Invalid value: 'tool_use'\. Supported values are: 'message', /,
  ],
] as const)('rejects %s', (_, asked, status, rule, message) => {
  const outcome = createProvider().handle(asked);
  if (outcome.kind !== 'refused') throw new Error('It was let through.');
  expect(outcome.violation).toMatchObject({
    rule,
    status,
    message: typeof message === 'string' ? message : expect.stringMatching(message),
  });
  expect(outcome.response.status).toBe(status);
});

test('rejects an unknown key', () => {
  const provider = createProvider();
  const outcome = provider.handle(create({ model: 'gpt-5', input: 'Hi' }), { ...provider.world, account: '' });
  expect(outcome).toMatchObject({
    kind: 'refused',
    violation: { rule: 'gate-key', status: 401, code: 'invalid_api_key' },
  });
});
