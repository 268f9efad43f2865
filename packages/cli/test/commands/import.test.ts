/** `interlock import` lists, checks and continues the sessions of other agents on this machine. */
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { toolTables } from '@interlock/import';
import { codingAgent } from '@interlock/runtime';
import { createWorkingModel } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { movedSession } from '../moved-session.ts';
import { runCli } from '../run-cli.ts';
import { type KeptSessions, keepSessions } from './kept-sessions.ts';

const fixtures = resolve(import.meta.dirname, '../../../../fixtures/sessions/claude-code');
let kept: KeptSessions;
let folder: string;
beforeAll(async () => {
  kept = await keepSessions(createWorkingModel());
  folder = join(kept.home, '.claude/projects/-project');
  mkdirSync(folder, { recursive: true });
  cpSync(join(fixtures, 'one-call.jsonl'), join(folder, 'one.jsonl'));
  // One of them was started in this folder.
  const text = readFileSync(join(fixtures, 'three-calls-and-a-picture.jsonl'), 'utf8');
  writeFileSync(join(folder, 'three.jsonl'), movedSession(text, '/home/user/projects/cc', kept.workspace));
});
afterAll(() => kept.close());

const run = (...args: readonly string[]): ReturnType<typeof runCli> =>
  runCli(['import', '-C', kept.workspace, ...args], { env: { ...kept.env, HOME: kept.home } });

const idOf = (stdout: string): string => /^interlock -r (\w+)\n$/.exec(stdout)?.[1] ?? stdout;

test('lists those of this folder, and with --all those of every folder', async () => {
  const here = await run();
  expect(here.stdout).toMatch(/^1 +Claude Code +\S+ \S+ +claude-opus-5-5 +2 turns +\d+ KB +conv:CC02/);
  expect(here.stdout).not.toContain('conv:CC01');
  expect((await run('--all')).stdout).toMatch(/conv:CC0[12][\s\S]*conv:CC0[12]/);
  expect(JSON.parse((await run('--json')).stdout)).toMatchObject([{ agent: 'claude-code', turns: 2 }]);
});

test.each([['1'], ['claude-code', '--last'], ['claude'], ['5c98c99a']])('by %s', async (...which) => {
  const { code, stdout } = await run(...which);
  expect([code, idOf(stdout)]).toEqual([0, expect.stringMatching(/^[0-9a-f]{8}$/)]);
  const shown = await runCli(['sessions', 'show', '-C', kept.workspace, idOf(stdout)], { env: kept.env });
  for (const nonce of ['NONCE-0001', 'NONCE-0002', 'NONCE-0003']) expect(shown.stdout).toContain(nonce);
  expect(shown.stdout).toContain('[image/png]');
});

test('by a path and from standard input gives the same session', async () => {
  const path = join(folder, 'three.jsonl');
  const byPath = await run(path);
  const piped = await runCli(['import', '-C', kept.workspace, '-'], {
    env: { ...kept.env, HOME: kept.home },
    stdin: readFileSync(path),
  });
  expect(idOf(piped.stdout)).toBe(idOf(byPath.stdout));
  expect(piped.stderr).toContain('Nothing is new');
});

test('importing again adds what is new', async () => {
  const path = join(kept.home, 'growing.jsonl');
  const lines = readFileSync(join(fixtures, 'one-call.jsonl'), 'utf8').trimEnd().split('\n');
  writeFileSync(path, `${lines.join('\n')}\n`);
  const first = await run(path);
  const parent = JSON.parse(lines.findLast((line) => line.includes('"type":"assistant"')) ?? '{}');
  const more = {
    ...parent,
    type: 'user',
    uuid: 'u-new',
    parentUuid: parent.uuid,
    message: { role: 'user', content: 'One more thing.' },
  };
  appendFileSync(path, `${JSON.stringify(more)}\n`);
  const again = await run(path);
  expect([again.stderr, idOf(again.stdout)]).toEqual([expect.stringContaining('Added 1 message'), idOf(first.stdout)]);
});

test('maps calls to our tools where they match, and keeps the names of others', async () => {
  const show = async (id: string): Promise<string> =>
    (await runCli(['sessions', 'show', '-C', kept.workspace, id], { env: kept.env })).stdout;
  expect(await show(idOf((await run('1')).stdout))).toContain('> read_file ');
  expect(await show(idOf((await run('1', '--no-map-tools')).stdout))).toContain('> Read ');
});

test('our tools accept the arguments that the tables name', () => {
  const tools = new Map(codingAgent({}).tools?.map(({ name, parameters }) => [name, parameters]));
  const missing = Object.entries(toolTables).flatMap(([agent, table]) =>
    Object.entries(table).flatMap(([theirs, { name, parameters }]) => {
      const known = Object.keys(Reflect.get(tools.get(name) ?? {}, 'properties') ?? {});
      return Object.values(parameters)
        .filter((each) => !known.includes(each))
        .map((each) => [agent, theirs, name, each]);
    }),
  );
  expect(missing).toEqual([]);
});

test('verifies the digests that Claude Code stored', async () => {
  const { stdout } = await run(join(fixtures, 'one-call.jsonl'), '--verify');
  expect(stdout).toMatch(
    /^\d+ messages were rebuilt from the records\.\n\d+ requests? with \d+ messages?: \d+ matched/,
  );
});

test.each([
  [['nobody'], /There is no session "nobody".*\nGive a number from 1 to 1, an id, a path/],
  [['--continue'], /Name the session/],
  [['1', '--model', 'openai'], /Add --continue/],
  [['codex'], /There is no Codex session in this folder\.\n--all looks/],
  [['/nowhere/at/all.jsonl'], /nowhere\/at\/all\.jsonl cannot be read/],
])('%j: says what is wrong and what to do', async (args, expected) => {
  const { code, stderr } = await run(...args);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(expected);
});
