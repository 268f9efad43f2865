/** The model that works with the tools it is offered. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { createWorkingModel, type Seen, workingModel } from '../../src/index.ts';
import { model, results, seen, tool, user } from './seen.ts';

const object = (properties: object, required = Object.keys(properties)): Record<string, unknown> => ({
  type: 'object',
  properties,
  required,
});
const read = tool('read_file', object({ path: { type: 'string' } }), 'Reads a file.');
const weather = tool(
  'get_weather',
  object({ city: { type: 'string' }, unit: { enum: ['celsius', 'fahrenheit'] } }),
  'The weather in a city now.',
);
const search = tool('search', object({ query: { type: 'string' }, limit: { type: 'integer', minimum: 5 } }, ['query']));
const tools = [read, weather, search];

test.each<[string, readonly (readonly [string, unknown])[]]>([
  ['What is the weather in Bergen?', [['get_weather', { city: 'Bergen', unit: 'celsius' }]]],
  [
    'Get the weather in Bergen and Oslo.',
    [
      ['get_weather', { city: 'Bergen', unit: 'celsius' }],
      ['get_weather', { city: 'Oslo', unit: 'celsius' }],
    ],
  ],
  [
    'read a.json, b.json and check the weather in "São Paulo"',
    [
      ['read_file', { path: 'a.json' }],
      ['read_file', { path: 'b.json' }],
      ['get_weather', { city: 'São Paulo', unit: 'celsius' }],
    ],
  ],
  ['Reading src/index.ts would be good', [['read_file', { path: 'src/index.ts' }]]],
  ['please search for blue whales', [['search', { query: 'please search for blue whales' }]]],
  ['use read_file', [['read_file', { path: 'use' }]]],
])('%s', (text, calls) => {
  expect(workingModel(seen([user(text)], { tools }))).toEqual({
    parts: calls.map(([call, args]) => ({ call, args })),
    stop: 'calls',
  });
});

test('answers if no tool fits', () => {
  expect(workingModel(seen([user('Good morning!')], { tools }))).toEqual({
    parts: [{ say: 'You said: Good morning!' }],
    stop: 'end',
  });
  expect(workingModel(seen([]))).toEqual({ parts: [{ say: 'What can I do for you?' }], stop: 'end' });
});

test('one step after the other, then all results', () => {
  const request = user('read a.json, then search for whales');
  const first = [request, model('', [['read_file', { path: 'a.json' }]]), results(['read_file', '{"port": 80}'])];
  expect(workingModel(seen(first, { tools }))).toEqual({
    parts: [{ say: '- read_file: {"port": 80}' }, { call: 'search', args: { query: 'search for whales' } }],
    stop: 'calls',
  });
  const second = [
    ...first,
    model('', [['search', {}]]),
    results(['search', '', { isError: true, media: ['image/png'] }]),
  ];
  expect(workingModel(seen(second, { tools }))).toEqual({
    parts: [{ say: 'Done. Here is what I found:\n- read_file: {"port": 80}\n- search failed: (nothing) [image/png]' }],
    stop: 'end',
  });
});

test('mentions every result by its first words', () => {
  const text = Array.from({ length: 40 }, (_, index) => `w${index}`).join(' ');
  const turns = [
    user('read a.json and b.json'),
    model('', [
      ['read_file', {}],
      ['read_file', {}],
    ]),
  ];
  const answer = createWorkingModel({ words: 3 })(
    seen([...turns, results(['read_file', text], ['read_file', 'short'])], { tools }),
  );
  expect(answer.parts).toEqual([{ say: 'Done. Here is what I found:\n- read_file: w0 w1 w2 …\n- read_file: short' }]);
});

test('stops after a number of rounds', () => {
  const request = user(Array.from({ length: 9 }, (_, index) => `read ${index}.json`).join('; '));
  const round = [model('', [['read_file', {}]]), results(['read_file', 'x'])];
  const after = (count: number): string | undefined =>
    createWorkingModel({ rounds: 2 })(seen([request, ...Array.from({ length: count }, () => round).flat()], { tools }))
      .stop;
  expect([after(0), after(1), after(2)]).toEqual(['calls', 'calls', 'end']);
});

test('calls in separate items are one round', () => {
  const items = [
    user('read a.json, then search for whales'),
    model('', [['read_file', {}]]),
    model('', [['read_file', {}]]),
    results(['read_file', 'x']),
    results(['read_file', 'y']),
  ];
  expect(workingModel(seen(items, { tools })).parts).toEqual([
    { say: '- read_file: x\n- read_file: y' },
    { call: 'search', args: { query: 'search for whales' } },
  ]);
});

test.each<[string, Partial<Seen>, string, readonly string[]]>([
  ['none', { toolChoice: 'none' }, 'read a.json', []],
  ['required', { toolChoice: 'required' }, 'Good morning!', ['read_file']],
  ['one tool', { toolChoice: { tool: 'search' } }, 'read a.json', ['search']],
  ['a missing tool', { toolChoice: { tool: 'gone' } }, 'read a.json', []],
  ['required, but no tools', { toolChoice: 'required', tools: [] }, 'read a.json', []],
])('respects the tool choice: %s', (_, rest, text, expected) => {
  const { parts } = workingModel(seen([user(text)], { tools, ...rest }));
  expect(parts.flatMap((part) => ('call' in part ? [part.call] : []))).toEqual(expected);
});

test('thinks when asked to', () => {
  expect(workingModel(seen([user('read a.json')], { tools, thinks: true })).parts).toEqual([
    { think: 'The user says: read a.json. I should call read_file.' },
    { call: 'read_file', args: { path: 'a.json' } },
  ]);
});

test('cuts off an answer that is too long, including arguments', () => {
  expect(workingModel(seen([user('Good morning!')], { maxTokens: 2 }))).toEqual({
    parts: [{ say: 'You said' }],
    stop: 'length',
  });
  expect(workingModel(seen([user('read a.json')], { tools, maxTokens: 2 }))).toEqual({
    parts: [{ call: 'read_file', args: { path: 'a.json' }, rawArgs: '{"path":' }],
    stop: 'length',
  });
});

test(
  'any schema and any text: arguments are an object, deterministically',
  () =>
    holds(fc.tuple(fc.jsonValue(), fc.string({ unit: 'binary' })), 500, ([schema, text]) => {
      const odd = tool('odd', object({ first: schema as object, text: schema as object }));
      const asked = seen([user(`odd ${text}`)], { tools: [odd], toolChoice: 'required' });
      const answer = workingModel(asked);
      expect(answer.parts.some((part) => 'call' in part && typeof part.args === 'object')).toBe(true);
      expect(workingModel(asked)).toEqual(answer);
    }),
  patience,
);

test('a client’s reminder beside the results is not a new request: the work ends', () => {
  const reminder =
    '<system-reminder>\nRead CLAUDE.md, then search for tests and check the weather.\n</system-reminder>';
  const turns = [user(`${reminder}\nRead a.json`)];
  for (let round = 0; round < 10; round += 1) {
    const { parts } = workingModel(seen(turns, { tools }));
    const calls = parts.flatMap((part) => ('call' in part ? [[part.call, part.args] as const] : []));
    if (calls.length === 0) break;
    turns.push(model('', calls), { ...results(...calls.map(([name]) => [name, 'ok'] as const)), text: reminder });
  }
  expect(turns.map(({ calls }) => calls.map(({ name, args }) => [name, args]))).toEqual([
    [],
    [['read_file', { path: 'a.json' }]],
    [],
  ]);
});

test('the work ends, whatever is beside the results', () => {
  const turns = [user('Read a.json')];
  let rounds = 0;
  for (; rounds < 100; rounds += 1) {
    const { parts } = workingModel(seen(turns, { tools }));
    const calls = parts.flatMap((part) => ('call' in part ? [[part.call, part.args] as const] : []));
    if (calls.length === 0) break;
    turns.push(model('', calls), { ...results(['read_file', 'ok']), text: 'Now read b.json' });
  }
  expect(rounds).toBe(20);
});
