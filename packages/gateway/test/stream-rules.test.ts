/**
 * The streams of every API as a strict client reads them, from every provider and for random answers: the rules of the API hold, and nothing
 * of the answer is lost, changed or doubled.
 */
import { isDeepStrictEqual } from 'node:util';
import type { Answer, Fault, Model, Part, Seen } from '@interlock/simulators';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { holdsAsync } from '../../../test/property/runs.ts';
import { createGateway } from '../src/index.ts';
import { nameOf, openGateway, routeTarget, type TestGateway } from './open-gateway.ts';
import { readChat } from './streams/read-chat.ts';
import { readGemini, readGeminiList } from './streams/read-gemini.ts';
import { readMessages } from './streams/read-messages.ts';
import { readOllama } from './streams/read-ollama.ts';
import { readResponses } from './streams/read-responses.ts';
import type { StreamReader } from './streams/read-stream.ts';

/** What the model says next. */
let answer: Answer = { parts: [], stop: 'end' };
const model: Model = (seen: Seen) => ({
  ...answer,
  parts: answer.parts.filter((part) => seen.thinks || !('think' in part)),
});

let opened: TestGateway;
beforeAll(async () => {
  opened = await openGateway({ model });
});
afterAll(() => opened.close());

const schema = { type: 'object', properties: {} };
const question = 'Go on.';

interface Api {
  readonly name: string;
  readonly path: (model: string) => string;
  readonly body: object;
  readonly read: StreamReader;
  /** Its words for the end of an answer, for calls, and for an answer that is too long. */
  readonly stops: readonly [end: string, calls: string, length: string];
}

const contents = {
  contents: [{ role: 'user', parts: [{ text: question }] }],
  tools: [{ functionDeclarations: [{ name: 'read', parametersJsonSchema: schema }] }],
};
const chatTools = [{ type: 'function', function: { name: 'read', description: 'Reads.', parameters: schema } }];
const messages = [{ role: 'user', content: question }];
const googleStops = ['STOP', 'STOP', 'MAX_TOKENS'] as const;
const apis: readonly Api[] = [
  {
    name: 'Messages',
    path: () => '/v1/messages',
    body: { max_tokens: 4000, messages, tools: [{ name: 'read', input_schema: schema }] },
    read: readMessages,
    stops: ['end_turn', 'tool_use', 'max_tokens'],
  },
  {
    name: 'Chat',
    path: () => '/v1/chat/completions',
    body: { messages, tools: chatTools, stream_options: { include_usage: true } },
    read: readChat,
    stops: ['stop', 'tool_calls', 'length'],
  },
  {
    name: 'Responses',
    path: () => '/v1/responses',
    body: { input: question, tools: [{ type: 'function', name: 'read', parameters: schema, strict: false }] },
    read: readResponses,
    stops: ['completed', 'completed', 'max_output_tokens'],
  },
  {
    name: 'generateContent',
    path: (name) => `/v1beta/models/${encodeURIComponent(name)}:streamGenerateContent?alt=sse`,
    body: contents,
    read: readGemini,
    stops: googleStops,
  },
  {
    name: 'generateContent as a list',
    path: (name) => `/v1beta/models/${encodeURIComponent(name)}:streamGenerateContent`,
    body: contents,
    read: readGeminiList,
    stops: googleStops,
  },
  {
    name: 'Ollama',
    path: () => '/api/chat',
    body: { messages, tools: chatTools },
    read: readOllama,
    stops: ['stop', 'stop', 'length'],
  },
];

/** Words, and what is hard to cut, to escape, or to print. */
const texts = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom(' ', '\n\n', '👩‍👩‍👧‍👦', '𝒳', '"', '\\', '\u2028', '\u0085', 'data: x', '\r\n', '{}', '<b>'),
    ),
    {
      minLength: 1,
      maxLength: 6,
    },
  )
  .map((words) => words.join(''))
  .filter((text) => text.trim() !== '');
const values = fc.jsonValue({ maxDepth: 2, noUnicodeString: false });
const args = fc.dictionary(fc.stringMatching(/^[a-z_]{1,8}$/), values, { maxKeys: 4, noNullPrototype: true });
const parts: fc.Arbitrary<readonly Part[]> = fc
  .record({
    think: fc.option(texts),
    say: fc.option(texts),
    calls: fc.array(args, { maxLength: 3 }),
  })
  .map(({ think, say, calls }) => [
    ...(think === null ? [] : [{ think }]),
    ...(say === null && calls.length > 0 ? [] : [{ say: say ?? 'Done.' }]),
    ...calls.map((each) => ({ call: 'read', args: each })),
  ]);
