import type { JsonObject } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { prefixDigests } from '../../../src/protocols/anthropic-messages/prefix-digest.ts';

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

test('ANT-054 one for every message and one for the whole, all different', () => {
  expect(new Set(digests).size).toBe(4);
  expect(digests).toEqual(digests.map(() => expect.stringMatching(/^[0-9a-f]{64}$/)));
});

test('ANT-054 a longer history repeats those of the shorter one', () => {
  const messages = plain['messages'] as readonly JsonObject[];
  expect(prefixDigests({ ...plain, messages: messages.slice(0, 2) })).toEqual(digests.slice(0, 3));
  expect(prefixDigests({ ...plain, messages: [] })).toEqual(digests.slice(0, 1));
});

test('ANT-054 ANT-055 cache marks, left-out thinking, settings and the two ways to write a text change nothing', () => {
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

const change = (at: number, message: JsonObject): JsonObject => ({
  ...plain,
  messages: (plain['messages'] as readonly JsonObject[]).map((old, index) => (index === at ? message : old)),
});

/** How many of the first digests stay. */
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
    'an argument that looks like a mark',
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

test('bodies of any shape are digested', () => {
  expect(
    prefixDigests({ messages: [null, 'x', { role: 'user' }, { content: 4 }], system: 7, tools: 'none' }),
  ).toHaveLength(5);
});
