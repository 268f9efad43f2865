/** A value that is nested too deep for recursive code, in place of any text of a session: the rest is read. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currentContents, readSession } from '@interlock/import';
import { expect, test } from 'vitest';
import { fixtures, samplesOf } from './samples.ts';

const deep = `${'['.repeat(30_000)}${']'.repeat(30_000)}`;

/** The text of a session, and a damaged one. */
const inField =
  (field: string) =>
  (text: string): string =>
    text.replace(new RegExp(`("${field}"\\s*:\\s*)"(?:[^"\\\\]|\\\\.)*"`), (_, before: string) => before + deep);

test.each([
  { agent: 'qwen-code', damage: inField('text') },
  { agent: 'codex', damage: inField('arguments') },
  {
    agent: 'droid',
    damage: (text: string) => `${text.trimEnd()}\n{"type":"compaction_state","summaryText":${deep}}\n`,
  },
])('$agent', async ({ agent, damage }) => {
  const texts = samplesOf(agent)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => readFileSync(join(fixtures, name), 'utf8'));
  const damaged = texts.map(damage).filter((text, at) => text !== texts[at]);
  expect(damaged.length).toBeGreaterThan(0);
  for (const text of damaged.slice(0, 3)) {
    const session = await readSession({ bytes: [Buffer.from(text)], name: 'session.jsonl' }, { agent });
    expect(currentContents(session)).not.toEqual([]);
  }
});