const answers: fc.Arbitrary<Answer> = fc.record({ parts, long: fc.boolean() }).map((each) => {
  const calls = each.parts.some((part) => 'call' in part);
  return { parts: each.parts, stop: calls ? 'calls' : each.long ? 'length' : 'end' };
});

test.each(apis)('$name, from every provider', async ({ path, body, read, stops }) => {
  const stations = fc.integer({ min: 0, max: opened.stations.length - 1 });
  await holdsAsync(fc.tuple(stations, answers), 100, async ([at, given]) => {
    const station = opened.stations[at];
    if (station === undefined) throw new Error('There is no station.');
    answer = given;
    const name = nameOf(station);
    const response = await fetch(opened.gateway.url + path(name), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ model: name, stream: true, ...body }),
    });
    const text = await response.text();
    const { problems, text: said, calls, stop, counts, failure } = read(text);
    expect([name, problems, failure]).toEqual([name, [], undefined]);
    expect(said).toBe(given.parts.map((part) => ('say' in part ? part.say : '')).join(''));
    expect(calls.map(({ name: tool, args: given }) => [tool, given])).toEqual(
      given.parts.flatMap((part) => ('call' in part ? [[part.call, JSON.parse(JSON.stringify(part.args))]] : [])),
    );
    expect(new Set(calls.map(({ id }) => id)).size).toBe(calls.length);
    expect(stop).toBe(stops[given.stop === 'calls' ? 1 : given.stop === 'length' ? 2 : 0]);
    expect(counts.every((count) => Number(count) > 0)).toBe(true);
  });
});

const faults: fc.Arbitrary<Fault> = fc.oneof(
  fc.record({
    do: fc.constant('fail-inside' as const),
    with: fc.constant({ kind: 'overloaded' as const }),
    frames: fc.nat(12),
  }),
  fc.record({ do: fc.constant('drop' as const), at: fc.nat(3000) }),
  fc.record({ do: fc.constant('cut' as const), every: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ do: fc.constant('end-missing' as const), frames: fc.nat(5) }),
  fc.record({ do: fc.constant('malform' as const), frame: fc.integer({ min: -4, max: 8 }) }),
  fc.constant({ do: 'end-twice' as const }),
);

test.each(apis)(
  '$name: an answer that breaks off ends as the API says, and is never taken for a whole one',
  async ({ path, body, read }) => {
    const stations = fc.integer({ min: 0, max: opened.stations.length - 1 });
    await holdsAsync(fc.tuple(stations, answers, faults), 40, async ([at, given, fault]) => {
      const station = opened.stations[at];
      if (station === undefined) throw new Error('There is no station.');
      answer = given;
      // Another one, because a target that failed is not asked again for some time.
      const gateway = await createGateway({
        environment: {},
        models: { find: () => routeTarget(station), list: () => [] },
      });
      station.simulator.fault(fault);
      try {
        const response = await fetch(gateway.url + path('m'), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ model: 'm', stream: true, ...body }),
        });
        const text = await response.text();
        if (response.status !== 200) {
          expect(response.status).toBeGreaterThanOrEqual(429);
          return;
        }
        const { problems, text: said, calls, failure } = read(text);
        expect([nameOf(station), problems]).toEqual([nameOf(station), []]);
        if (failure !== undefined) return;
        expect(said).toBe(given.parts.map((part) => ('say' in part ? part.say : '')).join(''));
        expect(calls).toHaveLength(given.parts.filter((part) => 'call' in part).length);
      } finally {
        await gateway.close();
      }
    });
  },
);

test.each(apis)('$name: the reader notices a frame that is missing or comes twice', async ({ path, body, read }) => {
  answer = {
    parts: [{ say: 'Two files.' }, { call: 'read', args: { path: 'a' } }, { call: 'read', args: { path: 'b' } }],
    stop: 'calls',
  };
  const station = 'openai/gpt-4.1';
  const sent = JSON.stringify({ model: station, stream: true, ...body });
  const response = await fetch(opened.gateway.url + path(station), { method: 'POST', body: sent });
  const text = await response.text();
  const isList = text.startsWith('[');
  const end = isList ? ',\n' : text.startsWith('{') ? '\n' : '\n\n';
  const frames = (isList ? text.slice(1, -1) : text).split(end).filter((frame) => frame !== '');
  const join = (some: readonly string[]): string =>
    isList ? `[${some.join(end)}]` : some.map((each) => each + end).join('');
  const whole = read(join(frames));
  expect(whole.problems).toEqual([]);
  for (const [at, frame] of frames.entries()) {
    for (const changed of [frames.toSpliced(at, 1), frames.toSpliced(at, 0, frame)]) {
      const found = read(join(changed));
      expect([frame, found.problems.length > 0 || !isDeepStrictEqual(found, whole)]).toEqual([frame, true]);
    }
  }
});
