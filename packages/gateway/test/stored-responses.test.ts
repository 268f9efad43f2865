/** Stored responses with the official SDK: continued, shown, listed and deleted; for their own client only. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { toolName, toolSchema } from './clients/sdk-client.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const models = ['anthropic/claude-opus-4-8', 'openai/gpt-5.6-terra', 'openai/gpt-4.1', 'google/gemini-3.1-pro'];
const [model = ''] = models;
const tools = [{ type: 'function' as const, name: toolName, parameters: toolSchema, strict: false }];

let opened: TestGateway;
let silent: TestGateway;
beforeAll(async () => {
  const tokens = ['one', 'two'].map((name) => ({ name, sha256: createHash('sha256').update(name).digest('hex') }));
  opened = await openGateway({ tokens });
  silent = await openGateway({ limits: { storedBytes: 0 } });
});
afterAll(async () => {
  await opened.close();
  await silent.close();
});

function clientOf(apiKey: string, { gateway: { url } }: TestGateway = opened): OpenAI {
  return new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });
}

/** What the provider saw in its latest request. */
function seenBy(name: string): string {
  return JSON.stringify(opened.stations.find((each) => nameOf(each) === name)?.simulator.log.at(-1)?.seen);
}

/** As JSON: the SDK adds `output_text`, and a parsed form of streamed answers. */
function given(response: OpenAI.Responses.Response): unknown {
  const drop = (name: string, value: unknown): unknown =>
    /^(output_text|output_parsed|parsed\w*)$/.test(name) ? undefined : value;
  return JSON.parse(JSON.stringify(response, (name, value) => drop(name, value)));
}

const failure = (status: number, about: object): object =>
  expect.objectContaining({ status, error: expect.objectContaining(about) });

test.each(models.flatMap((name) => [true, false].map((stream) => ({ name, stream }))))(
  '$name, streamed $stream: shown as it was given, and continued with its results',
  async ({ name, stream }) => {
    const { responses } = clientOf('one');
    const create = async (body: object): Promise<OpenAI.Responses.Response> => {
      const request = { model: name, tools, ...body };
      return stream ? responses.stream(request).finalResponse() : responses.create(request);
    };
    const first = await create({ instructions: 'Be 1nstructed.', input: 'Read a and b.', store: true });
    expect(given(await responses.retrieve(first.id))).toEqual(given(first));
    expect([Reflect.get(first, 'store'), first.previous_response_id]).toEqual([true, null]);
    const calls = first.output.filter((item) => item.type === 'function_call');
    expect(calls).toHaveLength(2);
    const results = calls.map(({ call_id }, at) => ({
      type: 'function_call_output' as const,
      call_id,
      output: `content ${at} n0nce`,
    }));
    const second = await create({ input: results, previous_response_id: first.id, store: false });
    expect(second.output_text).toContain('content 1 n0nce');
    expect([Reflect.get(second, 'store'), second.previous_response_id]).toEqual([false, first.id]);
    expect(seenBy(name)).toContain('Read a and b.');
    expect(seenBy(name)).not.toContain('1nstructed');
    // The second was not to be stored. The first can be continued again.
    await expect(responses.retrieve(second.id)).rejects.toEqual(failure(404, { code: null }));
    const again = await create({ input: results, previous_response_id: first.id });
    const third = await create({ input: 'Thanks n1nce', previous_response_id: again.id });
    expect(third.output_text).toBe('You said Thanks n1nce.');
    expect(given(await responses.retrieve(third.id))).toEqual(given(third));
    expect(opened.lines.slice(-1)).toMatchObject([{ end: 'answered', seals: { missed: 0 }, repairs: [] }]);
  },
);

test.each(models)('%s: metadata is kept with the response', async (name) => {
  const { responses } = clientOf('one');
  const metadata = { ticket: 'T-1' };
  const first = await responses.create({ model: name, input: 'Hello.', metadata });
  expect([first.metadata, (await responses.retrieve(first.id)).metadata]).toEqual([metadata, metadata]);
  expect(opened.lines.at(-2)).toMatchObject({ end: 'answered', leftOut: [] });
});

test('no other client finds, continues, lists or deletes it', async () => {
  const { id, output } = await clientOf('one').responses.create({ model, tools, input: 'Read a and b.' });
  const { responses } = clientOf('two');
  const notFound = failure(404, { message: `Response with id '${id}' not found.`, type: 'invalid_request_error' });
  await expect(responses.retrieve(id)).rejects.toEqual(notFound);
  await expect(responses.inputItems.list(id)).rejects.toEqual(notFound);
  await expect(responses.delete(id)).rejects.toEqual(notFound);
  await expect(responses.create({ model, input: 'x', previous_response_id: id })).rejects.toEqual(
    failure(400, { code: 'previous_response_not_found', param: 'previous_response_id' }),
  );
  const items = [{ type: 'item_reference' as const, id: output[0]?.id ?? '' }];
  const { lines } = opened;
  await responses.create({ model, tools, input: [{ role: 'user', content: 'hello' }, ...items] });
  expect(lines.at(-1)).toMatchObject({ client: 'two', leftOut: [{ what: 'input.1' }] });
  expect((await clientOf('one').responses.retrieve(id)).id).toBe(id);
});

