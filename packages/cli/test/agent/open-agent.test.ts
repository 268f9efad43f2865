/** The agent made from files, environment and flags: its model, its permissions, and the session it opens. */
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Session } from '@interlock/runtime';
import { quoteWord } from '@interlock/runtime';
import { createApi, echoModel, type Simulator, script, startSimulator } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { Agent } from '../../src/agent/agent.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import type { AgentFlags } from '../../src/config/agent-flags.ts';
import type { Config } from '../../src/config/config.ts';
import { Conversation, type Ui } from '../../src/interactive/conversation.ts';
import { hasMessages } from '../../src/sessions/has-messages.ts';
import { addressed, refusal, type TestHome, testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();
type Env = Readonly<Record<string, string>>;

/** Closed at the end of the test. */
async function agentIn(home: TestHome, flags: AgentFlags = {}, env: Env = {}): Promise<Agent> {
  const agent = await openAgent({ cwd: home.project, sandbox: 'off', ...flags }, testIo(home.env(env)));
  onTestFinished(() => agent.close());
  return agent;
}

async function sessionIn(home: TestHome, flags: AgentFlags = {}, env: Env = {}): Promise<Session> {
  const session = await (await agentIn(home, flags, env)).open({});
  onTestFinished(() => session.close());
  return session;
}

async function answerTo(session: Session, text: string): Promise<string> {
  const { outcome, text: answer, failure } = await session.send(text).ended;
  return outcome === 'done' ? answer : `${outcome}: ${failure?.message ?? ''}`;
}

describe('the chosen provider', () => {
  const keys = { OPENAI_API_KEY: 'a', MISTRAL_API_KEY: 'b' };
  const first: readonly (readonly [
    what: string,
    config: Config,
    flags: AgentFlags,
    env: Env,
    targets: readonly string[],
  ])[] = [
    ['the only one with a key', {}, {}, { MISTRAL_API_KEY: 'x' }, ['mistral/mistral-medium-latest']],
    ['the first of several', {}, {}, keys, ['openai/gpt-5.6-terra']],
    [
      'a blank key counts as none',
      {},
      {},
      { OPENAI_API_KEY: '  ', MISTRAL_API_KEY: 'x' },
      ['mistral/mistral-medium-latest'],
    ],
    [
      'a custom provider by name: its first model',
      { providers: { box: { kind: 'anthropic', baseUrl: 'http://127.0.0.1:9/v1', models: { mine: {}, other: {} } } } },
      { model: 'box' },
      { ANTHROPIC_API_KEY: 'x' },
      ['box/mine'],
    ],
    ['an alternative name of the variable', {}, {}, { GOOGLE_API_KEY: 'x' }, ['google/gemini-3.1-pro-preview']],
    [
      'the one named in the file comes first',
      { providers: { mistral: { credentials: [{ env: 'MISTRAL_API_KEY' }] } } },
      {},
      keys,
      ['mistral/mistral-medium-latest'],
    ],
    [
      'a URL in the environment is not a preference',
      {},
      {},
      { ...keys, MISTRAL_BASE_URL: 'http://127.0.0.1:1' },
      ['openai/gpt-5.6-terra'],
    ],
    ['the one --model names', {}, { model: 'mistral/codestral-latest' }, keys, ['mistral/codestral-latest']],
    ['a provider alone', {}, { model: 'mistral' }, keys, ['mistral/mistral-medium-latest']],
    ['an alias', {}, { model: 'gemini/gemini-2.5-pro' }, { GEMINI_API_KEY: 'x' }, ['google/gemini-2.5-pro']],
    [
      'a model with slashes',
      {},
      { model: 'openrouter/openai/gpt-5.4' },
      { OPENROUTER_API_KEY: 'x' },
      ['openrouter/openai/gpt-5.4'],
    ],
    [
      'a name of models',
      { models: { fast: { provider: 'openai', model: 'gpt-5.4-mini' } } },
      { model: 'fast' },
      keys,
      ['fast'],
    ],
    [
      'a route',
      { routes: { both: { policy: 'failover', targets: ['openai/gpt-5.4', 'mistral'] } }, route: 'both' },
      {},
      keys,
      ['openai/gpt-5.4', 'mistral/mistral-medium-latest'],
    ],
    [
      'a custom server',
      { providers: { box: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:1/v1', models: { llama: {} } } } },
      {},
      {},
      ['box/llama'],
    ],
    [
      'a profile',
      { providers: { openai: { credentials: ['work'] } }, profiles: { work: { command: 'false' } } },
      {},
      {},
      ['openai/gpt-5.6-terra'],
    ],
  ];
  test.each(first)('%s', async (_, config, flags, env, targets) => {
    const home = newHome();
    home.write(home.userFile, config);
    expect((await sessionIn(home, flags, env)).state.targets).toEqual(targets);
  });

  test('none: three lines say what was looked for and what to do', async () => {
    const home = newHome();
    const keys = addressed.flatMap(({ needsKey, keyEnv: [key = ''] }) => (needsKey ? [key] : []));
    expect((await refusal(() => agentIn(home))).split('\n')).toEqual([
      'No model is available: no key is set, and no Ollama with a model answers at http://127.0.0.1:1.',
      `Looked for ${keys.join(', ')}, and for a model in ${home.userFile}.`,
      'Run interlock setup, or set one of these variables. To try it without a key: interlock --offline',
    ]);
    expect(existsSync(home.state)).toBe(false);
  });

  const refused: readonly (readonly [what: string, config: Config, flags: AgentFlags, message: RegExp])[] = [
    [
      'no key for the named provider',
      {},
      { model: 'openai/gpt-5.4' },
      /^There is no key for openai\/gpt-5\.4\. Set the environment variable OPENAI_API_KEY, or .*\nopenai\/gpt-5\.4 was named by --model\.$/,
    ],
    [
      'no key in the file',
      { model: 'xai' },
      {},
      /^There is no key for xai\/grok-4\.7\. .*\nxai\/grok-4\.7 was named by .*config\.json\.$/,
    ],
    [
      'an invalid rule',
      { model: 'ollama/x' },
      { allow: ['run_command('] },
      /^The rule "run_command\(" has an unclosed bracket\./,
    ],
    [
      'rules in a file that name no tool',
      { model: 'ollama/x', approval: { allow: ['read_file', 'Bash(git diff:*)'], deny: ['edit_flie'] } },
      {},
      /^.+config\.json:1:54: approval\.allow\[1\]: The rule "Bash\(git diff:\*\)" names a tool of another agent\. Write run_command\(git diff \*\)\.\n.+config\.json:1:82: approval\.deny\[0\]: The rule "edit_flie" names an unknown tool\. Did you mean edit_file\?$/,
    ],
    [
      'a rule with a misspelled server',
      { model: 'ollama/x', mcp: { github: { command: 'x' } }, approval: { deny: ['mcp__githb__push'] } },
      {},
      /approval\.deny\[0\]: The rule "mcp__githb__push" names an unknown MCP server\. Did you mean mcp__github__push\?$/,
    ],
    [
      'a flag for a server that is not configured',
      { model: 'ollama/x', mcp: { github: { command: 'x' } } },
      { allow: ['mcp__jira__*'] },
      /^--allow: The rule "mcp__jira__\*" names an unknown MCP server\. Servers are github\.$/,
    ],
    [
      'a missing folder',
      { model: 'ollama/x', tools: { alsoAllowed: ['~/nowhere'] } },
      {},
      /config\.json: tools\.alsoAllowed: there is no folder .*\/nowhere\. Create it, or remove it from the list\.$/,
    ],
    [
      'a database whose variable is not set',
      { model: 'ollama/x', sessions: { postgresEnv: 'DATABASE_URL' } },
      {},
      /^Sessions are stored in a database, but its variable DATABASE_URL is not set \(.*config\.json\)\.\nSet it, or use --no-session\.$/,
    ],
  ];
  test.each(refused)('%s', async (_, config, flags, message) => {
    const home = newHome();
    home.write(home.userFile, config);
    expect(await refusal(() => agentIn(home, flags))).toMatch(message);
  });

  test('Ollama, if it runs and nothing else is available, with its own models', async () => {
    const server = createServer((request, response) => {
      response.end(
        request.url === '/api/tags'
          ? JSON.stringify({ models: [{ name: 'llama3.1:8b' }, { name: 'qwen3:latest' }, { name: '\u001b[31m' }, 7] })
          : '{}',
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const home = newHome();
    const agent = await agentIn(home, {}, { OLLAMA_HOST: `127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect((await agent.open({})).state.targets).toEqual(['ollama/qwen3']);
    const local = agent.choices.filter(({ name }) => name.startsWith('ollama/'));
    expect(local.map(({ name, usable }) => [name, usable])).toEqual([
      ['ollama/llama3.1:8b', true],
      ['ollama/qwen3', true],
    ]);
  });
});

describe('the URL', () => {
  let anthropic: Simulator;
  let groq: Simulator;
  let vllm: Simulator;
  beforeAll(async () => {
    [anthropic, groq, vllm] = await Promise.all([
      startSimulator(createApi('anthropic'), { model: echoModel }),
      startSimulator(createApi('groq'), { model: echoModel }),
      startSimulator(createApi('vllm'), { model: echoModel }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([anthropic, groq, vllm].map((simulator) => simulator.close()));
  });

  test('from the variable of the vendor’s own client', async () => {
    const env = { ANTHROPIC_BASE_URL: anthropic.url, ANTHROPIC_API_KEY: anthropic.key };
    expect(await answerTo(await sessionIn(newHome(), {}, env), 'one')).toBe('one');
  });

  test('from <PROVIDER>_BASE_URL if the vendor has none', async () => {
    const env = { GROQ_BASE_URL: `${groq.url}/openai/v1`, GROQ_API_KEY: groq.key };
    expect(await answerTo(await sessionIn(newHome(), {}, env), 'two')).toBe('two');
  });

  test('from the file; the environment takes precedence', async () => {
    const home = newHome();
    home.write(home.userFile, {
      providers: {
        anthropic: { baseUrl: 'http://127.0.0.1:1/v1', credentials: ['work'] },
        box: { kind: 'openai-compatible', baseUrl: `${vllm.url}/v1`, credentials: [{ env: 'BOX_KEY' }] },
      },
      profiles: { work: { env: 'WORK_KEY' } },
    });
    const env = { WORK_KEY: anthropic.key, BOX_KEY: vllm.key };
    expect(
      await answerTo(await sessionIn(home, { model: 'box/meta-llama/Llama-3.3-70B-Instruct' }, env), 'three'),
    ).toBe('three');
    expect(await answerTo(await sessionIn(home, {}, { ...env, ANTHROPIC_BASE_URL: anthropic.url }), 'four')).toBe(
      'four',
    );
  });

  test('never from an untrusted project, whose key commands are not run either', async () => {
    const home = newHome();
    const marker = join(home.home, 'ran');
    home.write(home.projectFile, {
      providers: {
        anthropic: { baseUrl: `${vllm.url}/v1`, credentials: [{ command: `touch ${quoteWord(marker)}; echo k` }] },
      },
    });
    const before = vllm.log.length;
    const env = { ANTHROPIC_BASE_URL: anthropic.url, ANTHROPIC_API_KEY: anthropic.key };
    expect(await answerTo(await sessionIn(home, {}, env), 'five')).toBe('five');
    expect([vllm.log.length - before, existsSync(marker)]).toEqual([0, false]);
    // Trusted, the command is run.
    home.write(home.projectFile, {
      providers: { anthropic: { credentials: [{ command: `touch ${quoteWord(marker)}; echo ${anthropic.key}` }] } },
    });
    expect(await answerTo(await sessionIn(home, { trust: true }, { ANTHROPIC_BASE_URL: anthropic.url }), 'six')).toBe(
      'six',
    );
    expect(existsSync(marker)).toBe(true);
  });
});

describe('permissions', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator(createApi('anthropic'), { model: echoModel });
  });
  afterAll(() => simulator.close());
  const env = (): Env => ({ ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: simulator.key });

  /** After a turn, because no tools are offered before the first one. */
  async function used(session: Session): Promise<Session['state']> {
    await session.send('hello').ended;
    return session.state;
  }

  test('tools, rules and prompt come from the configuration', async () => {
    const home = newHome();
    home.write(home.userFile, {
      tools: { network: true, disabled: ['write_file', 'task'], alsoAllowed: ['~/notes'] },
      approval: { allow: ['run_command(git *)'], ask: ['read_file'] },
      subagents: false,
      system: { role: 'You are a reviewer.', append: 'Be brief.' },
    });
    mkdirSync(join(home.home, 'notes'));
    const flags = { allow: ['edit_file(src/**)'], deny: ['kind:mcp'] };
    const { tools, rules, system } = await used(await sessionIn(home, flags, env()));
    expect(tools.map(({ name }) => name)).toEqual([
      'read_file',
      'list_files',
      'search_files',
      'edit_file',
      'run_command',
      'fetch_url',
      'read_job',
      'stop_job',
      'propose_plan',
      'update_todos',
      'read_output',
    ]);
    expect(rules).toEqual([
      { verdict: 'allow', tool: 'run_command', pattern: 'git *' },
      { verdict: 'allow', tool: 'edit_file', pattern: 'src/**' },
      { verdict: 'ask', tool: 'read_file' },
      { verdict: 'deny', tool: 'kind:mcp' },
      // Repeated at the end: `--allow` overrides an `ask` in a file.
      { verdict: 'allow', tool: 'edit_file', pattern: 'src/**' },
      { verdict: 'deny', tool: 'write_file' },
      { verdict: 'deny', tool: 'task' },
    ]);
    expect([system.startsWith('You are a reviewer.'), system.endsWith('Be brief.')]).toEqual([true, true]);
  });

  test('warns about a rule for a tool that may be in an unloaded file; a tool of another agent is an error', async () => {
    const home = newHome();
    home.write(join(home.project, '.interlock', 'tools', 'deploy.mjs'), 'export default {};');
    home.write(home.projectFile, { approval: { deny: ['deploy(prod)'] } });
    const { notices } = await agentIn(home, {}, env());
    expect(notices.filter((notice) => notice.includes('deploy(prod)'))).toEqual([
      expect.stringMatching(
        /config\.json:1:22: approval\.deny\[0\]: The rule "deploy\(prod\)" names an unknown tool\. Tools are /,
      ),
    ]);
    home.write(home.projectFile, { approval: { deny: ['Write'] } });
    expect(await refusal(() => agentIn(home, {}, env()))).toMatch(/deny\[0\]: The rule "Write" .* Write write_file\.$/);
  });

  test('a hostile project gets nothing it asks for', async () => {
    const home = newHome();
    const marker = join(home.home, 'started');
    home.write(home.projectFile, {
      mcp: {
        evil: {
          command: process.execPath,
          args: ['-e', `require('fs').writeFileSync(${JSON.stringify(marker)}, '')`],
          startTimeoutMs: 2000,
        },
      },
      approval: { allow: ['*'], deny: ['fetch_url'] },
      tools: { network: true, disabled: ['run_command'] },
    });
    const agent = await agentIn(home, {}, env());
    const session = await agent.open({});
    onTestFinished(() => session.close());
    expect([agent.mcp, agent.trusted]).toEqual([undefined, false]);
    const { rules, tools } = await used(session);
    expect(rules).toEqual([
      { verdict: 'deny', tool: 'fetch_url' },
      { verdict: 'deny', tool: 'run_command' },
    ]);
    expect(tools.map(({ name }) => name)).toEqual([
      'read_file',
      'list_files',
      'search_files',
      'edit_file',
      'write_file',
      'propose_plan',
      'update_todos',
      'read_output',
      'task',
    ]);
    expect(existsSync(marker)).toBe(false);
    expect(agent.notices[0]).toBe(
      `This folder is not trusted. Ignored in ${home.projectFile}: mcp.evil, approval.allow, tools.network. If you trust it, start with --trust.`,
    );
  });

  test('starts the servers of a trusted project and closes them with the agent', async () => {
    const home = newHome();
    const server = fileURLToPath(new URL('../../../runtime/test/mcp/demo-server.ts', import.meta.url));
    const repository = fileURLToPath(new URL('../../../..', import.meta.url)); // seen from inside also where it lies in /tmp
    home.write(home.projectFile, {
      mcp: {
        demo: { command: process.execPath, args: [server], tools: { include: ['echo'] }, writable: [repository] },
      },
    });
    const agent = await openAgent({ cwd: home.project, trust: true }, testIo(home.env(env())));
    try {
      const session = await agent.open({});
      expect(agent.mcp?.status()).toEqual([{ server: 'demo', state: 'ready', tools: 1 }]);
      expect(agent.mcp?.tools().map(({ name }) => name)).toEqual(['mcp__demo__echo']);
      await session.close();
    } finally {
      await agent.close();
    }
    expect(agent.mcp?.status()[0]?.state).toBe('closed');
  });

  test('commands do not see the variables that the configuration reads keys from', async () => {
    const model = script([{ call: [{ tool: 'run_command', args: { command: 'env' } }] }, { say: '{{results}}' }]);
    const box = await startSimulator(createApi('vllm'), { model });
    onTestFinished(() => box.close());
    const home = newHome();
    home.write(home.userFile, {
      providers: {
        box: {
          kind: 'openai-compatible',
          baseUrl: `${box.url}/v1`,
          credentials: [{ env: 'BOX_PASS' }],
          models: { 'meta-llama/Llama-3.3-70B-Instruct': {} },
        },
      },
    });
    const more = {
      BOX_PASS: box.key,
      COPY_OF_IT: box.key,
      HARMLESS: 'shown',
      PATH: process.env['PATH'] ?? '',
    };
    const printed = await answerTo(await sessionIn(home, { allow: ['run_command'] }, more), 'show it');
    expect(printed).toContain('HARMLESS=shown');
    expect(printed).not.toMatch(/BOX_PASS|COPY_OF_IT/);
    expect(printed).not.toContain(box.key);
  });

  test('reports a disabled tool with a wrong name', async () => {
    const home = newHome();
    home.write(home.userFile, { tools: { disabled: ['run_comand', 'mcp__x__y', 'task'] } });
    expect((await agentIn(home, {}, env())).notices).toEqual([
      'tools.disabled: there is no tool "run_comand". Did you mean "run_command"?',
    ]);
  });

  test('--offline uses the demonstration', async () => {
    const home = newHome();
    const agent = await agentIn(home, { offline: true });
    expect(agent.choices.length).toBeGreaterThan(3);
  });
});

describe('the session', () => {
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator(createApi('anthropic'), { model: echoModel });
  });
  afterAll(() => simulator.close());
  const env = (): Env => ({ ANTHROPIC_BASE_URL: simulator.url, ANTHROPIC_API_KEY: simulator.key });

  async function talk(home: TestHome, text: string, flags: AgentFlags = {}): Promise<string> {
    const agent = await openAgent({ cwd: home.project, sandbox: 'off', ...flags }, testIo(home.env(env())));
    try {
      const session = await agent.open({});
      await session.send(text).ended;
      await session.close();
      return session.id;
    } finally {
      await agent.close();
    }
  }

  test('a new one; the latest of the folder; one by the start of its id', async () => {
    const home = newHome();
    const one = await talk(home, 'first');
    const two = await talk(home, 'second');
    const elsewhere = join(home.home, 'other');
    mkdirSync(elsewhere);
    await talk(home, 'third', { cwd: elsewhere });
    expect((await sessionIn(home, { continue: true }, env())).id).toBe(two);
    const resumed = await sessionIn(home, { resume: one.slice(0, 13) }, env());
    expect([resumed.id, resumed.state.contents.length]).toEqual([one, 2]);
    const agent = await agentIn(home, {}, env());
    await resumed.close();
    const again = await agent.resume(one, {});
    onTestFinished(() => again.close());
    expect(again.id).toBe(one);
  });

  test('a switched one keeps its target, unless a flag overrides it', async () => {
    const home = newHome();
    const agent = await agentIn(home, {}, env());
    const session = await agent.open({});
    const other = agent.choices.find(({ usable, name }) => usable && !session.state.targets.includes(name));
    if (other === undefined) throw new Error('There is nothing to switch to.');
    session.switchTo(other.to);
    await session.send('hello').ended;
    await session.close();
    const again = await sessionIn(home, { continue: true }, env());
    expect(again.state.targets).toEqual([other.name]);
    await again.close();
    const named = await sessionIn(home, { continue: true, model: 'anthropic/claude-opus-4-8' }, env());
    expect(named.state.targets).toEqual(['anthropic/claude-opus-4-8']);
  });

  test('stored files are private', async () => {
    const home = newHome();
    await talk(home, 'hello');
    const modes = [home.state, join(home.state, 'sessions')].map((path) => statSync(path).mode & 0o777);
    expect(modes).toEqual([0o700, 0o700]);
  });

  test('--no-session stores nothing', async () => {
    const home = newHome();
    await talk(home, 'hello', { session: false });
    expect(existsSync(home.state)).toBe(false);
  });

  test.each<[what: string, config: object, flags: AgentFlags, folder: string | undefined]>([
    ['beside the sessions', {}, {}, 'history'],
    ['beside the offline sessions', {}, { offline: true }, 'offline/history'],
    ['nowhere with --no-session', {}, { session: false }, undefined],
    ['nowhere offline either', {}, { session: false, offline: true }, undefined],
    ['nowhere if disabled', { sessions: { history: false } }, {}, undefined],
  ])('stores typed input %s', async (_, config, flags, folder) => {
    const home = newHome();
    home.write(home.userFile, config);
    const { inputHistory } = await agentIn(home, flags, env());
    expect(inputHistory).toBe(folder === undefined ? undefined : join(home.state, folder));
  });

  test('sessions.folder sets another folder', async () => {
    const home = newHome();
    home.write(home.userFile, { sessions: { folder: '~/kept' } });
    await talk(home, 'hello');
    expect([existsSync(join(home.home, 'kept')), existsSync(join(home.state, 'sessions'))]).toEqual([true, false]);
  });

  test('a missing one, one of another folder, and none at all', async () => {
    const home = newHome();
    expect(await refusal(() => sessionIn(home, { continue: true }, env()))).toBe(
      `There is no earlier session in ${home.project}.\nOmit --continue to start a new one.`,
    );
    const id = await talk(home, 'first');
    expect(await refusal(() => sessionIn(home, { resume: 'zzzz' }, env()))).toBe(
      'There is no session zzzz.\ninterlock sessions list --all lists them; with --offline, those of interlock --offline.',
    );
    const elsewhere = join(home.home, 'other');
    mkdirSync(elsewhere);
    expect(await refusal(() => sessionIn(home, { cwd: elsewhere, resume: id }, env()))).toBe(
      `Session ${id} belongs to ${home.project}, not to ${elsewhere}.\nContinue it there: interlock --cwd ${home.project} --resume ${id}`,
    );
  });

  test('reports an unreachable database without its password', async () => {
    const home = newHome();
    home.write(home.userFile, { sessions: { postgresEnv: 'DATABASE_URL' } });
    const more = { ...env(), DATABASE_URL: 'postgres://user:secret-password@127.0.0.1:1/db' };
    const message = await refusal(() => sessionIn(home, {}, more));
    expect(message).toContain('127.0.0.1');
    expect(message).not.toContain('secret-password');
  });

  test('one that is open elsewhere: says at once that it waits', async () => {
    const home = newHome();
    await talk(home, 'first');
    const held = await sessionIn(home, { continue: true }, env());
    const agent = await openAgent({ cwd: home.project, continue: true }, testIo(home.env(env())));
    const told: string[] = [];
    const session = await agent.open({
      notify: (text) => {
        told.push(text);
        void held.close();
      },
    });
    expect(session.id).toBe(held.id);
    expect(told).toEqual([
      expect.stringMatching(/^The session is open in process \d+ on \S+\. Waiting for it to be closed there\.$/),
    ]);
    await session.close();
    await agent.close();
  });

  test('one that is open elsewhere: /resume also says at once that it waits', async () => {
    const home = newHome();
    await talk(home, 'first');
    const held = await sessionIn(home, { continue: true }, env());
    const said: string[] = [];
    const ui: Ui = {
      changed: () => {
        said.splice(0);
        for (const block of conversation.screen.blocks) if ('text' in block) said.push(block.text);
        if (said.some((text) => text.includes('is open in process'))) void held.close();
      },
      choose: async () => undefined,
      fill: () => {},
      exit: () => {},
    };
    const conversation = new Conversation({ ui, now: () => 0 });
    onTestFinished(() => conversation.close());
    await conversation.open(await agentIn(home, {}, env()));
    conversation.submit({ text: `/resume ${held.id}`, attachments: [] });
    await expect.poll(() => conversation.session?.id, { timeout: 240_000 }).toBe(held.id);
    expect(said).toContainEqual(
      expect.stringMatching(/^The session is open in process \d+ on \S+\. Waiting for it to be closed there\.$/),
    );
  });

  test('one with a switch but without messages is neither continued nor listed', async () => {
    const home = newHome();
    const id = await talk(home, 'first');
    const agent = await openAgent({ cwd: home.project }, testIo(home.env(env())));
    const silent = await agent.open({});
    const { to } = agent.named?.('anthropic/claude-opus-4-8') ?? {};
    if (to === undefined) throw new Error('There is no such model.');
    silent.switchTo(to);
    await silent.close();
    const all = await agent.store.list(home.project);
    expect(all.map(({ records }) => records > 0)).toEqual([true, true]);
    const begun = await Promise.all(
      all.map(async (each) => ((await hasMessages(agent.store, each)) ? [each.header.id] : [])),
    );
    await agent.close();
    expect(begun.flat()).toEqual([id]);
    expect((await sessionIn(home, { continue: true }, env())).id).toBe(id);
  });

  test('one without messages is not continued', async () => {
    const home = newHome();
    const id = await talk(home, 'first');
    const agent = await openAgent({ cwd: home.project }, testIo(home.env(env())));
    await (await agent.open({})).close();
    await agent.close();
    expect((await sessionIn(home, { continue: true }, env())).id).toBe(id);
  });
});

describe('notices', () => {
  const env = { OPENAI_API_KEY: 'x', MISTRAL_API_KEY: 'y' };

  test('the first time: what was found and what to do', async () => {
    const home = newHome();
    expect((await agentIn(home, {}, env)).notices).toEqual([
      'Using openai/gpt-5.6-terra (OPENAI_API_KEY). Keys were also found for mistral.',
      `--model changes it at any time; settings go into ${home.userFile} (docs/configuration.md).`,
    ]);
    mkdirSync(home.state, { recursive: true });
    expect((await agentIn(home, {}, env)).notices).toEqual([]);
  });

  test('choices: routes and usable models first, the others with what is missing', async () => {
    const home = newHome();
    home.write(home.userFile, {
      models: { fast: { provider: 'openai', model: 'gpt-5.4-mini' } },
      routes: {
        both: { policy: 'failover', targets: ['openai/gpt-5.4', 'mistral'] },
        none: { policy: 'fixed', targets: ['xai'] },
      },
    });
    const { choices } = await agentIn(home, {}, env);
    const shown = choices.map(({ name, kind, usable, note }) => `${kind} ${name} ${usable} ${note}`);
    expect(shown.slice(0, 4)).toEqual([
      'route both true failover: openai/gpt-5.4, mistral/mistral-medium-latest',
      'route none false fixed: xai/grok-4.7',
      'model fast true 400k window',
      'model mistral/mistral-medium-latest true 131k window, $0.4/$2',
    ]);
    expect(shown).toContain('model anthropic/claude-opus-5-5 false no key: set ANTHROPIC_API_KEY');
    const order = choices.filter(({ kind }) => kind === 'model').map(({ usable }) => usable);
    expect(order).toEqual(order.toSorted((a, b) => Number(b) - Number(a)));
  });

  test('targets in cooldown', async () => {
    const home = newHome();
    home.write(home.userFile, {
      routes: { both: { policy: 'failover', targets: ['openai/gpt-5.4', 'mistral'] } },
      route: 'both',
    });
    const agent = await agentIn(home, {}, env);
    const view = (names: readonly string[]): object => ({
      targets: names.map((name) => ({
        name,
        accounts: [{ account: name.startsWith('openai') ? 'env:OPENAI_API_KEY' : 'env:MISTRAL_API_KEY' }],
      })),
    });
    expect(await agent.routeView()).toEqual(view(['openai/gpt-5.4', 'mistral/mistral-medium-latest']));
    const session = await agent.open({});
    onTestFinished(() => session.close());
    expect(await agent.routeView()).toEqual(view(['openai/gpt-5.4', 'mistral/mistral-medium-latest']));
    const other = agent.choices.find(({ name }) => name === 'mistral/codestral-latest');
    if (other === undefined) throw new Error('not offered');
    session.switchTo(other.to);
    expect(await agent.routeView()).toEqual(view(['mistral/codestral-latest']));
  });
});
