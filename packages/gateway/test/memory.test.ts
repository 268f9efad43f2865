/** What is remembered of conversations is a shortcut: it changes no byte, belongs to one client, and is bounded. */
import { type Clock, createRoute, type Route, systemClock, ToolForms } from '@interlock/runtime';
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import {
  asArray,
  asObject,
  ConfigError,
  createAccess,
  type HttpRequest,
  importRequest,
  prepareRequest,
  protocolOf,
  RequestReading,
  type Target,
  type Transport,
} from '@interlock/wire';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holdsAsync, patience } from '../../../test/property/runs.ts';
import { anyHistory } from '../../transcript/test/property/histories.ts';
import { orderlyHistory } from '../../transcript/test/property/valid-histories.ts';
import { createMemoryAnswerStore } from '../src/answers/memory-answer-store.ts';
import type { Client } from '../src/clients/client.ts';
import { type AnswerOutcome, answerRequest, type ExchangeParts } from '../src/exchange/answer-request.ts';
import { countTokens } from '../src/exchange/count-tokens.ts';
import type { Outlet } from '../src/exchange/outlet.ts';
import { ReadyRequests } from '../src/exchange/ready-requests.ts';
import { anthropicMessages } from '../src/fronts/anthropic-messages.ts';
import type { Front } from '../src/fronts/front.ts';
import { gemini } from '../src/fronts/gemini.ts';
import { ollamaChat } from '../src/fronts/ollama-chat.ts';
import { openaiChat } from '../src/fronts/openai-chat.ts';
import { openaiResponses } from '../src/fronts/openai-responses.ts';
import type { KnownRequest } from '../src/memory/known-request.ts';
import { ThreadMemory } from '../src/memory/thread-memory.ts';

/** Who asks, and in whose words. */
const fronts: readonly { readonly front: Front; readonly like: Target }[] = [
  { front: anthropicMessages, like: { provider: 'anthropic', model: 'claude-opus-4-8' } },
  { front: openaiChat, like: { provider: 'openai', model: 'gpt-4.1', protocol: 'openai-chat' } },
  { front: openaiResponses, like: { provider: 'openai', model: 'gpt-5.6-terra', protocol: 'openai-responses' } },
  { front: gemini, like: { provider: 'google', model: 'gemini-3.1-pro' } },
  { front: ollamaChat, like: { provider: 'ollama', model: 'qwen3' } },
];

/** Who is asked: what is written at once, what binds thinking to its prefix, ids of every kind, tools in the prompt. */
const targets = [
  { provider: 'anthropic', model: 'claude-opus-4-8', protocol: 'anthropic-messages' },
  { provider: 'anthropic', model: 'claude-fable-5-1', protocol: 'anthropic-messages' },
  { provider: 'openai', model: 'gpt-4.1', protocol: 'openai-chat' },
  { provider: 'openai', model: 'gpt-5.6-terra', protocol: 'openai-responses' },
  { provider: 'google', model: 'gemini-3.1-pro', protocol: 'gemini' },
  { provider: 'mistral', model: 'mistral-large-latest', protocol: 'openai-chat' },
  { provider: 'moonshot', model: 'kimi-k3', protocol: 'openai-chat' },
  { provider: 'ollama', model: 'llama3', protocol: 'ollama-chat' },
] as const;
type AnyTarget = (typeof targets)[number];

const tool = { name: 'look', description: 'Looks.', parameters: { type: 'object', properties: {} } };

/** Times are part of what is compared. */
const clock: Clock = { ...systemClock, now: () => 0 };

/** Besides what is said: who asks, and how. */
interface Manner {
  readonly client: 'one' | 'two';
  readonly stream: boolean;
  readonly beta: '' | 'b1';
  /** White space in the body. */
  readonly space: 0 | 1;
}

const usual: Manner = { client: 'one', stream: false, beta: '', space: 0 };

interface Side {
  readonly parts: ExchangeParts;
  readonly memory: ThreadMemory;
  /** Requests whose bytes were known, and those that continued known ones. */
  readonly recognised: number;
  readonly continued: number;
  ask(front: Front, body: JsonObject, target: AnyTarget, manner?: Manner): Promise<Told>;
  /** Tokens, as they are counted at this target, and what was sent for that. */
  count(front: Front, body: JsonObject, target: AnyTarget, client: Manner['client']): Promise<unknown>;
}