test('a deleted response is gone; one that continues it stays whole', async () => {
  const { responses } = clientOf('one');
  const first = await responses.create({ model, input: 'first n0nce' });
  const second = await responses.create({ model, input: 'second', previous_response_id: first.id });
  expect(
    (await send(opened.gateway.url, `/responses/${first.id}/cancel`, {}, { authorization: 'Bearer one' })).body,
  ).toEqual({
    error: expect.objectContaining({ message: expect.stringContaining('Only background responses') }),
  });
  const gone = await fetch(`${opened.gateway.url}/responses/${first.id}`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer one' },
  });
  expect([gone.status, await gone.json()]).toEqual([200, { id: first.id, object: 'response', deleted: true }]);
  await expect(responses.retrieve(first.id)).rejects.toEqual(failure(404, {}));
  await expect(responses.delete(first.id)).rejects.toEqual(failure(404, {}));
  const previous_response_id = first.id;
  await expect(responses.create({ model, input: 'x', previous_response_id })).rejects.toEqual(failure(400, {}));
  await responses.create({ model, input: 'third', previous_response_id: second.id });
  expect(seenBy(model)).toContain('first n0nce');
});

const noIds: readonly unknown[] = [1, true, [], {}, { toString: 1 }, { a: { toString: null } }, 'resp_\u0000'];
test.each(noIds.map((id) => ({ id })))('a previous response that is no id is not found: $id', async ({ id }) => {
  const body = { model, input: 'x', previous_response_id: id };
  const { status, body: told } = await send(opened.gateway.url, '/responses', body, { authorization: 'Bearer one' });
  expect([status, told]).toEqual([400, { error: expect.objectContaining({ code: 'previous_response_not_found' }) }]);
});

test('its input is listed in pages, in both orders', async () => {
  const { responses } = clientOf('one');
  const first = await responses.create({
    model,
    input: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'one' }] },
    ],
  });
  const { id } = await responses.create({ model, input: 'two', previous_response_id: first.id });
  const all: object[] = [];
  for await (const item of responses.inputItems.list(id, { limit: 1, order: 'asc' })) all.push(item);
  const [{ id: own } = { id: '' }] = first.output;
  const text = (words: string): object => ({ content: [expect.objectContaining({ text: words })] });
  expect(all).toMatchObject([
    { type: 'message', role: 'developer', status: 'completed', ...text('Be brief.') },
    { type: 'message', role: 'user', ...text('one') },
    { type: 'message', role: 'assistant', id: own },
    { type: 'function_call' },
    { type: 'function_call' },
    { type: 'message', role: 'user', ...text('two') },
  ]);
  const ids = all.map((item) => String(Reflect.get(item, 'id')));
  expect(new Set(ids).size).toBe(6);
  const page = async (query: OpenAI.Responses.InputItemListParams & { before?: string }): Promise<unknown> => {
    const { data, has_more } = await responses.inputItems.list(id, query);
    return [data.map((item) => ids.indexOf(item.id ?? '')), has_more];
  };
  expect(await page({})).toEqual([[5, 4, 3, 2, 1, 0], false]);
  expect(await page({ limit: 2 })).toEqual([[5, 4], true]);
  expect(await page({ limit: 2, after: ids[2] ?? '' })).toEqual([[1, 0], false]);
  expect(await page({ limit: 2, order: 'asc', after: ids[0] ?? '' })).toEqual([[1, 2], true]);
  expect(await page({ limit: 2, before: ids[0] ?? '' })).toEqual([[2, 1], true]);
  expect(await page({ order: 'asc', after: ids[0] ?? '', before: ids[3] ?? '' })).toEqual([[1, 2], false]);
  for (const query of [{ limit: 0 }, { limit: 101 }, { limit: 1.5 }, { order: 'up' }, { after: 'msg_none' }]) {
    const listed = responses.inputItems.list(id, query as OpenAI.Responses.InputItemListParams);
    await expect(listed).rejects.toEqual(failure(400, { type: 'invalid_request_error' }));
  }
  await expect(responses.retrieve(id, { stream: true })).rejects.toEqual(failure(400, {}));
});

test('an item of an unknown type gets an id, whatever the type is called', async () => {
  const input = [{ role: 'user', content: 'hello' }, { type: 'constructor' }];
  const { responses } = clientOf('one');
  const { id } = await responses.create({ model, input: input as OpenAI.Responses.ResponseInput });
  const { data } = await responses.inputItems.list(id);
  expect(data[0]).toEqual({ type: 'constructor', id: `item_${id.replace('resp_', '')}_in_1` });
});

