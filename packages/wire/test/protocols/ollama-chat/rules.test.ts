/** Every rule on a body that breaks it and on one that does not; our own bodies break none. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { ollamaChat } from '../../../src/protocols/ollama-chat/index.ts';
import { findViolations } from '../../../src/rules/rule.ts';
import { overlayTraits, type TraitOverrides } from '../../../src/traits/traits.ts';

interface Case {
  readonly name: string;
  readonly body: JsonObject;
  readonly traits?: TraitOverrides;
  readonly from?: number;
  /** Rule and path, and the message where it matters. */
  readonly expected: readonly string[];
}

const whole = { truncate: false, shift: false };
const user = { role: 'user', content: 'q' };
const calls = (...names: readonly string[]): JsonObject => ({
  role: 'assistant',
  content: '',
  tool_calls: names.map((name) => ({ function: { name, arguments: {} } })),
});
const result = (name: string): JsonObject => ({ role: 'tool', content: 'r', tool_name: name });
const bodyOf = (...messages: readonly JsonValue[]): JsonObject => ({ model: 'm', messages, ...whole });

const cases: readonly Case[] = [
  { name: 'a valid body', body: bodyOf(user, calls('a', 'b'), result('a'), result('b'), user), expected: [] },
  { name: 'OLL-001', body: { ...bodyOf(user), stream: 'yes' }, expected: ['OLL-001 stream'] },
  {
    name: 'OLL-002 arguments as text, null or absent, and a call without a function',
    body: bodyOf(
      {
        role: 'assistant',
        tool_calls: [
          { function: { name: 'a', arguments: '{"x":1}' } },
          { function: { name: 'b', arguments: null } },
          { function: { name: 'c' } },
          { name: 'd' },
        ],
      },
      result('a'),
      result('b'),
      result('c'),
      result(''),
    ),
    expected: [
      'OLL-002 messages.0.tool_calls.0.function.arguments',
      'OLL-002 messages.0.tool_calls.1.function.arguments',
      'OLL-002 messages.0.tool_calls.2.function.arguments',
      'OLL-002 messages.0.tool_calls.3.function',
      'OLL-004 messages.4',
    ],
  },
  {
    name: 'OLL-003 parts, an invalid message, pictures that are not base64',
    body: bodyOf({ role: 'user', content: [{ type: 'text', text: 'q' }] }, 'q', {
      role: 'user',
      content: null,
      images: ['iVBORw0KGgo=', 'data:image/png;base64,iVBORw0KGgo=', 'https://x.test/', 7],
    }),
    expected: [
      'OLL-003 messages.1',
      'OLL-003 messages.0.content',
      'OLL-003 messages.2.images.1',
      'OLL-003 messages.2.images.2',
      'OLL-003 messages.2.images.3',
    ],
  },
  {
    name: 'OLL-004 a result without a name, with another name, without a call; a call without a result',
    body: bodyOf(calls('a', 'b', 'c'), { role: 'tool', content: 'r' }, result('x'), user, result('a'), calls('d')),
    expected: [
      'OLL-004 messages.1',
      'OLL-004 messages.2',
      'OLL-004 messages.0',
      'OLL-004 messages.4',
      'OLL-004 messages.5',
    ],
  },
  {
    name: 'OLL-004 checks only what is new in an appended turn; its results may belong to an older call',
    body: bodyOf({ role: 'tool', content: 'old' }, calls('a', 'b'), result('a'), result('x'), result('c')),
    from: 3,
    expected: ['OLL-004 messages.3', 'OLL-004 messages.4'],
  },
  {
    name: 'OLL-005 tools',
    body: { ...bodyOf(user), tools: [{ type: 'function', function: { name: 'a' } }] },
    traits: { tools: 'prompt' },
    expected: ['OLL-005 tools'],
  },
  { name: 'OLL-006 an unknown effort', body: { ...bodyOf(user), think: 'deep' }, expected: ['OLL-006 think'] },
  {
    name: 'OLL-006 an effort for a model that cannot think',
    body: { ...bodyOf(user), think: 'high' },
    traits: { thinking: { control: 'none' } },
    expected: ['OLL-006 think'],
  },
  {
    name: 'OLL-006 accepts a boolean',
    body: { ...bodyOf(user), think: true },
    traits: { thinking: { control: 'none' } },
    expected: [],
  },
  {
    name: 'OLL-007 history may be cut',
    body: { model: 'm', messages: [user], shift: true },
    expected: ['OLL-007 truncate', 'OLL-007 shift'],
  },
  {
    name: 'OLL-009 a format beside tools',
    body: { ...bodyOf(user), format: 'json', tools: [{ type: 'function', function: { name: 'a' } }] },
    expected: ['OLL-009 format'],
  },
  {
    name: 'OLL-012 an unknown role; case does not matter',
    body: bodyOf({ role: 'User', content: 'q' }, { role: 'developer', content: 'q' }, { content: 'q' }),
    expected: ['OLL-012 messages.1.role', 'OLL-012 messages.2.role'],
  },
];

test.each(cases)('$name', ({ body, traits = {}, from = 0, expected }) => {
  const list = Array.isArray(body['messages']) ? body['messages'] : [];
  const view = { body, list, traits: overlayTraits(ollamaChat.traits, traits), from };
  expect(findViolations(ollamaChat.rules, view).map(({ rule, path }) => `${rule} ${path}`)).toEqual(expected);
});

test('every rule has a unique id and a fix', () => {
  const ids = ollamaChat.rules.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { text, fix } of ollamaChat.rules) expect([text, fix]).not.toContain('');
});