/** What was sent, what the client got and what became of it. */
interface Told {
  readonly sent: string | undefined;
  readonly got: readonly unknown[];
  readonly outcome: Omit<AnswerOutcome, 'switch'>;
}

function clientOf(name: string): Client {
  return { name, key: name, mayUse: () => true, enter: async () => ({ leave: () => {} }) };
}

function routeTo(target: AnyTarget): Route {
  const targets = [{ ...target, credentials: [{ key: 'k' }] }];
  return createRoute({ policy: 'fixed', maxWaitMs: 0, maxRetries: 0, targets });
}

/** All of a gateway but HTTP, in front of a provider that says yes. */
function openSide(threads: number, bytes = 64_000_000): Side {
  let sent: string | undefined;
  let said = '';
  let recognised = 0;
  let continuing = 0;
  const transport: Transport = {
    access: createAccess({ environment: {} }),
    send: async (request) => {
      sent = `${request.url}\n${JSON.stringify(request.headers)}\n${textOf(request)}`;
      const answer = said;
      return {
        status: 200,
        headers: { 'content-type': 'application/json' },
        chunks: new Blob([answer]).stream(),
        text: async () => answer,
        discard: async () => {},
      };
    },
    close: async () => {},
  };
  const memory = new ThreadMemory({ threads, bytes, now: () => 0 });
  const answers = createMemoryAnswerStore();
  const toolForms = new ToolForms(transport);
  const ready = new ReadyRequests();
  const parts: ExchangeParts = { answers, memory, ready, transport, clock, toolForms, strict: false };
  return {
    parts,
    memory,
    get recognised() {
      return recognised;
    },
    get continued() {
      return continuing;
    },
    count: async (front, body, target, name) => {
      sent = undefined;
      said = JSON.stringify({ input_tokens: 7, totalTokens: 7 });
      const bytes = Buffer.from(JSON.stringify(body));
      const known = memory.recognise(name, front.protocol.name, bytes);
      const continued = memory.continued(name, front.protocol.name, front.protocol.list, bytes);
      const continues = continued === undefined ? {} : { continues: { reading: continued.request.reading } };
      const asked = {
        front,
        body: known?.body ?? continued?.body ?? body,
        route: routeTo(target),
        client: clientOf(name),
        headers: {},
        received: known === undefined ? continues : { known },
      };
      return { counted: await countTokens(parts, asked, new AbortController().signal), sent };
    },
    ask: async (front, body, target, { client: name, stream, beta, space } = usual) => {
      sent = undefined;
      const client = clientOf(name);
      const bytes = Buffer.from(JSON.stringify(body, null, space));
      const kind = front.protocol.name;
      const known = memory.recognise(client.key, kind, bytes);
      if (known !== undefined) recognised += 1;
      const continued =
        known === undefined ? memory.continued(client.key, kind, front.protocol.list, bytes) : undefined;
      if (continued !== undefined) continuing += 1;
      const continues =
        continued === undefined ? {} : { continues: { reading: continued.request.reading, layout: continued.layout } };
      const events = [
        { type: 'text-delta', index: 0, text: 'yes' },
        { type: 'text-end', index: 0 },
        { type: 'reply-end', stop: 'end' },
      ] as const;
      const head = { id: 'x', model: 'm', created: 1 };
      said = JSON.stringify(protocolOf(target.protocol).encodeResponse(events, head));
      const route = routeTo(target);
      const asked = {
        front,
        body: known?.body ?? continued?.body ?? body,
        model: 'm',
        route,
        stream,
        client,
        requestId: 'r',
        answerId: 'a',
        headers: beta === '' ? {} : { 'anthropic-beta': beta, 'openai-beta': beta },
        received: { bytes, kind, ...continues, ...(known === undefined ? {} : { known }) },
      };
      const got: unknown[] = [];
      const outlet: Outlet = {
        whole: (status, headers, told) => void got.push(status, withoutSwitch(headers), told),
        open: (headers) => void got.push(withoutSwitch(headers)),
        write: (frames) => void got.push(...frames),
        end: (frames) => void got.push(...frames),
      };
      const { switch: _, ...outcome } = await answerRequest(parts, asked, outlet, new AbortController().signal);
      return { sent, got, outcome };
    },
  };
}

/** Who answered last may be known only from what is remembered. */
function withoutSwitch({ 'x-interlock-switch': _, ...headers }: Readonly<Record<string, string>>): object {
  return headers;
}

