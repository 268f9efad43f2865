/** What is kept of answers: found by the client it was given to, by no one else, and only for a while. */
import { createHash } from 'node:crypto';
import type { Block, Content, Seal } from '@interlock/transcript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepAnswer } from '../src/answers/keep-answer.ts';
import { restoreAnswers } from '../src/answers/restore-answers.ts';
import { createMemoryAnswerStore, type KeptAnswer } from '../src/index.ts';
import { nameOf, openGateway, type TestGateway } from './open-gateway.ts';
import { send } from './send.ts';

const model = 'anthropic/claude-opus-4-8';
let opened: TestGateway;
beforeAll(async () => {
  const token = (name: string): { readonly name: string; readonly sha256: string } => ({
    name,
    sha256: createHash('sha256').update(`token-${name}`).digest('hex'),
  });
  opened = await openGateway({ tokens: [token('one'), token('two')] });
});
afterAll(() => opened.close());

interface Message {
  readonly tool_calls?: readonly { readonly id: string }[];
}

interface Part {
  readonly text?: string;
  readonly functionCall?: object;
}

const request = (messages: readonly object[]): object => ({
  model,
  reasoning_effort: 'high',
  tools: [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }],
  messages,
});

async function ask(token: string, messages: readonly object[]): Promise<Message> {
  const { status, body } = await send(opened.gateway.url, '/v1/chat/completions', request(messages), {
    authorization: `Bearer token-${token}`,
  });
  expect([status, body]).toEqual([200, expect.anything()]);
  const { choices } = body as { readonly choices: readonly { readonly message: Message }[] };
  const message = choices[0]?.message;
  if (message === undefined) throw new Error('There is no answer.');
  return message;
}

/** The thinking that the provider saw in its latest request. */
function thinkingSeen(): readonly string[] {
  const station = opened.stations.find((each) => nameOf(each) === model);
  const seen = station?.simulator.log.at(-1)?.seen;
  return (seen?.turns ?? []).map(({ thinking }) => thinking).filter((thinking) => thinking !== '');
}

