/** OpenAI's own client over real HTTP. */
import OpenAI, { APIError, AuthenticationError, BadRequestError, NotFoundError, RateLimitError } from 'openai';
import type { ResponseInputItem } from 'openai/resources/responses/responses';
import { afterEach, expect, test } from 'vitest';
import type { Answer, Model } from '../../src/api/model.ts';
import { createOpenaiResponses } from '../../src/responses/index.ts';
import { type Simulator, startSimulator } from '../../src/server/server.ts';

const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

const answer: Answer = {
  parts: [{ think: 'The file first.' }, { say: 'I look.' }, { call: 'read', args: { path: 'a.txt' } }],
  stop: 'calls',
};

/** Makes a call, and greets once it has a result. */
const model: Model = ({ turns }) =>
  turns.at(-1)?.results.length === 1 ? { parts: [{ think: 'Good.' }, { say: 'It says A.' }], stop: 'end' } : answer;

async function start(keys?: Readonly<Record<string, string>>): Promise<{ simulator: Simulator; client: OpenAI }> {
  const simulator = await startSimulator(createOpenaiResponses(), { model, ...(keys ? { keys } : {}) });
  open.push(simulator);
  return { simulator, client: clientOf(simulator) };
}

function clientOf({ url, key }: Simulator, apiKey = key): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${url}/v1`, maxRetries: 0 });
}

const tools = [
  {
    type: 'function' as const,
    name: 'read',
    description: 'Reads.',
    strict: true,
    parameters: {
      type: 'object',
      properties: { path: { type: 'string' } },
      required: ['path'],
      additionalProperties: false,
    },
  },
];

test('whole: thinking, text and a call; then the result, statelessly, with every item sent back', async () => {
  const { client, simulator } = await start();
  const fixed = { model: 'gpt-5.5', tools, store: false, include: ['reasoning.encrypted_content' as const] };
  const input: ResponseInputItem[] = [{ role: 'user', content: 'What does a.txt say?' }];
  const first = await client.responses.create({ ...fixed, input, reasoning: { summary: 'auto' } });
  expect(first.output.map(({ type }) => type)).toEqual(['reasoning', 'message', 'function_call']);
  expect(first.output_text).toBe('I look.');
  const call = first.output.find((item) => item.type === 'function_call');
  expect(JSON.parse(call?.arguments ?? '')).toEqual({ path: 'a.txt' });
  input.push(...(first.output as ResponseInputItem[]), {
    type: 'function_call_output',
    call_id: call?.call_id ?? '',
    output: 'A',
  });
  const second = await client.responses.create({ ...fixed, input });
  expect(second.output_text).toBe('It says A.');
  expect(second._request_id).toMatch(/^req_/);
  expect(simulator.log.map(({ verdict, warnings }) => [verdict, warnings])).toEqual([
    ['accepted', []],
    ['accepted', []],
  ]);
  expect(simulator.log[1]?.seen?.turns.map(({ thinking }) => thinking)).toEqual(['', 'The file first.', '', '', '']);
});

test('whole: the result by previous_response_id, and the stored response', async () => {
  const { client } = await start();
  const first = await client.responses.create({ model: 'gpt-5', tools, input: 'What does a.txt say?' });
  const call = first.output.find((item) => item.type === 'function_call');
  const second = await client.responses.create({
    model: 'gpt-5',
    tools,
    previous_response_id: first.id,
    input: [{ type: 'function_call_output', call_id: call?.call_id ?? '', output: 'A' }],
  });
  expect(second.output_text).toBe('It says A.');
  expect((await client.responses.retrieve(second.id)).output).toEqual(second.output);
  await expect(client.responses.retrieve(second.id, { include: ['reasoning.encrypted_content'] })).rejects.toThrow(
    'Encrypted content cannot be requested for persisted responses',
  );
});

test('streamed: the client assembles the same', async () => {
  const { client } = await start();
  const stream = client.responses.stream({ model: 'gpt-5.5', tools, input: 'Hi', reasoning: { summary: 'auto' } });
  const types = new Set<string>();
  let text = '';
  for await (const event of stream) {
    types.add(event.type);
    if (event.type === 'response.output_text.delta') text += event.delta;
  }
  const final = await stream.finalResponse();
  expect(text).toBe('I look.');
  expect(final.output_text).toBe('I look.');
  expect(final.output).toMatchObject([
    { type: 'reasoning', summary: [{ text: 'The file first.' }] },
    { type: 'message', phase: 'commentary' },
    { type: 'function_call', name: 'read', arguments: '{"path":"a.txt"}' },
  ]);
  expect(types).toContain('response.reasoning_summary_text.delta');
  expect(types).toContain('response.function_call_arguments.delta');
});

test('streamed: gpt-oss shows its thinking', async () => {
  const { client } = await start();
  const final = await client.responses.stream({ model: 'gpt-oss-120b', tools, input: 'Hi' }).finalResponse();
  expect(final.output[0]).toMatchObject({
    type: 'reasoning',
    content: [{ type: 'reasoning_text', text: 'The file first.' }],
  });
});

test('errors are the client’s own, with status, code and place', async () => {
  const { client, simulator } = await start({ 'sk-one': 'one', 'sk-two': 'two' });
  const refused = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => undefined,
      (error: unknown) => error,
    );
  const orphan = await refused(
    client.responses.create({
      model: 'gpt-5',
      input: [{ type: 'function_call_output', call_id: 'call_1', output: 'A' }],
    }),
  );
  expect(orphan).toBeInstanceOf(BadRequestError);
  expect(orphan).toMatchObject({
    status: 400,
    param: 'input',
    message: '400 No tool call found for function call output with call_id call_1.',
    requestID: expect.stringMatching(/^req_/),
  });
  const lost = await refused(
    client.responses.create({
      model: 'gpt-5',
      store: false,
      input: [
        { role: 'user', content: 'Hi' },
        { type: 'item_reference', id: 'rs_1' },
      ],
    }),
  );
  expect(lost).toBeInstanceOf(NotFoundError);
  const stranger = await refused(clientOf(simulator, 'sk-three').responses.create({ model: 'gpt-5', input: 'Hi' }));
  expect(stranger).toBeInstanceOf(AuthenticationError);
  expect(stranger).toMatchObject({ code: 'invalid_api_key' });
  const include = ['reasoning.encrypted_content' as const];
  const { output } = await client.responses.create({ model: 'gpt-5', input: 'Hi', include, store: false });
  const foreign = await refused(
    clientOf(simulator, 'sk-two').responses.create({
      model: 'gpt-5',
      input: output as ResponseInputItem[],
      include,
      store: false,
    }),
  );
  expect(foreign).toBeInstanceOf(BadRequestError);
  expect(foreign).toMatchObject({ code: 'invalid_encrypted_content' });
  expect(simulator.log.map(({ rules }) => rules[0])).toEqual(['OAR-002', 'OAR-010', 'gate-key', undefined, 'OAR-011']);
});

test('faults: a rate limit before and inside the answer (OAR-027)', async () => {
  const { client, simulator } = await start();
  simulator.fault({ do: 'fail', with: { kind: 'rate-limit', retryAfterMs: 20, hint: 'retry-after-ms' } });
  const limited = await client.responses.create({ model: 'gpt-5', input: 'Hi' }).catch((error: unknown) => error);
  expect(limited).toBeInstanceOf(RateLimitError);
  expect(limited instanceof APIError ? limited.headers?.get('retry-after-ms') : undefined).toBe('20');
  simulator.fault({ do: 'fail-inside', with: { kind: 'rate-limit', retryAfterMs: 11_054 } });
  const stream = await client.responses.create({ model: 'gpt-5', input: 'Hi', stream: true });
  const events = [];
  for await (const event of stream) events.push(event);
  const last = events.at(-1);
  const failed = last?.type === 'response.failed' ? last.response : undefined;
  expect(failed?.error?.code).toBe('rate_limit_exceeded');
  expect(failed?.error?.message).toContain('Please try again in 11.054s.');
  expect(events[0]).toMatchObject({ type: 'response.created', response: { id: failed?.id } });
});

test('models and a count of tokens', async () => {
  const { client } = await start();
  const ids = [];
  for await (const { id } of client.models.list()) ids.push(id);
  expect(ids).toEqual(expect.arrayContaining(['gpt-4.1', 'gpt-5.6-terra-pro', 'deepseek-v4-pro']));
  expect(await client.responses.inputTokens.count({ model: 'gpt-5', input: 'x'.repeat(40) })).toMatchObject({
    input_tokens: 10,
  });
});