function textOf({ body }: HttpRequest): string {
  if (typeof body === 'string') return body;
  const pieces = body instanceof Uint8Array ? [body] : body;
  return Buffer.concat(pieces).toString();
}

/** What a client of this API would send; undefined where there is nothing to send. */
function bodyOf({ front, like }: (typeof fronts)[number], contents: readonly Content[]): JsonObject | undefined {
  try {
    const { body } = prepareRequest({ contents, tools: [tool], target: like });
    return JSON.parse(JSON.stringify({ ...body, model: 'm', [front.protocol.list]: body[front.protocol.list] ?? [] }));
  } catch (error) {
    if (error instanceof ConfigError) return undefined;
    throw error;
  }
}

interface Step {
  /** How much of the history there is. */
  readonly share: number;
  readonly target: AnyTarget;
  /** What is done to the list of messages. */
  readonly edit: 'none' | 'drop' | 'repeat' | 'swap' | 'word';
  readonly at: number;
  /** A field that is another one than before, in front of the list or behind it. */
  readonly field: 'none' | 'temperature' | 'tools' | 'order';
  /** The last message has a mark for the cache, and loses it in the next request. */
  readonly mark: boolean;
  /** Something of an answer is put back from here on. */
  readonly kept: boolean;
  readonly manner: Manner;
  /** The same bytes again, as a client that retries sends them: how, and where to. */
  readonly again: readonly (Manner & { readonly target: AnyTarget; readonly kept: boolean })[];
}

const mannerParts = {
  client: fc.oneof(
    { weight: 4, arbitrary: fc.constant('one' as const) },
    { weight: 1, arbitrary: fc.constant('two' as const) },
  ),
  stream: fc.boolean(),
  beta: fc.constantFrom('' as const, 'b1' as const),
  space: fc.oneof({ weight: 6, arbitrary: fc.constant(0 as const) }, { weight: 1, arbitrary: fc.constant(1 as const) }),
};

const step: fc.Arbitrary<Step> = fc.record({
  manner: fc.record(mannerParts),
  again: fc.array(fc.record({ ...mannerParts, target: fc.constantFrom(...targets), kept: fc.boolean() }), {
    maxLength: 2,
  }),
  share: fc.double({ min: 0.2, max: 1, noNaN: true }),
  target: fc.oneof(
    { weight: 3, arbitrary: fc.constant(targets[0]) },
    { weight: 4, arbitrary: fc.constantFrom(...targets) },
  ),
  edit: fc.oneof(
    { weight: 3, arbitrary: fc.constant('none' as const) },
    { weight: 2, arbitrary: fc.constantFrom('drop' as const, 'repeat' as const, 'swap' as const, 'word' as const) },
  ),
  at: fc.nat({ max: 12 }),
  field: fc.oneof(
    { weight: 6, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('temperature' as const, 'tools' as const, 'order' as const) },
  ),
  mark: fc.boolean(),
  kept: fc.boolean(),
});

/** What only the provider of the client's API knows: tools that it ran or still runs, summaries, newer parts, further fields, other spellings. */
const ownKinds = ['ran', 'running', 'summary', 'newer', 'fields'] as const;

/** Where in the history they are: the same in every request of a conversation. */
interface OwnPart {
  readonly kind: (typeof ownKinds)[number];
  readonly at: number;
}

const ownParts: fc.Arbitrary<readonly OwnPart[]> = fc.array(
  fc.record({ kind: fc.constantFrom(...ownKinds), at: fc.nat({ max: 12 }) }),
  { maxLength: 3 },
);

