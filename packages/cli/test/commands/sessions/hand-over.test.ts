/** `interlock sessions export --to` writes a file that another agent can resume, and never overwrites one. */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { currentContents, readSession, writers } from '@interlock/import';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportAgents } from '../../../src/program/sessions-command.ts';
import { runCli } from '../../run-cli.ts';
import { type KeptSessions, keepSessions } from '../kept-sessions.ts';

let kept: KeptSessions;
let id: string;
beforeAll(async () => {
  const model = script([
    { call: [{ tool: 'write_file', args: { path: 'a.txt', content: 'CONTENT-1' } }] },
    { say: 'Written. ANSWER-1' },
  ]);
  kept = await keepSessions(model);
  id = await kept.talk(["Write a file. QUESTION-1 it's"], { approve: async () => ({ verdict: 'allow' }) });
});
afterAll(() => kept.close());

const run = (...args: readonly string[]): ReturnType<typeof runCli> =>
  runCli(['sessions', 'export', '-C', kept.workspace, id, ...args], { env: { ...kept.env, HOME: kept.home } });

test('offers exactly the names of the writers', () => {
  expect([...exportAgents].sort()).toEqual(writers.map(({ name }) => name).sort());
});

describe.each(exportAgents)('%s', (agent) => {
  test('writes a file in the current folder, once', async () => {
    const first = await run('--to', agent);
    expect([first.code, first.stdout]).toEqual([0, expect.stringMatching(/^(claude|codex|opencode|pi) /)]);
    const file = /^Wrote (.+)\.$/m.exec(first.stderr)?.[1] ?? '';
    expect(file.startsWith(`${kept.workspace}/`)).toBe(true);
    expect(statSync(file).mode & 0o077).toBe(0);
    const session = await readSession(file);
    expect([session.agent, session.folder, session.problems]).toEqual([agent, kept.workspace, []]);
    const text = JSON.stringify(currentContents(session));
    for (const mark of ['QUESTION-1', 'CONTENT-1', 'ANSWER-1']) expect(text).toContain(mark);
    const before = readFileSync(file, 'utf8');
    const again = await run('--to', agent);
    expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('already exists. Nothing was written.')]);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  test('writes a file of any name, and the command names it', async () => {
    const file = join(kept.home, `it is ${agent}.json`);
    const { code, stderr } = await run('--to', agent, '--output', file);
    expect([code, stderr]).toEqual([0, expect.stringContaining(`Wrote ${file}.`)]);
    expect((await readSession(file)).agent).toBe(agent);
  });
});

test.each([
  ['claude-code', '.claude/projects', /^claude --resume [0-9a-f-]{36}\n$/],
  ['codex', '.codex/sessions', /^codex resume [0-9a-f-]{36}\n$/],
  ['pi', '.pi/agent/sessions', /^pi --session '[^\n]+\.jsonl'\n$/],
])('--install puts it where %s looks, and nowhere else', async (agent, folder, command) => {
  mkdirSync(join(kept.home, folder), { recursive: true });
  const { code, stdout, stderr } = await run('--to', agent, '--install');
  expect([code, stdout]).toEqual([0, expect.stringMatching(command)]);
  expect(
    readdirSync(join(kept.home, folder), { recursive: true, withFileTypes: true }).filter((each) => each.isFile()),
  ).toHaveLength(1);
  expect(stderr).toContain(join(kept.home, folder));
  // `interlock import` finds it as one of that agent's.
  const list = await runCli(['import', '-C', kept.workspace, '--json'], { env: { ...kept.env, HOME: kept.home } });
  expect(JSON.parse(list.stdout)).toContainEqual(expect.objectContaining({ agent, folder: kept.workspace }));
  expect((await run('--to', agent, '--install')).code).toBe(1);
});

test.each([
  [['--to', 'opencode', '--install'], /keeps its sessions in a database/],
  [['--output', 'x'], /Add --to/],
  [['--to', 'pi', '--install', '--output', 'x'], /cannot be combined/],
  [['--to', 'gemini-cli'], /--to cannot be "gemini-cli"\. Use one of claude-code, codex, opencode, pi/],
])('rejects %j', async (args, words) => {
  const { code, stderr } = await run(...args);
  expect([code, stderr]).toEqual([2, expect.stringMatching(words)]);
});