test('restores thinking that a format cannot carry, for its own client only', async () => {
  const question = { role: 'user', content: 'Read a and b.' };
  const answer = await ask('one', [question]);
  const calls = answer.tool_calls ?? [];
  const { reasoning_content: _, ...carried } = { ...answer, reasoning_content: undefined };
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' }));
  const history = [question, { role: 'assistant', content: 'I read both.', tool_calls: calls }, ...results];
  expect(carried).toBeDefined();

  const own = await ask('one', history);
  expect(thinkingSeen()).toEqual([expect.stringContaining('Two files are wanted.')]);
  expect(opened.lines.at(-1)).toMatchObject({ seals: { found: 1, missed: 0 } });

  // Without calls it is found by what stood before it.
  await ask('one', [
    ...history,
    { role: 'assistant', content: Reflect.get(own, 'content') },
    { role: 'user', content: 'And?' },
  ]);
  expect(thinkingSeen().map((thinking) => thinking.replace(/ \[.*/, ''))).toEqual([
    'Two files are wanted.',
    'Both are here.',
  ]);

  // The very same conversation of someone else.
  await ask('two', history);
  expect(thinkingSeen()).toEqual([]);
  expect(opened.lines.at(-1)).toMatchObject({ client: 'two', seals: { found: 0, missed: 1 } });
});

test('finds an answer without calls although the client removed a reminder from an earlier prompt, as Qwen Code does', async () => {
  const question = (...reminders: readonly string[]): object => ({
    role: 'user',
    content: [...reminders, 'Read a and b, then stop.'].map((text) => ({ type: 'text', text })),
  });
  const { tool_calls: calls = [], ...said } = await ask('one', [question('It is Monday.')]);
  const loop = [
    { ...said, role: 'assistant', tool_calls: calls },
    ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' })),
  ];
  const done = { ...(await ask('one', [question('It is Monday.'), ...loop])), role: 'assistant' };
  await ask('one', [question(), ...loop, done, { role: 'user', content: 'And?' }]);
  expect(opened.lines.at(-1)).toMatchObject({ seals: { found: 2, missed: 0 } });
  // The same words after the calls of another conversation are another answer.
  const others = calls.map(({ id }) => id.replace(/.{4}$/, 'abcd'));
  const text = JSON.stringify([question(), ...loop, done, { role: 'user', content: 'And?' }]);
  const foreign: readonly object[] = JSON.parse(
    calls.reduce((changed, { id }, at) => changed.replaceAll(id, others[at] ?? id), text),
  );
  await ask('one', foreign);
  expect(opened.lines.at(-1)).toMatchObject({ seals: { found: 0, missed: 2 } });
});

const kept = (thought: string): KeptAnswer => ({
  target: 't',
  account: 'a',
  origin: { provider: 'anthropic' },
  parts: [{ type: 'thinking', thought }],
});

const sealed = (value: string): Seal => ({ provider: 'openai', value });

test('client names and keys never collide', async () => {
  const store = createMemoryAnswerStore();
  await store.keep('a', ['b:c'], kept('one'));
  expect(await store.find('a:b', ['c'])).toEqual([undefined]);
  expect(await store.find('a', ['b:c', 'c'])).toEqual([kept('one'), undefined]);
});

test('the memory is limited in bytes and age', async () => {
  let now = 0;
  const store = createMemoryAnswerStore({ bytes: 10_000, ageMs: 1000, now: () => now });
  for (let at = 0; at < 100; at += 1) await store.keep('c', [`k${at}`], kept('x'.repeat(400)));
  expect(store.bytes).toBeLessThanOrEqual(10_000);
  expect(await store.find('c', ['k0', 'k99'])).toEqual([undefined, kept('x'.repeat(400))]);
  now = 1001;
  expect(await store.find('c', ['k99'])).toEqual([undefined]);
});

test.each([
  ['as text, as pi does without a signature', (thought: string) => thought],
  ['in a tag, as Droid does', (thought: string) => `<thinking>\n${thought}\n</thinking>`],
  ['in a tag as models write it', (thought: string) => `<think>${thought}</think>`],
])('recognizes thinking that a client returns %s', async (_, written) => {
  const phased = 'openai/gpt-5.6-terra';
  const station = opened.stations.find((each) => nameOf(each) === phased);
  const messages: object[] = [{ role: 'user', content: 'Read a and b.' }];
  for (let round = 0; round < 3; round += 1) {
    const asked = { model: phased, max_tokens: 9_000, thinking: { type: 'enabled', budget_tokens: 2_000 }, messages };
    const tools = [{ name: 'read', input_schema: { type: 'object', properties: {} } }];
    const { body } = await send(opened.gateway.url, '/v1/messages', { ...asked, tools }, { 'x-api-key': 'token-one' });
    const { content } = body as { readonly content: readonly { type: string; thinking?: string; id?: string }[] };
    const sent = content.map((block) =>
      block.type === 'thinking' ? { type: 'text', text: written(block.thinking ?? '') } : block,
    );
    const calls = content.filter(({ type }) => type === 'tool_use');
    const results = calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'x' }));
    messages.push({ role: 'assistant', content: sent });
    messages.push({ role: 'user', content: results.length > 0 ? results : 'And now?' });
  }
  const judged = station?.simulator.log.at(-1);
  const said = judged?.seen?.turns.filter(({ role }) => role === 'model').map(({ text, thinking }) => [text, thinking]);
  // The items of two answers: reasoning, message, two calls; reasoning, message.
  expect({ verdict: judged?.verdict, warnings: judged?.warnings, said }).toEqual({
    verdict: 'accepted',
    warnings: [],
    said: [
      ['', expect.stringContaining('Two files are wanted.')],
      ['I read both.', ''],
      ['', ''],
      ['', ''],
      ['', expect.stringContaining('Both are here.')],
      [expect.stringContaining('They say'), ''],
    ],
  });
});

