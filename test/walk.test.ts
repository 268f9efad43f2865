/** Counts with V8, while a turn with two calls is played, which folders one line goes through and how often a target is resolved. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { PlayedTurn } from './walk/play-turn.ts';
import { compareWalk, type Row, readTable, type Stop, walkRooms } from './walk/walk-rooms.ts';

let played: PlayedTurn;
beforeAll(async () => {
  // In a separate process: the test runner wraps every module, and its wrappers would be counted.
  const args = ['--conditions=@interlock/source', join(import.meta.dirname, 'walk/print-walk.ts'), '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 });
  played = JSON.parse(stdout);
});

test('the turn has two requests and two calls', () => {
  const types = played.events.map(({ type }) => type);
  expect(played.accepted).toBe(2);
  expect(types.filter((type) => type === 'tool-result')).toHaveLength(2);
  expect(types.at(-1)).toBe('turn-end');
});

test('ARCHITECTURE’s table names every room of the walk, and no other', () => {
  const rows = readTable(readFileSync(join(import.meta.dirname, '../ARCHITECTURE.md'), 'utf8'));
  expect(compareWalk(walkRooms(played.called), rows)).toEqual({ unnamed: [], unwalked: [] });
});

test('resolves a target at most once per attempt', () => {
  const calls = (name: string): number =>
    played.called
      .filter((each) => each.package === 'wire' && each.name === name)
      .reduce((sum, each) => sum + each.calls, 0);
  expect(calls('resolveParts')).toBeGreaterThan(0);
  expect(calls('resolveParts')).toBeLessThanOrEqual(played.accepted);
  expect(calls('readTarget')).toBeLessThanOrEqual(played.accepted);
});

const stop = (room: string): Stop => ({ room, files: new Map() });
const row = (...rooms: string[]): Row => ({ number: '1', rooms });

test.each<[string, Stop[], Row[], ReturnType<typeof compareWalk>]>([
  ['equal', [stop('wire/shape')], [row('cli/x', 'wire/shape')], { unnamed: [], unwalked: [] }],
  ['one extra', [stop('wire/shape'), stop('wire/json')], [row('wire/shape')], { unnamed: ['wire/json'], unwalked: [] }],
  ['one missing', [], [row('wire/shape')], { unnamed: [], unwalked: ['wire/shape'] }],
])('rooms and rows: %s', (_title, stops, rows, difference) => {
  expect(compareWalk(stops, rows)).toEqual(difference);
});
