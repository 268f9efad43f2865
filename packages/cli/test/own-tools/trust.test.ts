/** Which tool files are used: the user's always, a project's only if it is trusted. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AgentFlags } from '../../src/config/agent-flags.ts';
import type { Config } from '../../src/config/config.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type TestHome, testHomes } from '../config/test-home.ts';

const newHome = testHomes();

interface Case {
  readonly user?: Config;
  readonly project?: Config;
  readonly flags?: AgentFlags;
  /** The user's answer. Absent: nobody can be asked. */
  readonly answer?: boolean;
}

interface Seen {
  readonly files: readonly (readonly [from: string, isIgnored: boolean])[];
  readonly asked: readonly string[];
  readonly trusted: boolean;
}

function homeWith({ user, project }: Case): TestHome {
  const home = newHome();
  if (user !== undefined) home.write(home.userFile, user);
  if (project !== undefined) home.write(home.projectFile, project);
  home.write(join(home.userFile, '..', 'tools', 'mine.mjs'), '');
  home.write(join(home.project, '.interlock', 'tools', 'theirs.mjs'), '');
  return home;
}

function load(home: TestHome, { flags, answer }: Case, asked: string[] = []): Promise<LoadedConfig> {
  const askTrust = async (folder: string): Promise<boolean> => {
    asked.push(folder);
    return answer === true;
  };
  return loadConfig({
    flags: { cwd: home.project, ...flags },
    env: home.env(),
    ...(answer === undefined ? {} : { askTrust }),
  });
}

const mine = ['user', false] as const;
const left = ['project', true] as const;
const taken = ['project', false] as const;
const cases: readonly (readonly [what: string, given: Case, seen: Seen])[] = [
  ['no terminal', {}, { files: [mine, left], asked: [], trusted: false }],
  ['--trust', { flags: { trust: true } }, { files: [mine, taken], asked: [], trusted: true }],
  ['asked, yes', { answer: true }, { files: [mine, taken], asked: ['PROJECT'], trusted: true }],
  ['asked, no', { answer: false }, { files: [mine, left], asked: ['PROJECT'], trusted: false }],
  ['disabled', { user: { tools: { own: false } }, answer: true }, { files: [], asked: [], trusted: false }],
  [
    'disabled in the project',
    { project: { tools: { own: false } }, answer: true },
    { files: [], asked: [], trusted: false },
  ],
  [
    'enabled without permission',
    { user: { tools: { own: false } }, project: { tools: { own: true } } },
    { files: [], asked: [], trusted: false },
  ],
];
test.each(cases)('%s', async (_, given, seen) => {
  const home = homeWith(given);
  const asked: string[] = [];
  const { toolFiles, trusted } = await load(home, given, asked);
  const files = toolFiles.map(({ from, isIgnored }) => [from, isIgnored]);
  expect({ files, asked, trusted }).toEqual({ ...seen, asked: seen.asked.map(() => home.project) });
});

test('remembers the answer for the folder that has the tools', async () => {
  const home = homeWith({});
  const inner = join(home.project, 'packages', 'inner');
  mkdirSync(inner, { recursive: true });
  await load(home, { answer: true, flags: { cwd: inner } });
  const again = await load(home, {});
  expect([again.trusted, again.project, again.toolFiles.map(({ isIgnored }) => isIgnored)]).toEqual([
    true,
    home.project,
    [false, false],
  ]);
});

test('tools in a subfolder of a repository apply there, and are trusted with that folder', async () => {
  const home = newHome();
  const inner = join(home.project, 'inner');
  home.write(join(inner, '.interlock', 'tools', 'theirs.ts'), '');
  await load(home, { flags: { trust: true } });
  expect(await load(home, { flags: { cwd: inner } })).toMatchObject({ project: inner, trusted: false });
});