test('a streamed text belongs together although a client returns each piece as a message, as the chats of Google do', async () => {
  const phased = 'openai/gpt-5.6-terra';
  const station = opened.stations.find((each) => nameOf(each) === phased);
  const path = `/v1beta/models/${encodeURIComponent(phased)}:generateContent`;
  const user = (text: string): object => ({ role: 'user', parts: [{ text }] });
  const contents = [user('Read a and b.')];
  const tools = [{ functionDeclarations: [{ name: 'read', parameters: { type: 'object', properties: {} } }] }];
  for (let round = 0; round < 3; round += 1) {
    const { body } = await send(opened.gateway.url, path, { contents, tools }, { 'x-goog-api-key': 'token-one' });
    const { candidates } = body as { readonly candidates: readonly { readonly content: { readonly parts: Part[] } }[] };
    const parts = candidates[0]?.content.parts ?? [];
    const pieces = parts.flatMap(({ text, ...part }): readonly object[] =>
      text === undefined ? [part] : [{ text: text.slice(0, 4), ...part }, { text: text.slice(4) }, { text: '' }],
    );
    contents.push(...pieces.map((piece) => ({ role: 'model', parts: [piece] })));
    const results = parts.flatMap(({ functionCall }) =>
      functionCall === undefined ? [] : [{ functionResponse: { ...functionCall, response: { output: 'x' } } }],
    );
    contents.push(results.length > 0 ? { role: 'user', parts: results } : user('And now?'));
  }
  const judged = station?.simulator.log.at(-1);
  const said = judged?.seen?.turns.flatMap(({ role, text }) => (role === 'model' && text !== '' ? [text] : []));
  expect({ verdict: judged?.verdict, warnings: judged?.warnings, said }).toEqual({
    verdict: 'accepted',
    warnings: [],
    said: ['I read both.', expect.stringContaining('They say')],
  });
});

test('finds the answers after a message that the client began for the model', async () => {
  const phased = 'openai/gpt-5.6-terra';
  const log = opened.stations.find((each) => nameOf(each) === phased)?.simulator.log ?? [];
  const path = `/v1beta/models/${encodeURIComponent(phased)}:generateContent`;
  const contents: object[] = [
    { role: 'user', parts: [{ text: 'What is in it?' }] },
    { role: 'model', parts: [{ text: 'It has' }] },
  ];
  for (const more of ['And now?', 'And then?', 'And in the end?']) {
    const { body } = await send(opened.gateway.url, path, { contents }, { 'x-goog-api-key': 'token-one' });
    const { candidates } = body as { readonly candidates: readonly { readonly content: { readonly parts: Part[] } }[] };
    const parts = candidates[0]?.content.parts.map(({ text }) => ({ text })) ?? [];
    contents.push({ role: 'model', parts }, { role: 'user', parts: [{ text: more }] });
  }
  expect(log.at(-1)).toMatchObject({ verdict: 'accepted', warnings: [] });
  expect(opened.lines.at(-1)).toMatchObject({ seals: { found: 2, missed: 0 } });
});

test.each(['It is done.', '<thinking>\nIt is done.\n</thinking>'])(
  'finds an answer whose thinking a client returns as text before and after the words: %j',
  async (text) => {
    const store = createMemoryAnswerStore();
    const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Well?' }] };
    const thinking = {
      type: 'thinking',
      thought: 'It is done.',
      seal: { provider: 'openrouter', value: 'sealed' },
    } as const;
    const words = { type: 'text', text: 'Done.' } as const;
    const { keysOf } = await restoreAnswers([question], 'one', store);
    const reply = {
      content: { speaker: 'ai', blocks: [thinking, words, thinking], metadata: { provider: 'openrouter' } },
      stop: 'end',
    } as const;
    const selection = { name: 'openrouter/claude', account: 'default' } as const;
    await keepAnswer(store, 'one', { keysOf, reply, callIds: [], selection });
    const asText = { type: 'text', text } as const;
    const returned: Content = { speaker: 'ai', blocks: [asText, words, asText] };
    const { found, contents } = await restoreAnswers([question, returned, question], 'one', store);
    expect([found, contents[1]?.blocks]).toEqual([1, [thinking, words, thinking]]);
  },
);

