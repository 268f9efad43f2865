/** Exports of opencode 1.18.33, and the same sessions in a database as it keeps them. */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { findSessions, type Machine, readSession } from '@interlock/import';
import type { JsonObject } from '@interlock/transcript';
import { afterAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../test/program/temporary-folder.ts';
import { fixtures, samplesOf, sketch } from '../../samples.ts';

const sampleAt = (name: string): string => join(fixtures, 'opencode', name);

test('an edit in three steps, and session metadata', async () => {
  const { log, ...session } = await readSession(sampleAt('edits.json'));
  expect(sketch({ log })).toEqual([
    'human: conv:OC04 [[calls:1 tool=write args={"filePath":"/home/user/',
    'ai: call write {"filePath":"/home/user/projects/opencode/n.txt","content":"hello"}',
    'tool: result Wrote file successfully.',
    'ai: call edit {"filePath":"/home/user/projects/opencode/n.txt","oldString":"hello","newString":"bye"}',
    'tool: result Edit applied successfully.',
    'ai: edited',
  ]);
  expect(session).toEqual({
    agent: 'opencode',
    id: 'ses_e1ef94ff6ffeX4iR40zRajR9Tl',
    version: '1.18.33',
    title: 'server summary conv:OC04: results none; nonces none; last request: Generate a t…',
    folder: '/home/user/projects/opencode',
    branches: [],
    subagents: [],
    problems: [],
    leftOut: {},
  });
  expect(log.at(-1)).toMatchObject({
    place: 'edits.json:1 messages.3',
    usage: { input: 7866, output: 5 },
    content: { metadata: { provider: 'gwa', model: 'claude-opus-4-6' } },
  });
});

describe('a database', () => {
  const folder = temporaryFolder('opencode');
  const path = join(folder, 'opencode', 'opencode.db');
  const machine: Machine = { platform: 'linux', home: folder, environment: { XDG_DATA_HOME: folder } };
  const { database, exported } = fill(path);
  afterAll(() => {
    database.close();
    rmSync(folder, { recursive: true });
  });

  /** The files in the states that SQLite leaves: closed, open, and after a kill without the index. */
  const states: readonly (readonly [string, readonly string[]])[] = [
    ['with its WAL and index', ['-wal', '-shm']],
    ['with only its WAL', ['-wal']],
    ['alone', []],
  ];
  test.each(states)('reads %s without writing to the folder', async (_, kept) => {
    const place = join(folder, `state-${kept.length}`, 'opencode');
    if (kept.length === 0) database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFiles(path, place, kept);
    const own: Machine = { ...machine, environment: { XDG_DATA_HOME: join(place, '..') } };
    const before = stateOf(place);
    const found = await findSessions(undefined, { agents: ['opencode'], machine: own });
    expect(found.map(({ id }) => id).sort()).toEqual(exported.map(({ id }) => id).sort());
    for (const { id, file } of exported) {
      const session = await readSession(join(place, 'opencode.db'), { id, machine: own });
      expect(sketch(session)).toEqual(sketch(await readSession(file)));
      expect(session.problems).toEqual([]);
    }
    if (kept.length !== 2) expect(stateOf(place)).toEqual(before);
    else
      expect(stateOf(place).filter(([name]) => !String(name).endsWith('-shm'))).toEqual(
        before.filter(([name]) => !String(name).endsWith('-shm')),
      );
  });

  test('reads the newest session without an id; a missing id is an error', async () => {
    const session = await readSession(path, { machine });
    expect(exported.map(({ id }) => id)).toContain(session.id);
    await expect(readSession(path, { machine, id: 'ses_none' })).rejects.toMatchObject({ code: 'session-not-found' });
  });
});

/** The tables opencode has, two of them with tokens that must never be read. */
function fill(path: string): {
  readonly database: DatabaseSync;
  readonly exported: readonly { readonly id: string; readonly file: string }[];
} {
  mkdirFor(path);
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0;
    CREATE TABLE session (id TEXT PRIMARY KEY, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT, time_updated INTEGER);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, data TEXT);
    CREATE TABLE credential (token TEXT); INSERT INTO credential VALUES ('secret');`);
  const exported = samplesOf('opencode')
    .map((sample) => join(fixtures, sample))
    .map((file) => {
      const { info, messages } = JSON.parse(readFileSync(file, 'utf8'));
      database
        .prepare('INSERT INTO session VALUES (?, NULL, ?, ?, ?, NULL, ?)')
        .run(info.id, info.directory, info.title, info.version, info.time.updated);
      for (const message of messages) {
        const { id, sessionID, ...data } = message.info;
        database.prepare('INSERT INTO message VALUES (?, ?, ?)').run(id, sessionID, JSON.stringify(data));
        for (const { id: part, messageID, sessionID: session, ...rest } of message.parts as readonly (JsonObject & {
          id: string;
          messageID: string;
          sessionID: string;
        })[]) {
          database.prepare('INSERT INTO part VALUES (?, ?, ?, ?)').run(part, messageID, session, JSON.stringify(rest));
        }
      }
      return { id: String(info.id), file };
    });
  return { database, exported };
}

function mkdirFor(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
}

function copyFiles(path: string, place: string, kept: readonly string[]): void {
  mkdirSync(place, { recursive: true });
  for (const end of ['', ...kept]) copyFileSync(`${path}${end}`, join(place, `opencode.db${end}`));
}

/** Names, bytes and times of everything in the folder. */
function stateOf(folder: string): readonly (readonly unknown[])[] {
  return readdirSync(folder)
    .sort()
    .map((name) => [name, readFileSync(join(folder, name)).toString('base64'), statSync(join(folder, name)).mtimeMs]);
}
