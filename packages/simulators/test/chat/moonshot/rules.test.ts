/** Every rule of Moonshot, and how its models number their calls. */
import { expect, test } from 'vitest';
import type { Outcome } from '../../../src/api/api.ts';
import { createWorld } from '../../../src/api/world.ts';
import { createChatApi } from '../../../src/chat/create-chat-api.ts';
import { moonshotProfile } from '../../../src/chat/profiles/moonshot.ts';
import { checkCases, handle, requestOf } from '../case-checks.ts';
import { checkHostile } from '../hostile-checks.ts';
import { moonshotCases } from './cases.ts';

checkCases(moonshotProfile, moonshotCases);
checkHostile(moonshotProfile);

const user = { role: 'user', content: 'Go.' };
const round = (id: string): readonly unknown[] => [
  user,
  {
    role: 'assistant',
    content: '',
    reasoning_content: 'First.',
    tool_calls: [{ id, type: 'function', function: { name: 'search', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: id, content: 'found' },
];

function idsOf(outcome: Outcome): unknown {
  if (outcome.kind !== 'asked') return outcome;
  const parts = [
    { call: 'search', args: {} },
    { call: 'read', args: {} },
  ];
  const body: { choices: { message: { tool_calls: { id: string }[] } }[] } = JSON.parse(
    String(outcome.answer({ parts, stop: 'calls' }).body),
  );
  return body.choices[0]?.message.tool_calls.map(({ id }) => id);
}

test('KIM-002 K2 continues counting where the history ends', () => {
  const outcome = handle(moonshotProfile, { model: 'kimi-k2.6', messages: round('functions.search:0') });
  expect(idsOf(outcome)).toEqual(['functions.search:1', 'functions.read:2']);
});

test('KIM-004 K3 counts from the start in every turn, so that ids repeat', () => {
  const outcome = handle(moonshotProfile, { model: 'kimi-k3', messages: round('search:0') });
  expect(idsOf(outcome)).toEqual(['search:0', 'read:1']);
});

test('KIM-004 ids of two concurrent conversations do not mix', () => {
  const api = createChatApi(moonshotProfile);
  const world = createWorld({ account: 'main', endpoint: 'http://127.0.0.1', secret: 'secret' });
  const [old, young] = ['kimi-k2.6', 'kimi-k3'].map((model) =>
    api.handle(requestOf('/v1/chat/completions', { model, messages: [user] }), world),
  );
  expect([young, old, young].map((outcome) => outcome && idsOf(outcome))).toEqual([
    ['search:0', 'read:1'],
    ['functions.search:0', 'functions.read:1'],
    ['search:0', 'read:1'],
  ]);
});

test('KIM-004 K3 accepts ids that repeat', () => {
  const messages = [...round('search:0'), ...round('search:0')];
  const outcome = handle(moonshotProfile, { model: 'kimi-k3', messages });
  expect(outcome.kind === 'asked' ? outcome.warnings : outcome).toEqual([]);
});

test.each([
  ['kimi-k2.6', {}, ['', 'First.']],
  ['kimi-k2.6', { thinking: { type: 'enabled', keep: 'all' } }, ['First.', 'First.']],
  ['kimi-k2.5', {}, ['First.', 'First.']],
] as const)('KIM-008 %s with %j sees of its thinking: %j', (model, more, thinking) => {
  const messages = [...round('functions.search:0'), ...round('functions.search:1')];
  const outcome = handle(moonshotProfile, { model, messages, ...more });
  const seen = outcome.kind === 'asked' ? outcome.seen.turns.filter(({ role }) => role === 'model') : [];
  expect(seen.map((turn) => turn.thinking)).toEqual(thinking);
});

test('KIM-016 a result needs no tool name', () => {
  const outcome = handle(moonshotProfile, { model: 'kimi-k2-0905', messages: round('functions.search:0') });
  expect(outcome.kind === 'asked' ? outcome.warnings : outcome).toEqual([]);
});
