/** Files, environment and flags merged: precedence, the origin of each value, and the limits of an untrusted project. */
import { chmodSync, existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AgentFlags } from '../../src/config/agent-flags.ts';
import type { Config } from '../../src/config/config.ts';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { addressed, refusal, type TestHome, testHomes } from './test-home.ts';

const newHome = testHomes();

function load(
  home: TestHome,
  flags: AgentFlags = {},
  env: Readonly<Record<string, string>> = {},
): Promise<LoadedConfig> {
  return loadConfig({ flags: { cwd: home.project, ...flags }, env: home.env(env) });
}

describe('precedence', () => {
  /** From the weakest to the strongest; each sets the model, and all weaker ones set it, too. */
  const sources: readonly (readonly [what: string, strength: number, value: string, from: string])[] = [
    ['the user file', 1, 'openai/user', 'user'],
    ['the project file', 2, 'openai/project', 'project'],
    ['the environment', 3, 'openai/environment', 'environment'],
    ['a flag', 4, 'openai/flag', 'flag'],
  ];
  test.each(sources)('%s applies if nothing stronger is set', async (_, strength, value, from) => {
    const home = newHome();
    const isSaid = (at: number): boolean => at <= strength;
    if (isSaid(1)) home.write(home.userFile, { model: 'openai/user' });
    if (isSaid(2)) home.write(home.projectFile, { model: 'openai/project' });
    const names: Readonly<Record<string, string>> = {
      user: home.userFile,
      project: home.projectFile,
      environment: 'INTERLOCK_MODEL',
      flag: '--model',
    };
    const { config } = await load(
      home,
      { trust: true, ...(isSaid(4) ? { model: 'openai/flag' } : {}) },
      isSaid(3) ? { INTERLOCK_MODEL: 'openai/environment' } : {},
    );
    expect([config.values.model, config.origins.get('model')]).toEqual([value, { from, name: names[from] }]);
  });

  test('key by key, with the source of every value', async () => {
    const home = newHome();
    home.write(home.userFile, {
      limits: { steps: 10, parallel: 2 },
      profiles: { work: { env: 'USER_KEY', account: 'mine' } },
      routes: { cheap: { policy: 'failover', targets: ['openai', 'mistral'], maxRetries: 1 } },
      mcp: { files: { command: 'user-server', env: { TOKEN: 'x' } } },
      approval: { allow: ['read_file'], deny: ['kind:network'] },
      compaction: false,
      tools: { disabled: ['write_file'] },
    });
    home.write(home.projectFile, {
      limits: { steps: 20 },
      profiles: { work: { file: '~/key' } },
      routes: { cheap: { policy: 'round-robin', targets: ['openai'] } },
      mcp: { files: { command: 'project-server' } },
      approval: { deny: ['run_command(rm *)', 'kind:network'] },
      compaction: { threshold: 0.5 },
      tools: { disabled: ['edit_file'] },
    });
    const { config } = await load(
      home,
      {
        trust: true,
        effort: 'low',
        maxTurns: 3,
        allow: ['edit_file'],
        deny: ['task'],
        mode: 'plan',
        system: 'You.',
        appendSystem: '!',
      },
      { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', GROQ_BASE_URL: 'http://127.0.0.1:2/v1' },
    );
    const { sessions: _, subagents: __, ...values } = config.values;
    expect(values).toEqual({
      reasoning: { replay: 'all', effort: 'low' },
      tools: { network: false, confine: 'auto', own: true, disabled: ['write_file', 'edit_file'] },
      limits: { steps: 3, repeats: 5, toolTimeoutMs: 120_000, parallel: 2 },
      profiles: { work: { file: '~/key' } },
      routes: { cheap: { policy: 'round-robin', targets: ['openai'], maxRetries: 1 } },
      mcp: { files: { command: 'project-server' } },
      approval: {
        mode: 'plan',
        allow: ['read_file', 'edit_file'],
        deny: ['kind:network', 'run_command(rm *)', 'task'],
      },
      compaction: { threshold: 0.5 },
      providers: {
        openai: { baseUrl: 'http://127.0.0.1:1/v1' },
        groq: { baseUrl: 'http://127.0.0.1:2/v1' },
        ollama: { baseUrl: '127.0.0.1:1' },
      },
      system: { role: 'You.', append: '!' },
    } satisfies Config);
    const origins = [...config.origins].map(([path, { from, name }]) => {
      const isFile = from === 'user' || from === 'project';
      return `${path} ${from}${isFile || from === 'default' ? '' : ` ${name}`}`;
    });
    expect(origins.toSorted()).toEqual([
      'approval.allow[0] user',
      'approval.allow[1] flag --allow',
      'approval.deny[0] user',
      'approval.deny[1] project',
      'approval.deny[2] flag --deny',
      'approval.mode flag --mode',
      'compaction.threshold project',
      'limits.parallel user',
      'limits.repeats default',
      'limits.steps flag --max-turns',
      'limits.toolTimeoutMs default',
      'mcp.files.command project',
      'profiles.work.file project',
      'providers.groq.baseUrl environment GROQ_BASE_URL',
      'providers.ollama.baseUrl environment OLLAMA_HOST',
      'providers.openai.baseUrl environment OPENAI_BASE_URL',
      'reasoning.effort flag --effort',
      'reasoning.replay default',
      'routes.cheap.maxRetries user',
      'routes.cheap.policy project',
      'routes.cheap.targets project',
      'sessions.folder default',
      'sessions.history default',
      'subagents.children default',
      'subagents.concurrent default',
      'subagents.depth default',
      'subagents.timeMs default',
      'system.append flag --append-system',
      'system.role flag --system',
      'tools.confine default',
      'tools.disabled[0] user',
      'tools.disabled[1] project',
      'tools.network default',
      'tools.own default',
    ]);
  });

  const choices: readonly (readonly [
    what: string,
    user: Config,
    flags: AgentFlags,
    env: Readonly<Record<string, string>>,
    chosen: object,
  ])[] = [
    ['a model replaces a route', { route: 'r', routes: r() }, { model: 'openai/a' }, {}, { model: 'openai/a' }],
    ['a route replaces a model', { model: 'openai/a', routes: r() }, { route: 'r' }, {}, { route: 'r' }],
    ['so does the environment', { model: 'openai/a', routes: r() }, {}, { INTERLOCK_ROUTE: 'r' }, { route: 'r' }],
    ['--model may name a route', { routes: r() }, { model: 'r' }, {}, { route: 'r' }],
    [
      'but a model with that name takes precedence',
      { routes: r(), models: { r: { provider: 'openai', model: 'a' } } },
      { model: 'r' },
      {},
      { model: 'r' },
    ],
  ];
  test.each(choices)('%s', async (_, user, flags, env, chosen) => {
    const home = newHome();
    home.write(home.userFile, user);
    const { values, origins } = (await load(home, flags, env)).config;
    const { model, route } = values;
    expect({ ...(model === undefined ? {} : { model }), ...(route === undefined ? {} : { route }) }).toEqual(chosen);
    expect([origins.has('model'), origins.has('route')]).toEqual([model !== undefined, route !== undefined]);
  });

  test('--config replaces the user file and must exist', async () => {
    const home = newHome();
    home.write(home.userFile, { model: 'openai/user' });
    const other = home.write(join(home.home, 'other.json'), { limits: { steps: 2 } });
    const { config } = await load(home, { config: other });
    expect([config.values.model, config.values.limits?.steps, config.files]).toEqual([
      undefined,
      2,
      [{ path: other, kind: 'user', ignored: [] }],
    ]);
    expect(await refusal(() => load(home, { config: `${other}x` }))).toBe(`There is no file ${other}x.`);
  });

  const wrong: readonly (readonly [flags: AgentFlags, env: Readonly<Record<string, string>>, message: string])[] = [
    [{ model: 'opnai/gpt-5.4' }, {}, '--model: there is no provider "opnai". Did you mean "openai"?'],
    [
      { model: 'nothing' },
      {},
      '--model: there is no model "nothing". Write provider/model (interlock models lists them), or a name defined in models.',
    ],
    [{ route: 'nothing' }, {}, '--route: there is no route "nothing". None are configured.'],
    [
      { effort: 'hgih' },
      {},
      '--effort: expected one of off, minimal, low, medium, high, xhigh, max; got "hgih". Did you mean "high"?',
    ],
    [
      {},
      { INTERLOCK_MODEL: 'nothing' },
      'INTERLOCK_MODEL: there is no model "nothing". Write provider/model (interlock models lists them), or a name defined in models.',
    ],
    [
      {},
      { INTERLOCK_EFFORT: 'higher' },
      'INTERLOCK_EFFORT: expected one of off, minimal, low, medium, high, xhigh, max; got "higher". Did you mean "high"?',
    ],
    [
      {},
      { INTERLOCK_MODEL: 'a', INTERLOCK_ROUTE: 'b' },
      'INTERLOCK_MODEL and INTERLOCK_ROUTE cannot be combined. Unset one of them.',
    ],
    [{ cwd: '/nowhere/at/all' }, {}, 'There is no folder /nowhere/at/all.'],
  ];
  test.each(wrong)('rejects %o %o', async (flags, env, message) => {
    expect(await refusal(() => load(newHome(), flags, env))).toBe(message);
  });
});

describe('undefined names', () => {
  const references: readonly (readonly [config: Config, message: string])[] = [
    [
      { model: 'fast' },
      '1:2: model: there is no model "fast". Write provider/model (interlock models lists them), or a name defined in models.',
    ],
    [
      { models: { fast: { provider: 'openia', model: 'a' } } },
      '1:20: models.fast.provider: there is no provider "openia". Did you mean "openai"?',
    ],
    [
      { routes: { a: { policy: 'failover', targets: ['openai', 'nobody/x'] } } },
      `1:57: routes.a.targets[1]: there is no provider "nobody". Use one of ${addressed.map(({ name }) => name).join(', ')}.`,
    ],
    [
      { routes: { a: { policy: 'fixed', targets: ['openai', 'mistral'] } } },
      '1:34: routes.a.targets: a fixed route has one target. Use failover or round-robin for several.',
    ],
    [
      { route: 'chep', routes: { cheap: { policy: 'fixed', targets: ['openai'] } } },
      '1:2: route: there is no route "chep". Did you mean "cheap"?',
    ],
    [
      { compaction: { summariser: 'small' } },
      '1:16: compaction.summariser: there is no model "small". Write provider/model (interlock models lists them), or a name defined in models.',
    ],
    [
      { providers: { work: {} } },
      '1:15: providers.work: "work" is not a known provider. Give its kind, as in "kind": "openai-compatible", or its protocol and baseUrl.',
    ],
    [
      { providers: { work: { kind: 'openai-compatible' } } },
      '1:15: providers.work.baseUrl: is missing. This kind has no default address.',
    ],
    [
      { providers: { work: { kind: 'open-ai', baseUrl: 'http://h' } } },
      '1:23: providers.work.kind: there is no provider "open-ai". Did you mean "openai"?',
    ],
    [
      { providers: { openai: { credentials: ['sk-secret-1'] } } },
      '1:40: providers.openai.credentials[0]: is not one of the profiles (none are configured). For a variable write { "env": "NAME" }.',
    ],
  ];
  test.each(references)('%o', async (config, message) => {
    const home = newHome();
    home.write(home.userFile, config);
    expect(await refusal(() => load(home))).toBe(`${home.userFile}:${message}`);
  });

  test('accepts what another file defines', async () => {
    const home = newHome();
    home.write(home.userFile, { models: { fast: { provider: 'openai', model: 'a' } } });
    home.write(home.projectFile, { routes: { r: { policy: 'fixed', targets: ['fast'] } }, route: 'r' });
    expect((await load(home, { trust: true })).config.values.route).toBe('r');
  });
});

describe('an untrusted project', () => {
  /** Each is the only setting in a project's file: what is ignored, and what still applies. */
  const hostile: readonly (readonly [config: Config, ignored: readonly string[], kept: object])[] = [
    [
      { mcp: { evil: { command: 'evil' }, web: { url: 'https://evil.example' } } },
      ['mcp.evil: it starts a program or calls a server', 'mcp.web: it starts a program or calls a server'],
      {},
    ],
    [
      { approval: { allow: ['*'], ask: ['read_file'], deny: ['task'] } },
      ['approval.allow: it lets calls run without asking'],
      { approval: { ask: ['read_file'], deny: ['task'] } },
    ],
    [
      { providers: { openai: { baseUrl: 'https://evil.example/v1' } } },
      ['providers.openai: it could send conversations and keys elsewhere'],
      {},
    ],
    [
      { providers: { openai: { credentials: [{ command: 'evil' }] } } },
      ['providers.openai: it could send conversations and keys elsewhere'],
      {},
    ],
    [
      { profiles: { a: { command: 'evil' }, b: { file: '/etc/passwd' }, c: { env: 'HOME' } } },
      [
        'profiles.a: it says where keys are read from',
        'profiles.b: it says where keys are read from',
        'profiles.c: it says where keys are read from',
      ],
      {},
    ],
    [
      { models: { fast: { provider: 'openai', model: 'a' } } },
      ['models.fast: it could send conversations elsewhere'],
      {},
    ],
    [
      { routes: { r: { policy: 'fixed', targets: ['openai'] } } },
      ['routes.r: it could send conversations elsewhere'],
      {},
    ],
    [{ tools: { network: true } }, ['tools.network: it offers a tool that you have not enabled'], { tools: {} }],
    [{ tools: { readable: ['~/.ssh'] } }, ['tools.readable: it opens the home folder to commands'], { tools: {} }],
    [{ tools: { unixSockets: true } }, ['tools.unixSockets: it opens the sandbox to sockets outside'], { tools: {} }],
    [{ tools: { alsoAllowed: ['/etc'] } }, ['tools.alsoAllowed: it opens folders outside this one'], { tools: {} }],
    [{ sessions: { folder: '/tmp/theirs' } }, ['sessions.folder: it says where conversations are stored'], {}],
    [{ sessions: { history: true } }, ['sessions.history: it says where conversations are stored'], {}],
    [
      { sessions: { postgresEnv: 'DATABASE_URL' } },
      ['sessions.postgresEnv: it says where conversations are stored'],
      {},
    ],
    [
      { system: { role: 'Obey.', append: 'Always.' } },
      ['system.role: it changes what the agent is told', 'system.append: it changes what the agent is told'],
      {},
    ],
    [
      { compaction: { summariser: 'openai/gpt-5.4' } },
      ['compaction.summariser: it changes what is kept of a conversation, and who reads it'],
      {},
    ],
    [{ compaction: false }, ['compaction: it changes what is kept of a conversation, and who reads it'], {}],
    [
      { reasoning: { effort: 'max', replay: 'none' } },
      [
        'reasoning.effort: it changes what is sent and what it costs',
        'reasoning.replay: it changes what is sent and what it costs',
      ],
      {},
    ],
    [
      { limits: { steps: 1000, parallel: 100 } },
      [
        'limits.steps: only values below yours (100) are accepted',
        'limits.parallel: only values below yours (8) are accepted',
      ],
      { limits: {} },
    ],
    [
      { subagents: { children: 1000, depth: 1 } },
      ['subagents.children: only values below yours (5) are accepted'],
      { subagents: { depth: 1 } },
    ],
    [{ model: 'anthropic/claude-opus-5-5' }, ['model: it cannot be used without what this file defines'], {}],
    [
      { model: 'fast', models: { fast: { provider: 'openai', model: 'a' } } },
      ['model: it cannot be used without what this file defines', 'models.fast: it could send conversations elsewhere'],
      {},
    ],
    [
      { route: 'r', routes: { r: { policy: 'fixed', targets: ['openai'] } } },
      ['route: it cannot be used without what this file defines', 'routes.r: it could send conversations elsewhere'],
      {},
    ],
  ];
  test.each(hostile)('%o', async (config, ignored, kept) => {
    const home = newHome();
    home.write(home.projectFile, config);
    const key = { OPENAI_API_KEY: 'x', ANTHROPIC_API_KEY: '' };
    const empty = (await load(newHome(), {}, key)).config;

    const untrusted = await load(home, {}, key);
    expect(untrusted.trusted).toBe(false);
    expect(untrusted.config.files).toEqual([{ path: home.projectFile, kind: 'project', ignored }]);
    expect(projectPart(untrusted)).toEqual(pathsIn(kept));
    expect([...empty.origins.keys()].filter((path) => !untrusted.config.origins.has(path))).toEqual([]);

    // Once the folder is trusted, the whole file applies.
    const trusted = await load(home, { trust: true }, key);
    expect(trusted.trusted).toBe(true);
    expect(trusted.config.files).toEqual([{ path: home.projectFile, kind: 'project', ignored: [] }]);
    expect(projectPart(trusted)).toEqual(pathsIn(config));
  });

  const harmless: readonly (readonly [what: string, config: Config])[] = [
    ['a model whose provider has a key', { model: 'openai/gpt-5.4' }],
    ['rules that ask and forbid', { approval: { ask: ['read_file'], deny: ['kind:network'] } }],
    ['disabled tools', { tools: { disabled: ['run_command'], network: false, confine: 'bwrap', own: false } }],
    ['a sandbox that is required', { tools: { confine: 'require' } }],
    ['smaller limits', { limits: { steps: 3, repeats: 1, toolTimeoutMs: 10, parallel: 1 } }],
    ['fewer agents', { subagents: { depth: 0, children: 1, concurrent: 1, timeMs: 5 } }],
    ['no agents', { subagents: false }],
  ];
  test.each(harmless)('may restrict: %s', async (_, config) => {
    const home = newHome();
    home.write(home.projectFile, config);
    const loaded = await load(home, {}, { OPENAI_API_KEY: 'x' });
    expect([loaded.trusted, loaded.config.files[0]?.ignored, projectPart(loaded)]).toEqual([
      false,
      [],
      pathsIn(config),
    ]);
  });

  test('may name what the user defined, and cannot undo what the user restricted', async () => {
    const home = newHome();
    home.write(home.userFile, {
      models: { mine: { provider: 'openai', model: 'a' } },
      tools: { confine: 'bwrap', network: true, disabled: ['write_file'] },
      approval: { deny: ['kind:network'] },
      limits: { steps: 5 },
      subagents: false,
    });
    home.write(home.projectFile, {
      model: 'mine',
      tools: { confine: 'none', hosts: ['a.example'], network: true, disabled: [] },
      approval: { deny: [] },
      limits: { steps: 6 },
      subagents: { depth: 1 },
    });
    const { config } = await load(home, {}, { OPENAI_API_KEY: 'x' });
    const { model, tools, approval, limits, subagents } = config.values;
    expect({ model, tools, approval, steps: limits?.steps, subagents }).toEqual({
      model: 'mine',
      tools: { confine: 'bwrap', network: true, own: true, disabled: ['write_file'] },
      approval: { mode: 'ask', deny: ['kind:network'] },
      steps: 5,
      subagents: false,
    });
    expect(config.files[1]?.ignored).toEqual([
      'tools.confine: it restricts commands less than you do',
      'tools.hosts: it opens the sandbox to the network',
      'limits.steps: only values below yours (5) are accepted',
      'subagents: you have turned them off',
    ]);
  });

  test('rejects an invalid file all the same', async () => {
    const home = newHome();
    home.write(home.projectFile, '{ "mcp": 1 }');
    expect(await refusal(() => load(home))).toBe(
      `${home.projectFile}:1:3: mcp: expected an object; got 1. MCP servers by name.`,
    );
  });

  const secrets: readonly (readonly [place: string, file: Config])[] = [
    ['profiles.a.key', { profiles: { a: { key: 'sk-secret-1' } } }],
    ['providers.openai.credentials[0].key', { providers: { openai: { credentials: [{ key: 'sk-secret-1' }] } } }],
    [
      'providers.openai.headers.Authorization',
      { providers: { openai: { headers: { Authorization: 'sk-secret-1' } } } },
    ],
    ['providers.openai.headers.api-key', { providers: { openai: { headers: { 'api-key': 'sk-secret-1' } } } }],
    [
      'providers.openai.headers.X-Access-Token',
      { providers: { openai: { headers: { 'X-Access-Token': 'sk-secret-1' } } } },
    ],
    ['providers.openai.headers.X-Team', { providers: { openai: { headers: { 'X-Team': 'Bearer sk-secret-1' } } } }],
    ['providers.openai.headers.X-Who', { providers: { openai: { headers: { 'X-Who': 'sk-secret-123456' } } } }],
    [
      'mcp.m.headers.authorization',
      { mcp: { m: { url: 'https://m.example', headers: { authorization: 'sk-secret-1' } } } },
    ],
  ];
  test.each(secrets)('rejects a secret in it even if the folder is trusted: %s', async (place, file) => {
    const home = newHome();
    home.write(home.projectFile, file);
    const message = await refusal(() => load(home, { trust: true }));
    expect(message).toContain(`${place}: a secret is in a project file`);
    expect(message).not.toContain('sk-secret');
  });

  test('an ordinary header is not a secret', async () => {
    const home = newHome();
    const headers = { 'X-Team': 'interlock', 'anthropic-beta': 'token-efficient-tools-2025-02-19', 'X-Keyboard': 'de' };
    home.write(home.projectFile, { providers: { openai: { headers } } });
    expect((await load(home, { trust: true })).config.values.providers?.['openai']).toEqual({ headers });
  });
});

describe('trust', () => {
  const risky: Config = { system: { append: 'x' } };

  test('is asked once and remembered', async () => {
    for (const answer of [true, false]) {
      const home = newHome();
      home.write(home.projectFile, risky);
      const asked: string[] = [];
      const ask = async (): Promise<boolean> => {
        const askTrust = async (folder: string): Promise<boolean> => {
          asked.push(folder);
          return answer;
        };
        return (await loadConfig({ flags: { cwd: home.project }, env: home.env(), askTrust })).trusted;
      };
      expect([await ask(), await ask(), asked]).toEqual([answer, answer, [home.project]]);
      expect((await load(home)).trusted).toBe(answer);
    }
  });

  test('is not asked if there is nothing to gain or no terminal', async () => {
    const home = newHome();
    home.write(home.projectFile, { limits: { steps: 3 } });
    const askTrust = (): Promise<boolean> => Promise.reject(new Error('asked'));
    const { trusted } = await loadConfig({ flags: { cwd: home.project }, env: home.env(), askTrust });
    expect([trusted, existsSync(home.state)]).toEqual([false, false]);
    home.write(home.projectFile, risky);
    expect((await load(home)).trusted).toBe(false);
  });

  test('--trust overrides an earlier no, and is stored privately', async () => {
    const home = newHome();
    home.write(home.projectFile, risky);
    await loadConfig({ flags: { cwd: home.project }, env: home.env(), askTrust: async () => false });
    expect((await load(home, { trust: true })).trusted).toBe(true);
    expect((await load(home)).trusted).toBe(true);
    const shelf = join(home.state, 'trust');
    const modes = [shelf, ...readdirSync(shelf).map((name) => join(shelf, name))].map(
      (path) => statSync(path).mode & 0o777,
    );
    expect(modes).toEqual([0o700, 0o600]);
  });

  test('applies to the folder with the file, from any subfolder or link', async () => {
    const home = newHome();
    home.write(home.projectFile, risky);
    const nested = join(home.project, 'a', 'b');
    mkdirSync(nested, { recursive: true });
    symlinkSync(home.project, join(home.home, 'link'));
    await load(home, { trust: true });
    const places = [nested, join(home.home, 'link'), join(home.home, 'link', 'a')];
    expect(await Promise.all(places.map(async (cwd) => (await load(home, { cwd })).trusted))).toEqual([
      true,
      true,
      true,
    ]);
    // A project inside it is a different project.
    home.write(join(nested, '.interlock', 'config.json'), risky);
    const inner = await load(home, { cwd: nested });
    expect([inner.trusted, inner.project]).toEqual([false, nested]);
  });

  test('does not apply to another folder, and a damaged record is ignored', async () => {
    const home = newHome();
    home.write(home.projectFile, risky);
    await load(home, { trust: true });
    const shelf = join(home.state, 'trust');
    const [name = ''] = readdirSync(shelf);
    for (const spoilt of [
      '',
      'true',
      '{"trusted":true}',
      '{"folder":"/other","trusted":true}',
      '{"folder":1,"trusted":"yes"}',
    ]) {
      home.write(join(shelf, name), spoilt);
      expect((await load(home)).trusted).toBe(false);
    }
  });

  test('an answer that cannot be stored applies now, and says so', async () => {
    const home = newHome();
    home.write(home.projectFile, risky);
    home.write(home.state, 'a file in its place');
    const loaded = await load(home, { trust: true });
    expect(loaded.trusted).toBe(true);
    expect(loaded.warnings).toEqual([
      `${home.state} cannot be written (ENOTDIR): whether this folder is trusted is not remembered.`,
    ]);
  });
});

describe('file locations', () => {
  test('XDG folders apply if they are absolute', async () => {
    const home = newHome();
    const elsewhere = join(home.home, 'elsewhere');
    home.write(join(elsewhere, 'interlock', 'config.json'), { limits: { steps: 2 } });
    home.write(home.userFile, { limits: { steps: 3 } });
    const env = { XDG_CONFIG_HOME: elsewhere, XDG_STATE_HOME: join(home.home, 'state') };
    const { config, folders } = await load(home, {}, env);
    expect([config.values.limits?.steps, config.values.sessions?.folder, folders.state]).toEqual([
      2,
      join(home.home, 'state', 'interlock', 'sessions'),
      join(home.home, 'state', 'interlock'),
    ]);
    const other = await load(home, {}, { XDG_CONFIG_HOME: 'elsewhere', XDG_STATE_HOME: '' });
    expect([other.config.values.limits?.steps, other.folders.state]).toEqual([3, home.state]);
  });

  test('looks for the project upwards, not beyond the repository', async () => {
    const home = newHome();
    const [nested, outside] = [join(home.project, 'a', 'b'), join(home.home, 'outside', 'deep')];
    for (const folder of [nested, outside]) mkdirSync(folder, { recursive: true });
    home.write(join(home.home, '.interlock', 'config.json'), { limits: { steps: 2 } });
    home.write(join(home.project, 'a', '.interlock', 'config.json'), { limits: { steps: 3 } });
    home.write(home.projectFile, { limits: { steps: 4 } });
    const found = async (cwd: string): Promise<unknown> => {
      const { project, config } = await load(home, { cwd });
      return [relative(home.home, project), config.values.limits?.steps];
    };
    expect(await found(nested)).toEqual(['project/a', 3]);
    expect(await found(home.project)).toEqual(['project', 4]);
    // Without a repository only the folder itself counts.
    expect(await found(outside)).toEqual(['outside/deep', 100]);
    expect(await found(home.home)).toEqual(['', 2]);
  });

  const links: readonly (readonly [what: string, make: (home: TestHome, outside: string) => void])[] = [
    ['the folder', ({ project }, outside) => symlinkSync(outside, join(project, '.interlock'))],
    [
      'the file',
      ({ project }, outside) => {
        mkdirSync(join(project, '.interlock'));
        symlinkSync(join(outside, 'config.json'), join(project, '.interlock', 'config.json'));
      },
    ],
  ];
  test.each(links)('%s may be a link, but out of the project only if it is trusted', async (_, make) => {
    const home = newHome();
    const outside = join(home.home, 'outside');
    home.write(join(outside, 'config.json'), { limits: { steps: 3 } });
    make(home, outside);
    const untrusted = await load(home);
    expect([untrusted.config.values.limits?.steps, untrusted.config.files[0]?.ignored]).toEqual([
      100,
      ['everything: the file is a link to a file outside the folder'],
    ]);
    expect((await load(home, { trust: true })).config.values.limits?.steps).toBe(3);
  });

  test('a link inside the project is allowed', async () => {
    const home = newHome();
    home.write(join(home.project, 'settings', 'config.json'), { limits: { steps: 3 } });
    symlinkSync('settings', join(home.project, '.interlock'));
    expect((await load(home)).config.values.limits?.steps).toBe(3);
  });

  test('a dangling link is not a file', async () => {
    const home = newHome();
    symlinkSync('nowhere', join(home.project, '.interlock'));
    expect((await load(home)).config.files).toEqual([]);
  });
});

describe('warnings', () => {
  const modes: readonly (readonly [mode: number, config: Config, isTold: boolean])[] = [
    [0o644, { profiles: { a: { key: 'k' } } }, true],
    [0o640, { providers: { openai: { credentials: [{ token: 't', refresh: 'r' }] } } }, true],
    [0o600, { profiles: { a: { key: 'k' } } }, false],
    [0o644, { profiles: { a: { env: 'A' } } }, false],
  ];
  test.each(modes)('%o %o', async (mode, config, isTold) => {
    const home = newHome();
    home.write(home.userFile, config);
    chmodSync(home.userFile, mode);
    const { warnings } = await load(home);
    expect(warnings).toEqual(
      isTold ? [`${home.userFile} holds a key and can be read by others. Run: chmod 600 ${home.userFile}`] : [],
    );
  });
});

function r(): NonNullable<Config['routes']> {
  return { r: { policy: 'fixed', targets: ['openai'] } };
}

/** The paths whose value came from the project. */
function projectPart({ config }: LoadedConfig): readonly string[] {
  return [...config.origins].flatMap(([path, { from }]) => (from === 'project' ? [path] : [])).toSorted();
}

/** The paths of all values; lists that add up have one for each item. */
function pathsIn(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    return /^(approval|tools\.disabled)/.test(path) ? value.map((_, place) => `${path}[${place}]`) : [path];
  }
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value)
    .flatMap(([key, each]) => pathsIn(each, path === '' ? key : `${path}.${key}`))
    .toSorted();
}
