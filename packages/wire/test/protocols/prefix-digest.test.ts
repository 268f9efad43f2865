import type { JsonObject, JsonValue } from '@interlock/transcript';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { holds, patience } from '../../../../test/property/runs.ts';
import { PrefixDigests, prefixDigests } from '../../src/protocols/prefix-digest.ts';

const mark = { cache_control: { type: 'ephemeral' } };
const plain: JsonObject = {
  model: 'm',
  max_tokens: 10,
  system: 'S',
  tools: [{ name: 'look', input_schema: { type: 'object' } }],
  messages: [
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: { cache_control: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'ok' }] }] },
  ],
};
const digests = prefixDigests(plain);

test('ANT-054 one digest per message and one for the whole body, all different', () => {
  expect(new Set(digests).size).toBe(4);
  expect(digests).toEqual(digests.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
});

test('ANT-054 a longer history repeats the digests of the shorter one', () => {
  const messages = plain['messages'] as readonly JsonObject[];
  expect(prefixDigests({ ...plain, messages: messages.slice(0, 2) })).toEqual(digests.slice(0, 3));
  expect(prefixDigests({ ...plain, messages: [] })).toEqual(digests.slice(0, 1));
});

test('ANT-054 ANT-055 cache marks, dropped thinking, settings and the two forms of text change nothing', () => {
  const same: JsonObject = {
    ...plain,
    model: 'other',
    max_tokens: 99,
    thinking: { type: 'adaptive' },
    system: [{ type: 'text', text: 'S', ...mark }],
    tools: [{ name: 'look', input_schema: { type: 'object' }, ...mark }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'Hi', ...mark }] },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', signature: 'sig' },
          { type: 'redacted_thinking', data: 'data' },
          { type: 'tool_use', id: 'a', name: 'look', input: { cache_control: 1 } },
        ],
      },
      {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'ok', ...mark }], ...mark }],
      },
    ],
  };
  expect(prefixDigests(same)).toEqual(digests);
});

test('ANT-054 default values, the order of fields and how a tool is called change nothing', () => {
  const same: JsonObject = {
    ...plain,
    tools: [
      { type: 'custom', input_schema: { type: 'object' }, name: 'look', eager_input_streaming: true, strict: null },
    ],
    messages: [
      { role: 'user', content: [{ text: 'Hi', type: 'text', citations: null }] },
      {
        role: 'assistant',
        content: [{ type: 'tool_use', id: 'a', name: 'look', input: { cache_control: 1 }, caller: { type: 'direct' } }],
      },
      { role: 'user', content: [{ tool_use_id: 'a', type: 'tool_result', content: 'ok', is_error: false }] },
    ],
  };
  expect(prefixDigests(same)).toEqual(digests);
  const ordered = { type: 'object', properties: {}, required: [], additionalProperties: false };
  const reversed = Object.fromEntries(Object.entries(ordered).toReversed());
  const withSchema = (schema: JsonObject): JsonObject => ({
    ...plain,
    tools: [{ name: 'look', input_schema: schema }],
  });
  expect(prefixDigests(withSchema(reversed))).toEqual(prefixDigests(withSchema(ordered)));
});

const change = (at: number, message: JsonObject): JsonObject => ({
  ...plain,
  messages: (plain['messages'] as readonly JsonObject[]).map((old, index) => (index === at ? message : old)),
});

/** How many digests, from the first, are unchanged. */
const changes: readonly (readonly [string, JsonObject, number])[] = [
  ['the system text', { ...plain, system: 'T' }, 0],
  ['no system text', { ...plain, system: '' }, 0],
  ['a tool', { ...plain, tools: [{ name: 'look', input_schema: { type: 'object', properties: {} } }] }, 0],
  ['the first message', change(0, { role: 'user', content: 'Ho' }), 1],
  ['a role', change(0, { role: 'system', content: 'Hi' }), 1],
  [
    'an id',
    change(1, {
      role: 'assistant',
      content: [{ type: 'tool_use', id: 'b', name: 'look', input: { cache_control: 1 } }],
    }),
    2,
  ],
  [
    'an argument that looks like a cache mark',
    change(1, { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'look', input: {} }] }),
    2,
  ],
  [
    'a result',
    change(2, {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'no' }] }],
    }),
    3,
  ],
];

