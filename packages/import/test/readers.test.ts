/** Properties of every reader, checked with every sample of every agent. */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { currentContents, type Machine, readerNamed, readers, readSession } from '@interlock/import';
import { render, verify } from '@interlock/transcript';
import { expect, test } from 'vitest';
import { fixtures, samplesOf } from './samples.ts';
import { spoiled } from './stories/spoiled.ts';

const machine: Machine = { platform: 'linux', home: '/home/user', environment: {} };

test('every agent folder is a reader, and every reader has samples', () => {
  const folders = readdirSync(join(import.meta.dirname, '../src/agents'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
  expect(readers.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(readers.filter(({ name }) => samplesOf(name).length === 0).map(({ name }) => name)).toEqual([]);
});

test('names are unique, and every reader looks below the home folder', () => {
  expect(new Set(readers.map(({ name }) => name)).size).toBe(readers.length);
  for (const { name } of readers) expect(readerNamed(name)?.name).toBe(name);
  for (const reader of readers) {
    for (const { folder } of reader.places(machine)) expect(folder.startsWith('/home/user/')).toBe(true);
  }
});

const samples = readers.flatMap(({ name }) => samplesOf(name).map((file) => ({ agent: name, file })));

test.each(samples)('recognizes $file as $agent and as no other', async ({ agent, file }) => {
  const text = readFileSync(join(fixtures, file), 'utf8');
  if (file.endsWith('.md'))
    return expect(readers.filter((reader) => reader.recognises([{ text }])).map(({ name }) => name)).toEqual([agent]);
  const first = text.startsWith('{"')
    ? text.split('\n', 50).flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
    : [JSON.parse(text)].flat();
  const recognised = readers.filter((reader) => reader.recognises(first)).map(({ name }) => name);
  expect(recognised).toEqual([agent]);
});

/** Said of the file, and nothing of the conversation is missing. */
const informational: ReadonlySet<string> = new Set(['text-only', 'unreadable-compaction']);

test.each(samples)('reads $file without a problem, and renders it without a fault', async ({ agent, file }) => {
  const session = await readSession(join(fixtures, file));
  expect(session.agent).toBe(agent);
  expect(session.problems.filter(({ code }) => !informational.has(code))).toEqual([]);
  const contents = currentContents(session);
  expect(contents.length).toBeGreaterThan(0);
  expect(verify(render(contents).transcript)).toEqual([]);
});

const slimmed = samples.filter(({ agent, file }) => file.endsWith('.jsonl') && readerNamed(agent)?.slim !== undefined);

test.each(slimmed)('$file: nothing that is dropped while reading is missing', async ({ agent, file }) => {
  const reader = readerNamed(agent);
  const lines = readFileSync(join(fixtures, file), 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  const records = lines.map((line, index) => ({ at: index + 1, value: JSON.parse(line) }));
  const source = { name: file, problems: [], beside: new Map(), related: new Map() };
  const slim = records.map(({ at, value }) => ({ at, value: reader?.slim?.(value) ?? value }));
  expect(JSON.stringify(slim).length).toBeLessThanOrEqual(JSON.stringify(records).length);
  expect(reader?.read({ ...source, records: slim })).toEqual(reader?.read({ ...source, records }));
});

test.each(samples)('reads $file without an exception, corrupted or cut anywhere', async ({ agent, file }) => {
  const whole = readFileSync(join(fixtures, file));
  const name = basename(file);
  for (let noise = 0; noise < 20; noise += 1) {
    const bytes = noise % 4 === 0 ? whole.subarray(0, Math.floor((whole.length * noise) / 20)) : spoiled(whole, noise);
    const session = await readSession({ bytes: [bytes], name }, { agent });
    expect(session.agent).toBe(agent);
    expect(verify(render(currentContents(session)).transcript)).toEqual([]);
  }
});