test('finds an answer whose thinking a client returns in a tag before the words, in one text', async () => {
  const store = createMemoryAnswerStore();
  const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Well?' }] };
  const seal = { provider: 'anthropic', value: 'sealed' };
  const [first, second] = ['It is ', 'done.'].map((thought) => ({ type: 'thinking', thought, seal }) as const);
  const words = { type: 'text', text: 'Done.', seal: { provider: 'openai', value: 'final_answer' } } as const;
  const blocks = [first, words, second].filter((block) => block !== undefined);
  const { keysOf } = await restoreAnswers([question], 'one', store);
  const reply = { content: { speaker: 'ai', blocks, metadata: { provider: 'anthropic' } }, stop: 'end' } as const;
  const selection = { name: 'anthropic/claude', account: 'default' } as const;
  await keepAnswer(store, 'one', { keysOf, reply, callIds: [], selection });
  const text = '<think>\nIt is done.\n</think>\n\nDone.';
  const returned: Content = { speaker: 'ai', blocks: [{ type: 'text', text }] };
  const { found, contents } = await restoreAnswers([question, returned, question], 'one', store);
  expect([found, contents[1]?.blocks]).toEqual([1, blocks]);
});

test.each([
  { title: 'words that the client began', first: [], calls: [] },
  { title: 'an answer that was paused', first: [{ type: 'thinking', thought: 'A.', seal: sealed('a') }], calls: [] },
  { title: 'words before calls', first: [], calls: ['call_1'] },
] as const)('finds an answer after $title', async ({ first, calls }) => {
  const store = createMemoryAnswerStore();
  const selection = { name: 'openai/gpt', account: 'default' } as const;
  const answer = async (history: readonly Content[], blocks: readonly Block[]): Promise<void> => {
    const { keysOf, begun } = await restoreAnswers(history, 'one', store);
    const reply = { content: { speaker: 'ai', blocks, metadata: { provider: 'openai' } }, stop: 'end' } as const;
    await keepAnswer(store, 'one', { keysOf, begun, reply, callIds: calls, selection });
  };
  /** As a client returns it that cannot hold thinking. */
  const returned = (...blocks: readonly Block[]): Content => ({
    speaker: 'ai',
    blocks: blocks.flatMap(({ seal: _, ...block }) => (block.type === 'thinking' ? [] : [block])),
  });
  const question: Content = { speaker: 'human', blocks: [{ type: 'text', text: 'Well?' }] };
  const begun: readonly Block[] = [...first, { type: 'text', text: 'So far' }];
  const rest: readonly Block[] = [
    { type: 'thinking', thought: 'B.', seal: sealed('b') },
    { type: 'text', text: 'so good.', seal: sealed('final_answer') },
    ...calls.map((id) => ({ type: 'tool_call', id, name: 'read', parameters: {} }) as const),
  ];
  if (first.length > 0) await answer([question], begun);
  await answer([question, returned(...begun)], rest);
  const { contents } = await restoreAnswers([question, returned(...begun), returned(...rest), question], 'one', store);
  const [asked, ...model] = contents.slice(0, -1);
  expect([asked, model.flatMap(({ blocks }) => blocks)]).toEqual([question, [...begun, ...rest]]);
});