/** By protocol: what is added to a message of the model, or beside it. */
function ownEntries(protocol: string, { kind, at }: OwnPart): readonly JsonObject[] {
  const id = `srvtoolu_${at}`;
  const [newer, summary] = [
    { type: 'made_up', deep: [at] },
    { type: 'compaction', content: 'So far.' },
  ];
  const search = { type: 'server_tool_use', id, name: 'web_search', input: { query: 'x' } };
  const code = { executableCode: { language: 'PYTHON', code: 'x' } };
  const ofProtocol: Readonly<Record<string, Partial<Record<OwnPart['kind'], readonly JsonObject[]>>>> = {
    'anthropic-messages': {
      ran: [search, { type: 'web_search_tool_result', tool_use_id: id, content: [] }],
      running: [search],
      summary: [summary],
      newer: [newer],
    },
    gemini: {
      ran: [code, { codeExecutionResult: { outcome: 'OUTCOME_OK', output: 'x' } }],
      running: [code],
      newer: [{ madeUp: { deep: [at] } }],
    },
    'openai-responses': {
      ran: [{ type: 'web_search_call', id: `ws_${at}`, status: 'completed', action: { type: 'search', query: 'x' } }],
      running: [{ type: 'web_search_call', id: `ws_${at}`, status: 'in_progress' }],
      summary: [{ type: 'compaction', id: `cmp_${at}`, encrypted_content: 'x' }],
      newer: [newer],
    },
    'openai-chat': { newer: [newer] },
  };
  return ofProtocol[protocol]?.[kind] ?? [];
}

function withOwnParts({ protocol }: Front, list: readonly JsonValue[], own: readonly OwnPart[]): readonly JsonValue[] {
  return list.flatMap((entry, place) => {
    const here = own.filter(({ at }) => at === place);
    const message = asObject(entry);
    const { role = null } = message ?? {};
    const added = here.flatMap((part) => ownEntries(protocol.name, part));
    if (protocol.name === 'openai-responses') return [entry, ...added];
    if (here.length === 0 || message === undefined || (role !== 'assistant' && role !== 'model')) return [entry];
    const field = message['parts'] === undefined ? 'content' : 'parts';
    const said = message[field] ?? null;
    const parts = typeof said === 'string' ? [{ type: 'text', text: said }] : asArray(said);
    const given = { ...message, [field]: [...parts, ...added] };
    const isOther = here.some(({ kind }) => kind === 'fields');
    return [isOther ? otherwiseWritten(given) : given];
  });
}

/** Calls say who made them, and Google's names are in its other spelling. */
function otherwiseWritten(message: JsonObject): JsonObject {
  const written = JSON.stringify(message)
    .replaceAll('"type":"tool_use"', '"type":"tool_use","caller":{"type":"direct"}')
    .replaceAll('"functionCall":', '"function_call":')
    .replaceAll('"thoughtSignature":', '"thought_signature":');
  return asObject(JSON.parse(written)) ?? {};
}

function edited(list: readonly JsonValue[], { edit, at }: Step): readonly JsonValue[] {
  const place = list.length === 0 ? 0 : at % list.length;
  const [entry] = list.slice(place);
  if (entry === undefined) return list;
  switch (edit) {
    case 'none':
      return list;
    case 'drop':
      return list.toSpliced(place, 1);
    case 'repeat':
      return list.toSpliced(place, 0, entry);
    case 'swap':
      return list.toSpliced(place, 1).toSpliced(place + 1, 0, entry);
    case 'word':
      return list.with(place, JSON.parse(JSON.stringify(entry).replace(/[a-z](?=[^a-z"]*")/, 'Ω')));
  }
}

/** As agents do it: the mark is on whatever is last. */
function marked(list: readonly JsonValue[], { mark }: Pick<Step, 'mark'>): readonly JsonValue[] {
  const last = asObject(list.at(-1) ?? null);
  const content = last?.['content'];
  if (!mark || last === undefined || typeof content !== 'string') return list;
  const block = { type: 'text', text: content, cache_control: { type: 'ephemeral' } };
  return list.with(-1, { ...last, content: [block] });
}

function withField(body: JsonObject, list: string, { field }: Step): JsonObject {
  const { [list]: entries = [], ...rest } = body;
  switch (field) {
    case 'none':
      return body;
    case 'temperature':
      return { ...body, temperature: 0.5 };
    case 'tools':
      return { ...body, tools: [] };
    case 'order':
      return { [list]: entries, ...rest };
  }
}

/** As if the gateway had issued one answer of the history itself. */
async function keepOne({ answers }: ExchangeParts, front: Front, body: JsonObject, at: number): Promise<void> {
  const { contents } = importRequest(front.protocol, body);
  const calls = contents.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === 'tool_call' ? [block.id] : [])),
  );
  const id = calls[calls.length === 0 ? 0 : at % calls.length];
  if (id === undefined) return;
  const origin = { provider: 'anthropic', model: 'claude-opus-4-8' };
  const seal = { ...origin, field: 'signature', value: 'c2lnbmVk' };
  const parts = [
    { type: 'thinking' as const, thought: 'Hm.', seal },
    { type: 'call' as const, id },
  ];
  await answers.keep('one', [id], { target: 'other', account: 'other', origin, parts });
}

