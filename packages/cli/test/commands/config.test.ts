/** `interlock config`: the effective values and their sources, without secrets. */
import { describe, expect, test } from 'vitest';
import { config } from '../../src/commands/config.ts';
import { testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();

describe('config', () => {
  test('a table of values with their sources, and the files', async () => {
    const home = newHome();
    home.write(home.userFile, {
      routes: { cheap: { policy: 'failover', targets: ['openai', 'mistral'] } },
      approval: { deny: ['kind:network'] },
    });
    home.write(home.projectFile, { limits: { steps: 7 }, mcp: { x: { command: 'x' } }, approval: { deny: ['task'] } });
    const io = testIo({ HOME: home.home, OPENAI_API_KEY: 'sk-secret-1' });
    expect(await config({ cwd: home.project }, io)).toBe(0);
    const rows = [
      ['model', 'openai/gpt-5.6-terra', 'default: OPENAI_API_KEY'],
      ['reasoning.replay', 'all', 'default'],
      ['approval.mode', 'ask', 'default'],
      ['approval.deny[0]', 'kind:network', 'user file'],
      ['approval.deny[1]', 'task', 'project file'],
      ['tools.network', 'false', 'default'],
      ['tools.confine', 'auto', 'default'],
      ['tools.own', 'true', 'default'],
      ['limits.steps', '7', 'project file'],
      ['limits.repeats', '5', 'default'],
      ['limits.toolTimeoutMs', '120000', 'default'],
      ['limits.parallel', '8', 'default'],
      ['subagents.depth', '5', 'default'],
      ['subagents.children', '5', 'default'],
      ['subagents.concurrent', '8', 'default'],
      ['subagents.timeMs', '900000', 'default'],
      ['sessions.folder', null, 'default'],
      ['sessions.history', 'true', 'default'],
      ['routes.cheap.policy', 'failover', 'user file'],
      ['routes.cheap.targets', '["openai","mistral"]', 'user file'],
    ];
    const [table = '', files, ignored] = io.out().split('\n\n');
    const printed = table.split('\n').map((line) => line.split(/ {2,}/));
    expect(printed.map((row) => (row[0] === 'sessions.folder' ? [row[0], null, row[2]] : row))).toEqual(rows);
    expect(files).toBe(
      [
        `user file:     ${home.userFile}`,
        `project file:  ${home.projectFile}`,
        `project:       ${home.project} (not trusted: its files can only add restrictions)`,
      ].join('\n'),
    );
    expect(ignored).toBe(
      'Ignored until the folder is trusted (--trust):\n  mcp.x: it starts a program or calls a server\n',
    );
  });

  test('without a file, says where one would be', async () => {
    const home = newHome();
    const io = testIo({ HOME: home.home });
    await config({ cwd: home.project }, io);
    expect(io.out()).toContain('model                 (none)');
    expect(io.out()).toContain(`user file:     ${home.userFile} (not found)\n`);
    const paths = testIo({ HOME: home.home });
    await config({ cwd: home.project, path: true }, paths);
    expect(paths.out()).toBe(`${home.userFile}\n`);
    home.write(home.projectFile, {});
    const json = testIo({ HOME: home.home });
    await config({ cwd: home.project, path: true, json: true }, json);
    expect(JSON.parse(json.out())).toEqual({ user: home.userFile, project: home.projectFile });
  });

  test('as JSON, without secrets', async () => {
    const home = newHome();
    home.write(home.userFile, {
      profiles: {
        key: { key: 'secret-1', account: 'mine' },
        token: { token: 'secret-2', refresh: 'refresh secret-3' },
        command: { command: 'pass show secret-4' },
        env: { env: 'WORK_KEY' },
        file: { file: '~/key' },
      },
      providers: { openai: { credentials: [{ key: 'secret-5' }, 'key'] } },
      mcp: {
        a: { command: 'server', args: ['--token', 'secret-6'], env: { T: 'secret-7' } },
        b: { url: 'https://u:secret-8@h.example/x?key=secret-9', headers: { A: 'secret-10' } },
      },
    });
    const env = {
      HOME: home.home,
      OPENAI_BASE_URL: 'https://u:secret-11@h.example/v1',
      OLLAMA_HOST: '0.0.0.0:1',
      MISTRAL_BASE_URL: 'secret 12',
    };
    for (const json of [true, false]) {
      const io = testIo(env);
      expect(await config({ cwd: home.project, json }, io)).toBe(0);
      expect(io.out()).not.toContain('secret');
      if (!json) continue;
      const { values, origins, files, trusted, project, workspace } = JSON.parse(io.out());
      expect({ profiles: values.profiles, providers: values.providers, mcp: values.mcp }).toEqual({
        profiles: {
          key: { key: '…', account: 'mine' },
          token: { token: '…', refresh: '…' },
          command: { command: 'pass …' },
          env: { env: 'WORK_KEY' },
          file: { file: '~/key' },
        },
        providers: {
          openai: { baseUrl: 'https://h.example/v1…', credentials: [{ key: '…' }, 'key'] },
          ollama: { baseUrl: '0.0.0.0:1' },
          mistral: { baseUrl: '…' },
        },
        mcp: {
          a: { command: 'server', args: ['…', '…'], env: { T: '…' } },
          b: { url: 'https://h.example/x…', headers: { A: '…' } },
        },
      });
      expect(origins['profiles.key.key']).toEqual({ from: 'user', name: home.userFile });
      expect({ files, trusted, project, workspace }).toEqual({
        files: [{ path: home.userFile, kind: 'user', ignored: [] }],
        trusted: false,
        project: home.project,
        workspace: home.project,
      });
    }
  });

  test.each([
    [{ gateway: { otlpEndpoint: 'https://u:secret@h.example/x' } }, 'gateway.otlpEndpoint', 'https://h.example/x…'],
    [{ gateway: { otlpEndpoint: 'http://h.example:4318' } }, 'gateway.otlpEndpoint', 'http://h.example:4318'],
    [
      { mcp: { a: { url: 'https://h.example/mcp/0a1b2c3d4e5f60718293a4b5/sse' } } },
      'mcp.a.url',
      'https://h.example/mcp/…/sse',
    ],
    [{ profiles: { a: { command: 'KEY=secret print it' } } }, 'profiles.a.command', '…'],
    [{ profiles: { a: { command: '"print""secret"' } } }, 'profiles.a.command', '…'],
    [{ profiles: { a: { command: '/usr/bin/pass-2 show x' } } }, 'profiles.a.command', '/usr/bin/pass-2 …'],
  ])('shows no secret: %j', async (content, path, shown) => {
    const home = newHome();
    home.write(home.userFile, content);
    const io = testIo(home.env());
    await config({ cwd: home.project, json: true }, io);
    const { values } = JSON.parse(io.out());
    expect(path.split('.').reduce((value, name) => value[name], values)).toBe(shown);
  });
});
