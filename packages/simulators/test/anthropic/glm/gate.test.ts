/** Access to GLM's Anthropic-compatible endpoint, its faults, and what the official client makes of them. */
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../../test/property/runs.ts';
import { createGlmMessages } from '../../../src/anthropic/index.ts';
import type { ApiFault, Outcome } from '../../../src/api/api.ts';
import { parseJson } from '../../../src/api/json.ts';
import { clientSettings, startSimulator } from '../../../src/index.ts';
import { createBench } from '../bench.ts';

const root = '/api/anthropic/v1';
const known = { authorization: 'Bearer key', 'anthropic-version': '2023-06-01' };

function send(
  method: string,
  path: string,
  raw = '',
  headers: Readonly<Record<string, string>> = known,
  account = 'main',
): Outcome {
  const { api, world } = createBench(createGlmMessages());
  const body = parseJson(raw)?.value;
  return api.handle({ method, path, headers, query: new URLSearchParams(), body, raw }, world(account));
}

describe('authentication and routing', () => {
  const { authorization: _, ...nobody } = known;
  test.each([
    ['POST', '/v1/messages', '', known, 404, 'Not Found'],
    ['POST', `${root}/messages/count_tokens`, '{}', known, 404, 'Not Found'],
    ['GET', `${root}/messages`, '', known, 405, 'Method Not Allowed'],
    ['POST', `${root}/messages`, '', nobody, 401, 'Authentication parameter not received in Header'],
    ['POST', `${root}/messages`, '{', known, 400, 'Invalid API parameter, please check the documentation.'],
    ['POST', `${root}/messages`, '[]', known, 422, 'Input should be a valid dictionary'],
    ['POST', `${root}/messages`, '{}', known, 422, 'Field required'],
    [
      'POST',
      `${root}/messages`,
      '{"model":"claude-opus-5"}',
      known,
      400,
      'Unknown Model, please check the model code.',
    ],
    ['GET', `${root}/models/gpt-5`, '', known, 400, 'Unknown Model, please check the model code.'],
  ])('%s %s %s %o: %i', (method, path, raw, headers, status, message) => {
    expect(send(method, path, raw, headers)).toMatchObject({
      kind: 'refused',
      violation: { status, message },
      response: { status },
    });
  });

  test('an unknown key', () => {
    expect(send('POST', `${root}/messages`, '', known, '')).toMatchObject({
      violation: { status: 401, message: 'token expired or incorrect' },
    });
  });

  test('its models', () => {
    const list = send('GET', `${root}/models`);
    const { data } = JSON.parse(list.kind === 'served' ? String(list.response.body) : '{}');
    expect(data.map(({ id }: { id: string }) => id)).toContain('glm-5.3');
    expect(send('GET', `${root}/models/glm-5`)).toMatchObject({ kind: 'served' });
  });
});

describe('faults', () => {
  test.each([
    [{ kind: 'rate-limit', retryAfterMs: 2000, hint: 'retry-after' }, 429, '1302', { 'retry-after': '2' }],
    [{ kind: 'quota' }, 429, '1113', {}],
    [{ kind: 'overloaded' }, 429, '1305', {}],
    [{ kind: 'auth' }, 401, '401', {}],
    [{ kind: 'overflow' }, 400, '1261', {}],
  ] as const satisfies readonly (readonly [ApiFault, number, string, object])[])('%o', (fault, status, code, hints) => {
    const { api, world } = createBench(createGlmMessages());
    const response = api.fail(fault, world());
    expect(response).toMatchObject({ status, headers: hints });
    const { error } = JSON.parse(String(response.body));
    expect(error).toEqual({ code, message: expect.any(String) });
    expect(api.failInside(fault, world())).toBe(`event: error\ndata: ${JSON.stringify({ type: 'error', error })}\n\n`);
  });
});

test.each([false, true])('the official client, streamed: %s', async (stream) => {
  const simulator = await startSimulator(createGlmMessages(), {
    model: () => ({ parts: [{ think: 'Hm.' }, { say: 'Yes.' }], stop: 'end' }),
  });
  const { baseUrl, environment } = clientSettings(simulator);
  expect(environment).toEqual({ ANTHROPIC_BASE_URL: baseUrl, ANTHROPIC_AUTH_TOKEN: simulator.key });
  const client = new Anthropic({ baseURL: baseUrl, apiKey: null, authToken: simulator.key, maxRetries: 0 });
  const body = { model: 'glm-5', max_tokens: 100, messages: [{ role: 'user' as const, content: 'hi' }] };
  const answer = stream ? await client.messages.stream(body).finalMessage() : await client.messages.create(body);
  expect(answer.content).toMatchObject([
    { type: 'thinking', thinking: 'Hm.' },
    { type: 'text', text: 'Yes.' },
  ]);
  const messages = [...body.messages, { role: 'assistant' as const, content: answer.content }, ...body.messages];
  await client.messages.create({ ...body, messages });
  const refused = client.messages.create({
    ...body,
    messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }],
  });
  await expect(refused).rejects.toBeInstanceOf(Anthropic.BadRequestError);
  expect(simulator.log.map(({ verdict, rules, warnings }) => [verdict, ...rules, ...warnings])).toEqual([
    ['accepted'],
    ['accepted'],
    ['refused', 'GLM-002'],
  ]);
  await simulator.close();
});

test(
  'answers any request',
  () => {
    const word = fc.constantFrom('user', 'assistant', 'system', 'text', 'thinking', 'tool_use', 'tool_result', 'glm-5');
    const leaf = fc.oneof(fc.jsonValue({ maxDepth: 3 }), word);
    const names = fc.constantFrom('type', 'text', 'role', 'content', 'id', 'tool_use_id', 'name', 'input', 'signature');
    const block = fc.oneof(leaf, fc.dictionary(names, leaf, { maxKeys: 4 }));
    const entry = fc.oneof(leaf, fc.record({ role: fc.oneof(word, leaf), content: fc.oneof(leaf, fc.array(block)) }));
    const settings = fc.dictionary(
      fc.constantFrom('system', 'tools', 'tool_choice', 'thinking', 'output_config', 'max_tokens'),
      leaf,
    );
    const asked = fc.tuple(fc.oneof(leaf, fc.array(entry, { maxLength: 4 })), settings);
    holds(asked, 500, ([messages, more]) => {
      const raw = JSON.stringify({ model: 'glm-5', max_tokens: 9, messages, ...more });
      const outcome = send('POST', `${root}/messages`, raw);
      const { status } =
        outcome.kind === 'asked' ? outcome.answer({ parts: [{ say: 'b' }], stop: 'end' }) : outcome.response;
      expect([200, 400, 422]).toContain(status);
    });
  },
  patience,
);