/** The request, and what repeats it, at both sides. Gives back how many were sent. */
async function askBoth(sides: readonly [Side, Side], front: Front, body: JsonObject, step: Step): Promise<number> {
  let sent = 0;
  for (const { target, kept: puts, ...manner } of [
    { ...step.manner, target: step.target, kept: step.kept },
    ...step.again,
  ]) {
    if (puts) for (const { parts } of sides) await keepOne(parts, front, body, step.at);
    await countBoth(sides, front, body, target, manner);
    const [one, other] = [
      await sides[0].ask(front, body, target, manner),
      await sides[1].ask(front, body, target, manner),
    ];
    expect(one).toEqual(other);
    if (one.sent !== undefined) sent += 1;
    await countBoth(sides, front, body, target, manner);
  }
  return sent;
}

/** Clients count the same request, without some of its fields, or one that has less in it. */
async function countBoth(
  [one, other]: readonly [Side, Side],
  front: Front,
  body: JsonObject,
  target: AnyTarget,
  { client }: Manner,
): Promise<void> {
  if (front !== anthropicMessages && front !== gemini) return;
  const { max_tokens: _, ...fewer } = body;
  const { list } = front.protocol;
  for (const counted of [body, fewer, { ...fewer, [list]: asArray(body[list]).slice(0, -1) }]) {
    const [here, there] = [
      await one.count(front, counted, target, client),
      await other.count(front, counted, target, client),
    ];
    expect(here).toEqual(there);
  }
}

test(
  'random conversations with edits in the middle: the same bytes and the same report as without it',
  async () => {
    const conversation = fc.tuple(
      fc.constantFrom(...fronts),
      fc.oneof(orderlyHistory, anyHistory),
      fc.array(step, { minLength: 2, maxLength: 6 }),
      ownParts,
    );
    let asked = 0;
    let recognised = 0;
    let continued = 0;
    await holdsAsync(
      conversation,
      20,
      async ([asking, contents, steps, own]) => {
        const [kept, cold] = [openSide(8), openSide(0)];
        for (const each of steps) {
          const body = bodyOf(asking, contents.slice(0, Math.ceil(contents.length * each.share)));
          if (body === undefined) continue;
          const { front } = asking;
          const { list } = front.protocol;
          const given = withOwnParts(front, asArray(body[list]), own);
          const changed = { ...body, [list]: marked(edited(given, each), each) };
          asked += await askBoth([kept, cold], front, withField(changed, list, each), each);
        }
        recognised += kept.recognised;
        continued += kept.continued;
        expect([cold.memory.threads, cold.recognised, cold.continued]).toEqual([0, 0, 0]);
      },
      'all',
    );
    expect([asked > 40, recognised > 20, continued > 10]).toEqual([true, true, true]);
  },
  patience,
);

/** Turns with two calls each, of which one fails. */
const working = (turns: number): readonly Content[] =>
  Array.from({ length: turns }, (_, turn): readonly Content[] => {
    const metadata = { turnId: `t${turn}` };
    const ids = [0, 1].map((call) => `hist_tool_${String(turn * 2 + call).padStart(24, 'a')}`);
    return [
      { speaker: 'human', blocks: [{ type: 'text', text: `Look at ${turn}. ${'Please. '.repeat(8)}` }], metadata },
      {
        speaker: 'ai',
        blocks: [
          { type: 'text', text: 'I look.' },
          ...ids.map((id) => ({ type: 'tool_call' as const, id, name: 'look', parameters: { at: turn } })),
        ],
        metadata,
      },
      {
        speaker: 'tool',
        blocks: ids.map((callId, at) => ({
          type: 'tool_response' as const,
          callId,
          toolName: 'look',
          ...(at === 0 ? { result: `seen ${turn}` } : { error: 'gone' }),
        })),
        metadata,
      },
      ...(turn === turns - 1
        ? []
        : [{ speaker: 'ai' as const, blocks: [{ type: 'text' as const, text: 'Done.' }], metadata }]),
    ];
  }).flat();