test('finds an answer whose calls a client returns without ids, as the AI SDK does over generateContent', async () => {
  const contents: object[] = [{ role: 'user', parts: [{ text: 'Read a and b.' }] }];
  for (const missed of [0, 0, 0]) {
    const asked = {
      contents,
      tools: [{ functionDeclarations: [{ name: 'read', parameters: { type: 'OBJECT', properties: {} } }] }],
      generationConfig: { thinkingConfig: { includeThoughts: true, thinkingLevel: 'high' } },
    };
    const path = `/v1beta/models/${encodeURIComponent(model)}:generateContent`;
    const { body } = await send(opened.gateway.url, path, asked, { 'x-goog-api-key': 'token-one' });
    expect(opened.lines.at(-1)).toMatchObject({ seals: { found: (contents.length - 1) / 2, missed } });
    const { candidates } = body as { readonly candidates: readonly { readonly content: Said }[] };
    const parts = candidates[0]?.content.parts ?? [];
    const calls = parts.flatMap(({ functionCall }) => functionCall ?? []);
    const results = calls.map(({ name }) => ({ functionResponse: { name, response: { output: 'x' } } }));
    contents.push({ role: 'model', parts: parts.flatMap(withoutId) });
    contents.push({ role: 'user', parts: results.length > 0 ? results : [{ text: 'And now?' }] });
  }
  expect(thinkingSeen().map((thinking) => thinking.replace(/ \[.*/, ''))).toEqual([
    'Two files are wanted.',
    'Both are here.',
  ]);
});

interface Said {
  readonly parts: readonly {
    readonly text?: string;
    readonly thought?: boolean;
    readonly functionCall?: { readonly name: string; readonly args: object };
  }[];
}

/** A part as the AI SDK returns it: no thoughts of others, no ids. */
function withoutId({ text, thought, functionCall }: Said['parts'][number]): readonly object[] {
  if (thought === true) return [];
  return [
    functionCall === undefined ? { text } : { functionCall: { name: functionCall.name, args: functionCall.args } },
  ];
}

interface Called {
  readonly id: string;
  readonly function: { readonly name: string; readonly arguments: unknown };
}

const declared = [{ type: 'function', function: { name: 'read', parameters: { type: 'object', properties: {} } } }];

/** Clients that return calls with ids of their own, and what they return beside the calls. */
test.each([
  {
    client: 'Mistral',
    path: '/v1/chat/completions',
    said: (body: unknown): Message & { readonly content?: string } =>
      (body as { readonly choices: readonly { readonly message: Message }[] }).choices[0]?.message ?? {},
    returned: (_: string | undefined, calls: readonly Called[]): object => ({
      ...{ role: 'assistant', prefix: false },
      tool_calls: calls.map((call, at) => ({ ...call, id: `0001S0eC${at}`, index: 0 })),
    }),
    result: (at: number): object => ({ role: 'tool', content: 'x', tool_call_id: `0001S0eC${at}`, name: 'read' }),
  },
  {
    client: 'Ollama',
    path: '/api/chat',
    said: (body: unknown): Message & { readonly content?: string } => (body as { readonly message: Message }).message,
    returned: (content: string | undefined, calls: readonly Called[]): object => ({
      ...{ role: 'assistant', content },
      tool_calls: calls.map((call, at) => ({ ...call, id: `6fc29e54-c3ab-4d7f-a6b0-5e5bbd2624f${at}` })),
    }),
    result: (): object => ({ role: 'tool', content: 'x' }),
  },
])('finds an answer whose calls come back with other ids, as from LangChain for $client', async (row) => {
  const routes = { both: { policy: 'round-robin', targets: ['deepseek/deepseek-v4-pro', model] } } as const;
  const gateway = await openGateway({
    routes: (targetOf) => ({ both: { ...routes.both, targets: routes.both.targets.map(targetOf) } }),
  });
  const messages: object[] = [{ role: 'user', content: `Read a and b for ${row.client}.` }];
  const asked = { model: 'both', stream: false, think: true, reasoning_effort: 'high', tools: declared };
  const first = await send(gateway.gateway.url, row.path, { ...asked, messages });
  const { content, tool_calls: calls = [] } = row.said(first.body);
  expect(calls).toHaveLength(2);
  messages.push(row.returned(content, calls as readonly Called[]), ...calls.map((_, at) => row.result(at)));
  const second = await send(gateway.gateway.url, row.path, { ...asked, messages });
  await gateway.close();
  expect(second.headers.get('x-interlock-target')).toBe(first.headers.get('x-interlock-target'));
  expect(gateway.lines.at(-1)).toMatchObject({ repairs: [], seals: { found: 1, missed: 0 } });
  const seen = gateway.stations.flatMap(({ simulator }) => simulator.log).filter(({ verdict }) => verdict !== 'served');
  expect(new Set(seen.map(({ verdict }) => verdict))).toEqual(new Set(['accepted']));
  expect(seen.map(({ seen: each }) => each?.turns.map(({ thinking }) => thinking).join(''))).toContainEqual(
    expect.stringContaining('Two files are wanted.'),
  );
});

/** OpenClaw removes all but letters and digits from ids (openclaw/openclaw#13830). */
const stripped = (id: string): string => id.replaceAll(/[^A-Za-z0-9]/g, '');
const questioned = { role: 'user', content: 'Read a and b for OpenClaw.' };
const parameters = { type: 'object', properties: {} };

interface Item {
  readonly type: string;
  readonly id: string;
  readonly call_id: string;
}

test.each([
  {
    path: '/v1/messages',
    asked: { max_tokens: 4000, thinking: { type: 'adaptive' }, tools: [{ name: 'read', input_schema: parameters }] },
    list: 'messages',
    returned: (body: unknown): readonly object[] => {
      const { content } = body as { readonly content: readonly Item[] };
      const [said, calls] = [false, true].map((isCall) =>
        content.filter(({ type }) => (type === 'tool_use') === isCall),
      );
      return [
        {
          role: 'assistant',
          content: [
            ...(said ?? []).filter(({ type }) => type !== 'thinking'),
            ...(calls ?? []).map((call) => ({ ...call, id: stripped(call.id) })),
          ],
        },
        {
          role: 'user',
          content: (calls ?? []).map(({ id }) => ({ type: 'tool_result', tool_use_id: stripped(id), content: 'x' })),
        },
      ];
    },
  },
  {
    path: '/v1/responses',
    asked: { store: false, reasoning: { effort: 'high' }, tools: [{ type: 'function', name: 'read', parameters }] },
    list: 'input',
    returned: (body: unknown): readonly object[] => {
      const { output } = body as { readonly output: readonly Item[] };
      const calls = output.filter(({ type }) => type === 'function_call');
      return [
        ...output.filter(({ type }) => type === 'message'),
        ...calls.map(({ id: _, call_id: id, ...call }) => ({ ...call, call_id: stripped(id) })),
        ...calls.map(({ call_id: id }) => ({ type: 'function_call_output', call_id: stripped(id), output: 'x' })),
      ];
    },
  },
])('$path: finds an answer whose calls come back with other ids, and stays with its target', async (row) => {
  const targets = ['deepseek/deepseek-v4-pro', model];
  const gateway = await openGateway({
    routes: (targetOf) => ({ both: { policy: 'round-robin', targets: targets.map(targetOf) } }),
  });
  const first = await send(gateway.gateway.url, row.path, { ...row.asked, model: 'both', [row.list]: [questioned] });
  const list = [questioned, ...row.returned(first.body)];
  const second = await send(gateway.gateway.url, row.path, { ...row.asked, model: 'both', [row.list]: list });
  await gateway.close();
  expect(second.headers.get('x-interlock-target')).toBe(first.headers.get('x-interlock-target'));
  expect(gateway.lines.at(-1)).toMatchObject({ status: 200, repairs: [], seals: { found: 1, missed: 0 } });
});

test('thinking of OpenAI is not put back without the text that followed it', async () => {
  const phased = 'openai/gpt-5.6-terra';
  const log = opened.stations.find((each) => nameOf(each) === phased)?.simulator.log ?? [];
  const before = log.length;
  const question = { role: 'user', content: 'Read a and b, and say nothing.' };
  const asked = { model: phased, tools: declared };
  const headers = { authorization: 'Bearer token-one' };
  const path = '/v1/chat/completions';
  const { body } = await send(opened.gateway.url, path, { ...asked, messages: [question] }, headers);
  const { choices } = body as { readonly choices: readonly { readonly message: Message }[] };
  const { tool_calls: calls = [] } = choices[0]?.message ?? {};
  const results = calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'x' }));
  const messages = [question, { role: 'assistant', content: null, tool_calls: calls }, ...results];
  await send(opened.gateway.url, path, { ...asked, messages }, headers);
  expect(log.slice(before).map(({ verdict, rules }) => [verdict, rules])).toEqual([
    ['accepted', []],
    ['accepted', []],
  ]);
});
