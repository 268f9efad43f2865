/** Which commands, skills and agents are used: the user's always, a project's only if its contents are trusted. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { extensionNotices, loadExtensions, slashNames } from '../../src/agent/load-extensions.ts';
import { ownToolNotices } from '../../src/agent/load-own-tools.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { aliases, slashCommands } from '../../src/slash/slash-commands.ts';
import { type TestHome, testHomes } from '../config/test-home.ts';

const newHome = testHomes();

const skill = (name: string): string => `---\nname: ${name}\ndescription: ${name}\n---\nDo.`;
const agent = '---\ndescription: x\n---\nYou.';

function homeWithAll(): TestHome {
  const home = newHome();
  const mine = join(home.home, '.config', 'interlock');
  home.write(join(mine, 'commands', 'mine.md'), 'x');
  home.write(join(mine, 'agents', 'mine.md'), agent);
  home.write(join(home.home, '.claude', 'commands', 'elsewhere.md'), 'x');
  home.write(join(home.home, '.claude', 'skills', 'pdf', 'SKILL.md'), skill('pdf'));
  home.write(join(home.project, '.interlock', 'commands', 'theirs.md'), 'x');
  home.write(join(home.project, '.claude', 'commands', 'theirs.md'), 'hidden by ours');
  home.write(join(home.project, '.claude', 'commands', 'git', 'log.md'), 'x');
  home.write(join(home.project, '.claude', 'skills', 'api', 'SKILL.md'), skill('api'));
  home.write(join(home.project, '.interlock', 'agents', 'theirs.md'), agent);
  return home;
}

async function load(home: TestHome, trust?: true): Promise<LoadedConfig> {
  const flags = { cwd: home.project, ...(trust === undefined ? {} : { trust }) };
  return loadConfig({ flags, env: home.env() });
}

async function names(loaded: LoadedConfig) {
  const found = await loadExtensions(loaded, { named: () => undefined, ownTools: [] });
  const of = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);
  return { commands: of(found.commands), skills: of(found.skills), agents: of(found.agents), problems: found.problems };
}

const mine = { commands: ['mine', 'elsewhere'], skills: ['pdf'], agents: ['mine'], problems: [] };
const all = {
  commands: ['mine', 'elsewhere', 'theirs', 'git:log'],
  skills: ['api', 'pdf'],
  agents: ['mine', 'theirs'],
  problems: [],
};

test('without trust, with it, and after each change', async () => {
  const home = homeWithAll();
  const untrusted = await load(home);
  expect(await names(untrusted)).toEqual(mine);
  expect(ownToolNotices(untrusted, undefined)).toEqual([
    'This folder is not trusted. Not loaded: commands/theirs.md and 4 more. If you trust it, start with --trust.',
  ]);
  expect(await names(await load(home, true))).toEqual(all);
  expect(await names(await load(home))).toEqual(all);
  for (const [path, text] of [
    ['.interlock/commands/new.md', 'new'],
    ['.claude/commands/git/log.md', 'changed'],
    ['.claude/skills/api/scripts/run.sh', 'new'],
    ['.interlock/agents/theirs.md', `${agent} changed`],
    ['.interlock/hooks/check.sh', 'new'],
  ] as const) {
    home.write(join(home.project, path), text);
    const loaded = await load(home);
    expect([loaded.trusted, loaded.changed]).toEqual([false, [path.replace('.interlock/', '')]]);
    expect(await names(loaded)).toEqual(mine);
    await load(home, true);
  }
});

test('the home folder uses the user’s own files, without a question', async () => {
  const home = homeWithAll();
  const loaded = await loadConfig({ flags: { cwd: home.home }, env: home.env() });
  expect([(await names(loaded)).commands, loaded.ignoredExtensions]).toEqual([['mine', 'elsewhere'], []]);
});

test('reports what cannot be used, and loses nothing else', async () => {
  const home = newHome();
  const mineAt = (path: string): string => join(home.home, '.config', 'interlock', path);
  home.write(mineAt('commands/model.md'), 'x');
  home.write(mineAt('commands/clear.md'), 'x');
  home.write(mineAt('commands/good.md'), 'x');
  home.write(mineAt('agents/a.md'), '---\ndescription: x\nmodel: nobody/x\n---\nx');
  home.write(mineAt('agents/b.md'), '---\ndescription: x\ntools: [read_file, Bash, mcp__x__y, skill]\n---\nx');
  const found = await names(await load(home));
  expect([found.commands, found.agents]).toEqual([['good'], ['b']]);
  expect(found.problems).toEqual([
    { where: mineAt('commands/clear.md'), text: '/clear is a built-in command. Rename the file.' },
    { where: mineAt('commands/model.md'), text: '/model is a built-in command. Rename the file.' },
    { where: mineAt('agents/a.md'), text: 'There is no model or route "nobody/x". The agent is not offered.' },
    { where: mineAt('agents/b.md'), text: expect.stringMatching(/^There is no tool "Bash"\. Tools here: read_file,/) },
  ]);
  expect(extensionNotices(found)).toEqual([
    `${mineAt('commands/clear.md')}: /clear is a built-in command. Rename the file. 3 more: interlock doctor lists them.`,
  ]);
});

test('files cannot take the names of commands', () => {
  const names = [...slashCommands.map(({ name }) => name), ...Object.keys(aliases)];
  expect(slashNames).toEqual(names.toSorted());
});