test.each(fronts.map((asking) => [asking.front.protocol.name, asking] as const))(
  '%s: reads each continued request from where the last one ended, and sends the same as without it',
  async (_, asking) => {
    const [kept, cold] = [openSide(8), openSide(0)];
    const { front } = asking;
    const { list } = front.protocol;
    for (let turns = 1; turns <= 6; turns += 1) {
      const body = bodyOf(asking, working(turns)) ?? {};
      const last = { ...body, [list]: marked(asArray(body[list]), { mark: true }) };
      for (const target of targets) {
        expect(await kept.ask(front, last, target)).toEqual(await cold.ask(front, last, target));
      }
    }
    // The first one may be too short to be sure.
    expect([kept.continued >= 4, kept.recognised]).toEqual([true, 6 * (targets.length - 1)]);
  },
);

const chat = (first: string, count: number, words = ''): readonly Content[] =>
  Array.from({ length: count }, (_, at) => ({
    speaker: at % 2 === 0 ? 'human' : 'ai',
    blocks: [{ type: 'text', text: `${at === 0 ? first : at}${words}` }],
    metadata: { turnId: `t${at >> 1}` },
  }));

test('a continued request reuses the contents of the last one, for the same client only', () => {
  const memory = new ThreadMemory({ threads: 8, bytes: 1_000_000, now: () => 0 });
  const first = memory.recall('one', 'chat m', chat('a', 3));
  const next = memory.recall('one', 'chat m', chat('a', 5));
  expect(next.thread).toBe(first.thread);
  expect(next.contents.slice(0, 3).map((content, at) => content === first.contents[at])).toEqual([true, true, true]);
  expect(next.contents).toEqual(chat('a', 5));
  // Another client, another model, another beginning.
  expect(memory.recall('two', 'chat m', chat('a', 5)).thread).not.toBe(first.thread);
  expect(memory.recall('one', 'chat n', chat('a', 5)).thread).not.toBe(first.thread);
  expect(memory.recall('one', 'chat m', chat('b', 5)).thread).not.toBe(first.thread);
  // Edited in the middle: what is before it is still known.
  const other = chat('a', 5).with(3, { speaker: 'ai', blocks: [{ type: 'text', text: 'no' }] });
  const forked = memory.recall('one', 'chat m', other);
  expect(forked.contents).toEqual(other);
  expect(forked.contents[2]).toBe(first.contents[2]);
});

test('a request that is only counted reuses contents, and changes nothing', () => {
  const memory = new ThreadMemory({ threads: 8, bytes: 1_000_000, now: () => 0 });
  const { thread, contents } = memory.recall('one', 'chat m', chat('a', 4));
  thread.answered({ name: 't', account: '' }, 100, 0);
  for (const count of [3, 4, 6]) {
    const counted = memory.peek('one', 'chat m', chat('a', count));
    expect([counted?.thread, counted?.contents]).toEqual([thread, chat('a', count)]);
    expect(counted?.contents.slice(0, 3).every((content, at) => content === contents[at])).toBe(true);
  }
  // Little in common, another client, or another model.
  expect(memory.peek('one', 'chat m', chat('a', 1))).toBe(undefined);
  expect(memory.peek('two', 'chat m', chat('a', 4))).toBe(undefined);
  expect(memory.peek('one', 'chat n', chat('a', 4))).toBe(undefined);
  expect([memory.threads, thread.contents, thread.uncachedAt('t', 100, 0)]).toEqual([1, contents, 0]);
});