test('a gateway that stores nothing refuses what needs it, and says that it did not store', async () => {
  const { responses } = clientOf('any', silent);
  await expect(responses.create({ model, input: 'x', store: true })).rejects.toEqual(
    failure(400, { message: expect.stringContaining('gateway.limits.storedBytes is 0') }),
  );
  await expect(responses.create({ model, input: 'x', previous_response_id: 'resp_1' })).rejects.toEqual(
    failure(400, { code: 'previous_response_not_found' }),
  );
  const socket = new WebSocket(`${silent.gateway.url.replace('http', 'ws')}/v1/responses`);
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'response.create', model, input: 'x', store: true }));
  const [told] = await once(socket, 'message');
  expect(JSON.parse(String(told))).toMatchObject({ type: 'error', status: 400 });
  socket.close();
  for (const name of models) {
    const response = await responses.create({ model: name, tools, input: 'Read a and b.' });
    expect(Reflect.get(response, 'store')).toBe(false);
    await expect(responses.retrieve(response.id)).rejects.toEqual(failure(404, {}));
  }
});

test.each([
  ['background', { background: true }],
  ['conversation', { conversation: 'conv_1' }],
  ['prompt', { prompt: { id: 'pmpt_1' } }],
  ['an id that is no text', { previous_response_id: 7 }],
])('%s is a 400', async (_, field) => {
  const request = { model, input: 'x', ...field } as unknown as OpenAI.Responses.ResponseCreateParamsNonStreaming;
  await expect(clientOf('one').responses.create(request)).rejects.toEqual(failure(400, {}));
});

test('references are replaced if the answer is not to be stored, and over a WebSocket', async () => {
  const { responses } = clientOf('one');
  const first = await responses.create({ model, tools, input: 'Read a and b.' });
  const said = first.output.map(({ id }) => ({ type: 'item_reference' as const, id: id ?? '' }));
  const results = first.output.flatMap((item) =>
    item.type === 'function_call'
      ? [{ type: 'function_call_output' as const, call_id: item.call_id, output: 'n2nce' }]
      : [],
  );
  const input = [{ role: 'user' as const, content: 'Read a and b.' }, ...said, ...results];
  const whole = { end: 'answered', leftOut: [], repairs: [], seals: { missed: 0 } };
  const second = await responses.create({ model, tools, input, store: false });
  expect([second.output_text, opened.lines.at(-1)]).toMatchObject(['They say n2nce\nn2nce.', whole]);
  const address = `${opened.gateway.url.replace('http', 'ws')}/v1/responses`;
  const socket = new WebSocket(address, { headers: { authorization: 'Bearer one' } });
  await once(socket, 'open');
  const ended = new Promise<string>((resolve) => {
    socket.on(
      'message',
      (data) => void (/"type":"(response.completed|error)"/.test(String(data)) && resolve(String(data))),
    );
  });
  socket.send(JSON.stringify({ type: 'response.create', model, tools, input }));
  expect(await ended).toContain('They say n2nce');
  expect(opened.lines.at(-1)).toMatchObject(whole);
  socket.close();
});

test('a conversation that grew too large by its ids is refused', async () => {
  const small = await openGateway({ limits: { bodyBytes: 20_000 } });
  try {
    const { responses } = clientOf('any', small);
    const first = await responses.create({ model, tools, input: 'x'.repeat(15_000) });
    const next = responses.create({ model, tools, input: 'y'.repeat(15_000), previous_response_id: first.id });
    await expect(next).rejects.toEqual(failure(400, { code: 'context_length_exceeded' }));
    const [item] = first.output;
    const references = Array.from({ length: 200 }, () => ({ type: 'item_reference' as const, id: item?.id ?? '' }));
    const many = responses.create({ model, tools, input: references });
    await expect(many).rejects.toEqual(failure(400, { code: 'context_length_exceeded' }));
    const both = responses.create({ model, tools, input: references, previous_response_id: first.id });
    await expect(both).rejects.toEqual(failure(400, { code: 'context_length_exceeded' }));
  } finally {
    await small.close();
  }
});

test('what is continued counts as a large request', async () => {
  const full = await openGateway({ limits: { heldBytes: 20_000 } });
  try {
    const { responses } = clientOf('any', full);
    const first = await responses.create({ model, tools, input: 'x'.repeat(15_000) });
    const second = await responses.create({ model, tools, input: 'y', previous_response_id: first.id });
    const third = responses.create({ model, tools, input: 'y'.repeat(10_000), previous_response_id: second.id });
    await expect(third).rejects.toEqual(failure(503, {}));
    // All of it is free again.
    expect((await responses.create({ model, tools, input: 'z'.repeat(15_000) })).status).toBe('completed');
  } finally {
    await full.close();
  }
});

test('Chat: store and metadata go to a target that knows them, and are named elsewhere', async () => {
  const messages = [{ role: 'user' as const, content: 'hello' }];
  const { chat } = clientOf('one');
  const leftOut: unknown[] = [];
  for (const name of ['openai/gpt-4.1', model]) {
    await chat.completions.create({ model: name, messages, store: true, metadata: { a: 'b' } });
    leftOut.push(opened.lines.at(-1)?.['leftOut']);
  }
  expect(leftOut).toMatchObject([[], [{ what: 'store' }, { what: 'metadata' }]]);
});
