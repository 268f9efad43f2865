/** Rules with their origins, and the rules remembered for projects: stored in private files of the user, and deleted when revoked. */
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openAgent } from '../../src/agent/open-agent.ts';
import { listPermissions, revokePermissions } from '../../src/commands/permissions.ts';
import { createPermissionStore } from '../../src/config/permission-store.ts';
import { refusal, type TestHome, testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();

async function printed(home: TestHome, flags: Parameters<typeof listPermissions>[0] = {}): Promise<string> {
  const io = testIo(home.env());
  await listPermissions({ cwd: home.project, ...flags }, io);
  return io.out();
}

describe('the store', () => {
  test('keeps rules by project, once each, oldest first, and removes them', async () => {
    const { state } = newHome();
    let now = 0;
    const book = createPermissionStore(state, () => (now += 1));
    await book.add('/a', 'run_command(npm test)');
    await book.add('/a', 'edit_file');
    await book.add('/a', 'edit_file');
    await book.add('/b', 'edit_file');
    const kept = (folder: string, rule: string, at: number) => ({ folder, rule, at: new Date(at).toISOString() });
    expect([await book.list('/a'), await book.list('/c'), await book.list()]).toEqual([
      [kept('/a', 'run_command(npm test)', 1), kept('/a', 'edit_file', 3)],
      [],
      [kept('/a', 'run_command(npm test)', 1), kept('/a', 'edit_file', 3), kept('/b', 'edit_file', 4)],
    ]);
    expect([await book.revoke('/a', 'edit_file'), await book.revoke('/a', 'edit_file')]).toEqual([true, false]);
    expect((await book.list()).map(({ folder, rule }) => [folder, rule])).toEqual([
      ['/a', 'run_command(npm test)'],
      ['/b', 'edit_file'],
    ]);
  });

  test('is private to its user, and a broken file allows nothing', async () => {
    const { state } = newHome();
    const book = createPermissionStore(state);
    await book.add('/a', 'edit_file');
    const shelf = join(state, 'permissions');
    const [project = ''] = readdirSync(shelf);
    const [file = ''] = readdirSync(join(shelf, project));
    const modes = [shelf, join(shelf, project), join(shelf, project, file)].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700, 0o600]);
    writeFileSync(join(shelf, project, 'x.json'), '{ "folder": "/a", "rule": 7 }');
    writeFileSync(join(shelf, project, 'y.json'), 'no JSON');
    writeFileSync(join(shelf, project, 'z.json'), '{ "folder": "/b", "rule": "*", "at": "" }');
    mkdirSync(join(shelf, project, 'folder.json'));
    expect((await book.list('/a')).map(({ rule }) => rule)).toEqual(['edit_file']);
  });
});

describe('interlock permissions', () => {
  test('list: every rule with its source', async () => {
    const home = newHome();
    home.write(home.userFile, {
      approval: { allow: ['run_command(git *)'], deny: ['kind:network'] },
      tools: { disabled: ['task'] },
    });
    home.write(home.projectFile, { approval: { allow: ['*'], ask: ['edit_file'] } });
    await createPermissionStore(home.state).add(home.project, 'run_command(npm test)');
    const lines = (await printed(home))
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(lines).toEqual([
      ['allow run_command(npm test)', 'remembered for this project'],
      ['allow run_command(git *)', home.userFile],
      // Rules of an untrusted project allow nothing.
      ['ask edit_file', home.projectFile],
      ['deny kind:network', home.userFile],
      ['deny task', home.userFile],
    ]);
    expect(JSON.parse(await printed(home, { json: true }))).toMatchObject({
      mode: 'ask',
      rules: [{ verdict: 'allow', rule: 'run_command(npm test)', from: 'project' }, {}, {}, {}, {}],
    });
    expect((await printed(home, { all: true })).split(/ {2,}/)).toEqual([
      'allow run_command(npm test)',
      `${home.project}\n`,
    ]);
  });

  test('nothing to list', async () => {
    const home = newHome();
    expect([await printed(home), await printed(home, { all: true })]).toEqual([
      'No rules.\n',
      'Nothing is remembered.\n',
    ]);
  });

  test('revoke: removes remembered rules, and nothing else', async () => {
    const home = newHome();
    const book = createPermissionStore(home.state);
    await book.add(home.project, 'run_command(npm test)');
    await book.add('/elsewhere', 'run_command(npm test)');
    const io = testIo(home.env());
    expect(await refusal(() => revokePermissions(['run_command(npm tset)'], { cwd: home.project }, io))).toBe(
      `No rule "run_command(npm tset)" is remembered for ${home.project}. Did you mean "run_command(npm test)"?\ninterlock permissions list shows all rules. To remove a rule of a configuration file, edit the file.`,
    );
    expect(await revokePermissions(['run_command(npm test)'], { cwd: home.project }, io)).toBe(0);
    expect([io.out(), (await book.list()).map(({ folder }) => folder)]).toEqual([
      'Revoked: allow run_command(npm test)\n',
      ['/elsewhere'],
    ]);
  });

  test('sessions of the project apply them after their other rules; those of other folders do not', async () => {
    const home = newHome();
    home.write(home.userFile, { model: 'ollama/x', approval: { ask: ['edit_file'] } });
    await createPermissionStore(home.state).add(home.project, 'edit_file(src/**)');
    await createPermissionStore(home.state).add(home.home, 'write_file');
    const agent = await openAgent({ cwd: home.project, session: false, sandbox: 'off' }, testIo(home.env()));
    const session = await agent.open({});
    expect(session.state.rules).toEqual([
      { verdict: 'ask', tool: 'edit_file' },
      { verdict: 'allow', tool: 'edit_file', pattern: 'src/**' },
    ]);
    await agent.permissions?.add('write_file(a)');
    const next = await agent.begin?.({});
    expect(next?.state.rules.at(-1)).toEqual({ verdict: 'allow', tool: 'write_file', pattern: 'a' });
    await Promise.all([session.close(), next?.close()]);
    await agent.close();
  });
});