test('recognizes the last request of a conversation by all its bytes, for the same client and path', () => {
  const memory = new ThreadMemory({ threads: 2, bytes: 1_000_000, now: () => 0 });
  const remember = (client: string, first: string, text: string): KnownRequest => {
    const { thread, contents } = memory.recall(client, 'chat m', chat(first, 3));
    const read = { contents, tools: [], settings: {}, problems: [] };
    const reading = new RequestReading(protocolOf('openai-chat'));
    const request = { bytes: Buffer.from(text), body: { model: 'm' }, read, tokens: 1, reading };
    memory.remember(thread, 'chat ', 'messages', request);
    return request;
  };
  const find = (client: string, kind: string, text: string): KnownRequest | undefined =>
    memory.recognise(client, kind, Buffer.from(text));
  const text = `{"messages":"${'a'.repeat(4_000)}"}`;
  const first = remember('one', 'a', text);
  expect(find('one', 'chat ', text)).toBe(first);
  expect(memory.resume('one', 'chat ', first)?.contents).toBe(first.read.contents);
  // A letter that no sample is taken of.
  const near = `${text.slice(0, 700)}b${text.slice(701)}`;
  expect([
    find('two', 'chat ', text),
    find('one', 'chat m', text),
    find('one', 'chat ', near),
    find('one', 'chat ', ''),
  ]).toEqual(Array.from({ length: 4 }, () => undefined));
  // It continues: only the last request is known.
  const second = remember('one', 'a', `${text} `);
  expect([find('one', 'chat ', text), memory.resume('one', 'chat ', first)]).toEqual([undefined, undefined]);
  expect(find('one', 'chat ', `${text} `)).toBe(second);
  // One that looks alike takes its place; the conversation itself is still there.
  remember('one', 'b', `${near} `);
  expect(find('one', 'chat ', `${text} `)).toBeUndefined();
  expect(memory.threads).toBe(2);
  // What is forgotten is not known.
  remember('one', 'c', 'c');
  remember('one', 'd', 'd');
  expect([find('one', 'chat ', `${near} `), find('one', 'chat ', 'd')?.bytes.toString()]).toEqual([undefined, 'd']);
});

test('a conversation continues its own last request, however similar another one is', () => {
  const memory = new ThreadMemory({ threads: 8, bytes: 1_000_000, now: () => 0 });
  const text = (first: string, count: number): Buffer => {
    const messages = chat(first, count).map(({ speaker }, at) => ({
      role: speaker,
      content: at === 1 ? first : `${at}`,
    }));
    return Buffer.from(JSON.stringify({ messages: [{ role: 'system', content: 'You.' }, ...messages], model: 'm' }));
  };
  const ask = (first: string, count: number): RequestReading => {
    const bytes = text(first, count);
    const found = memory.continued('one', 'chat ', 'messages', bytes);
    const body: JsonObject = found?.body ?? JSON.parse(bytes.toString());
    const { thread, contents } = memory.recall('one', 'chat m', chat(first, count));
    const read = { contents, tools: [], settings: {}, problems: [] };
    const reading = found?.request.reading ?? new RequestReading(protocolOf('openai-chat'));
    memory.remember(thread, 'chat ', 'messages', { bytes, body: { ...body, model: 'm' }, read, tokens: 1, reading });
    return reading;
  };
  const [one, other] = [ask('a', 21), ask('b', 21)];
  expect(one).not.toBe(other);
  for (const count of [23, 25]) expect([ask('a', count) === one, ask('b', count) === other]).toEqual([true, true]);
  expect(memory.continued('two', 'chat ', 'messages', text('a', 27))).toBeUndefined();
  expect(memory.continued('one', 'chat m', 'messages', text('a', 27))).toBeUndefined();
});

test('is limited in conversations, bytes and age', () => {
  let now = 0;
  const memory = new ThreadMemory({ threads: 3, bytes: 100_000, now: () => now });
  const recall = (client: string, first: string, count = 1, words = ''): void =>
    void memory.recall(client, 'm', chat(first, count, words));
  for (const first of ['a', 'b', 'c', 'd', 'e']) recall('one', first);
  expect(memory.threads).toBe(3);
  recall('two', 'a');
  expect(memory.threads).toBe(4);
  // One that is too large alone is not kept, and does not push out others' either.
  recall('one', 'large', 1, 'x'.repeat(100_000));
  expect([memory.threads, memory.bytes < 100_000]).toEqual([4, true]);
  // All clients together.
  for (let at = 0; at < 20; at += 1) recall(`client ${at}`, 'a', 1, 'x'.repeat(20_000));
  expect([memory.bytes <= 400_000, memory.threads >= 4]).toEqual([true, true]);
  now = 3_600_001;
  recall('two', 'b');
  expect(memory.threads).toBe(1);
});

test('two concurrent requests of one conversation: each is stored under its own prefix', async () => {
  const [kept, cold] = [openSide(8), openSide(0)];
  const [asking] = fronts;
  if (asking === undefined) throw new Error('There is no front.');
  const bodies = [3, 5, 3].map((count) => bodyOf(asking, chat('a', count)) ?? {});
  const told = await Promise.all(bodies.map((body) => kept.ask(asking.front, body, targets[1])));
  for (const [at, body] of bodies.entries()) {
    const { outcome } = await cold.ask(asking.front, body, targets[1]);
    expect(told[at]?.outcome).toEqual(outcome);
  }
});
