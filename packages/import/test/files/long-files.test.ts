/** Torn lines and chains of records that are as long as a broken or hostile file can make them. */
import { expect, test } from 'vitest';
import { gluedRecords } from '../../src/files/glued-records.ts';
import { readSession } from '../../src/index.ts';

test('a torn line of 30 MB whose objects never end is read eight times, not hundreds', () => {
  expect(gluedRecords('{"a":'.repeat(6_000_000))).toEqual({ records: [], torn: true });
});

test.each([
  ['in the middle of a text', '{"a":{"b":["x'],
  ['behind ten thousand objects', `{"a":[${'{"b":"c"},'.repeat(10_000)}`],
  ['behind objects that do not end', '{"a":'.repeat(5)],
])('the record behind one that is torn %s', (_, torn) => {
  const whole = { type: 'user', said: 'hello "}{" you' };
  const { records, torn: isTorn } = gluedRecords(`${torn}${JSON.stringify(whole)}\n`);
  expect([records.at(-1), isTorn]).toEqual([whole, true]);
});

const count = 20_000;

function record(at: number, parent: number | null): string {
  const content = `text ${at}`;
  const isUser = at % 2 === 0;
  return JSON.stringify({
    parentUuid: parent === null ? null : `u${parent}`,
    isSidechain: false,
    type: isUser ? 'user' : 'assistant',
    message: isUser
      ? { role: 'user', content }
      : { id: `m${at}`, role: 'assistant', model: 'm', content: [{ type: 'text', text: content }] },
    uuid: `u${at}`,
    timestamp: '2026-11-20T00:00:00.000Z',
    sessionId: 's',
    cwd: '/w',
    version: '2.1.0',
  });
}

test.each([
  ['long', (at: number) => (at === 0 ? null : at - 1)],
  ['circular', (at: number) => (at + count - 1) % count],
] as const)('a chain of twenty thousand records that is %s', async (_, parentOf) => {
  const lines = Array.from({ length: count }, (__, at) => record(at, parentOf(at)));
  const session = await readSession({ bytes: [Buffer.from(`${lines.join('\n')}\n`)], name: 's.jsonl' });
  expect([session.agent, session.branches, session.problems]).toEqual(['claude-code', [], []]);
  expect(JSON.stringify(session)).toContain('text 19999');
});