test.each(changes)('ANT-054 a change of %s changes everything after it', (_, body, kept) => {
  const changed = prefixDigests(body);
  expect(changed.map((digest, at) => digest === digests[at])).toEqual([0, 1, 2, 3].map((at) => at < kept));
});

test('digests bodies of any shape', () => {
  expect(
    prefixDigests({ messages: [null, 'x', { role: 'user' }, { content: 4 }], system: 7, tools: 'none' }),
  ).toHaveLength(5);
});

describe('kept between requests', () => {
  const block = fc.constantFrom<JsonObject>(
    { type: 'text', text: 'Hi' },
    { type: 'text', text: 'Ho', ...mark },
    { type: 'thinking', thinking: 'hm', signature: 'sig' },
    { type: 'tool_use', id: 'a', name: 'look', input: {} },
    { type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'ok' }] },
  );
  const entry: fc.Arbitrary<JsonValue> = fc.record({
    role: fc.constantFrom('user', 'assistant', 'system'),
    content: fc.oneof(fc.constantFrom('Hi', ''), fc.array(block, { maxLength: 3 })),
  });
  const system = fc.constantFrom<JsonValue | undefined>(undefined, 'S', [{ type: 'text', text: 'S', ...mark }], 'T');
  const tools = fc.constantFrom<JsonValue | undefined>(undefined, [], plain['tools']);
  /** A request keeps some entries of the previous one, as the same objects, and continues with others. */
  const request = fc.record({ system, tools, kept: fc.nat({ max: 12 }), added: fc.array(entry, { maxLength: 4 }) });

  test(
    'ANT-054 equal those of the body alone, whatever came before',
    () =>
      holds(fc.array(request, { maxLength: 12 }), 300, (requests) => {
        const digests = new PrefixDigests();
        let messages: readonly JsonValue[] = [];
        for (const { kept, added, ...head } of requests) {
          messages = [...messages.slice(0, kept), ...added];
          expect(digests.update(head, messages)).toEqual(prefixDigests(bodyOf(head, messages)));
        }
      }),
    patience,
  );

  test(
    'ANT-054 for a growing history, at every length',
    () =>
      holds(fc.array(entry, { maxLength: 20 }), 100, (messages) => {
        const digests = new PrefixDigests();
        const head = { system: 'S', tools: undefined };
        const whole = prefixDigests(bodyOf(head, messages));
        for (let length = 0; length <= messages.length; length += 1) {
          expect(digests.update(head, messages.slice(0, length))).toEqual(whole.slice(0, length + 1));
        }
      }),
    patience,
  );

  test('returned digests never change', () => {
    const digests = new PrefixDigests();
    const head = { system: 'S', tools: undefined };
    const first = digests.update(head, [{ role: 'user', content: 'Hi' }]);
    const copy = [...first];
    digests.update({ ...head, system: 'T' }, [{ role: 'user', content: 'Ho' }]);
    expect(first).toEqual(copy);
  });

  test('reads an entry once, as long as nothing before it changes', () => {
    const read: string[] = [];
    const counted = (name: string): JsonObject => ({
      role: 'user',
      get content() {
        read.push(name);
        return name;
      },
    });
    const [one, two, three] = [counted('one'), counted('two'), counted('three')];
    const digests = new PrefixDigests();
    const head = { system: 'S', tools: undefined };
    const update = (system: string, ...entries: readonly JsonObject[]): readonly string[] => {
      read.length = 0;
      digests.update({ ...head, system }, entries);
      return [...new Set(read)];
    };
    expect(update('S', one, two)).toEqual(['one', 'two']);
    expect(update('S', one, two, three)).toEqual(['three']);
    expect(update('S', one, two, three)).toEqual([]);
    expect(update('S', one, three)).toEqual(['three']);
    expect(update('T', one, three)).toEqual(['one', 'three']);
  });

  function bodyOf(
    head: { system: JsonValue | undefined; tools: JsonValue | undefined },
    messages: readonly JsonValue[],
  ) {
    const { system: words, tools: offered } = head;
    return {
      messages,
      ...(words === undefined ? {} : { system: words }),
      ...(offered === undefined ? {} : { tools: offered }),
    };
  }
});
