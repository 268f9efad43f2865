/** Setting up `interlock serve`: the settings it prints for each agent, new tokens, and the model names that clients may use. */
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { PassThrough } from 'node:stream';
import { run } from '@interlock/cli';
import { expect, test } from 'vitest';
import { clientAgentNames } from '../../src/gateway/client-agents.ts';
import { gatewayModels } from '../../src/gateway/gateway-models.ts';
import { openOfflineModels } from '../../src/gateway/offline-models.ts';
import { runCli } from '../run-cli.ts';
import { writtenFiles } from '../written-files.ts';

const write = writtenFiles();
const config = write(
  'config.json',
  JSON.stringify({
    model: 'anthropic/claude-opus-4-8',
    models: { fast: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
    routes: { best: { policy: 'failover', targets: ['anthropic/claude-opus-4-8', 'fast'] } },
    gateway: {
      port: 5151,
      aliases: { 'gemini-*-flash*': 'fast', small: 'anthropic/claude-haiku-4-5', 'claude-*': 'best', 'fa*': 'best' },
    },
  }),
);
const env = { HOME: '/nonexistent', ANTHROPIC_API_KEY: 'k', PATH: process.env['PATH'] ?? '' };
const url = 'http://127.0.0.1:5151';

async function printed(agent: string, ...more: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(['serve', '--for', agent, '--config', config, ...more], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

/** The variables that a shell has after `eval`. */
function evaluated(text: string): Readonly<Record<string, string>> {
  const shell = 'eval "$1"; env -0';
  const all = execFileSync('sh', ['-c', shell, 'sh', text], { env: {}, encoding: 'utf8' }).split('\0');
  const pairs = all
    .filter(Boolean)
    .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]);
  return Object.fromEntries(pairs.filter(([name]) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name ?? '')));
}

test.each([
  [
    'claude-code',
    {
      ANTHROPIC_BASE_URL: url,
      ANTHROPIC_AUTH_TOKEN: 'interlock',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_ENABLE_GATEWAY_MODEL_DISCOVERY: '1',
      CLAUDE_CODE_MAX_CONTEXT_TOKENS: '1000000',
    },
  ],
  [
    'copilot',
    {
      COPILOT_OFFLINE: 'true',
      COPILOT_PROVIDER_BASE_URL: url,
      COPILOT_PROVIDER_TYPE: 'anthropic',
      COPILOT_PROVIDER_API_KEY: 'interlock',
      COPILOT_MODEL: 'anthropic/claude-opus-4-8',
    },
  ],
  ['opencode', { INTERLOCK_KEY: 'interlock', OPENCODE_CONFIG_CONTENT: expect.any(String) }],
  ['kilo', { INTERLOCK_KEY: 'interlock', KILO_CONFIG_CONTENT: expect.any(String) }],
  [
    'kimi',
    {
      KIMI_MODEL_NAME: 'anthropic/claude-opus-4-8',
      KIMI_MODEL_PROVIDER_TYPE: 'anthropic',
      KIMI_MODEL_BASE_URL: url,
      KIMI_MODEL_API_KEY: 'interlock',
      KIMI_MODEL_MAX_CONTEXT_SIZE: expect.stringMatching(/^\d+$/),
      KIMI_MODEL_MAX_OUTPUT_SIZE: expect.stringMatching(/^\d+$/),
    },
  ],
])('%s: variables for a shell', async (agent, variables) => {
  expect(evaluated(await printed(agent))).toEqual(variables);
});

test.each([
  ['opencode', 'OPENCODE_CONFIG_CONTENT'],
  ['kilo', 'KILO_CONFIG_CONTENT'],
])('%s: a provider with its models, their limits, and what can be attached', async (agent, variable) => {
  const text = evaluated(await printed(agent))[variable] ?? '';
  const limit = { context: 200_000, output: expect.any(Number) };
  const media = { attachment: true, modalities: { input: ['text', 'image', 'pdf'], output: ['text'] } };
  expect(JSON.parse(text)).toEqual({
    provider: {
      interlock: {
        npm: '@ai-sdk/anthropic',
        name: 'Interlock',
        options: { baseURL: `${url}/v1`, apiKey: '{env:INTERLOCK_KEY}' },
        models: expect.objectContaining({
          best: { name: 'best', ...media, limit },
          fast: { name: 'fast', ...media, limit },
          small: { name: 'small', ...media, limit },
          'anthropic/claude-opus-4-8': expect.anything(),
        }),
      },
    },
  });
});

test('codex: a block for its file, and the key variable it names', async () => {
  expect(await printed('codex')).toBe(`export INTERLOCK_KEY=interlock

# ~/.codex/config.toml
model_provider = "interlock"

[model_providers.interlock]
name = "Interlock"
base_url = "${url}/v1"
env_key = "INTERLOCK_KEY"
wire_api = "responses"

[analytics]
enabled = false
`);
});

test('gemini: the root without /v1beta, and the key type for its file', async () => {
  const [variables, file] = (await printed('gemini')).split('\n\n# ~/.gemini/settings.json\n');
  expect(variables).toBe(`export GOOGLE_GEMINI_BASE_URL=${url}\nexport GEMINI_API_KEY=interlock`);
  expect(JSON.parse(file ?? '')).toEqual({ security: { auth: { selectedType: 'gemini-api-key' } } });
});

test('qwen: what its model takes, which it would have to guess from the name', async () => {
  const [variables, file] = (await printed('qwen')).split('\n\n# ~/.qwen/settings.json\n');
  expect(variables).toBe(`export OPENAI_BASE_URL=${url}/v1
export OPENAI_API_KEY=interlock
export OPENAI_MODEL=anthropic/claude-opus-4-8
# Start it with: qwen --auth-type openai`);
  const modalities = { image: true, pdf: true, audio: false, video: false };
  expect(JSON.parse(file ?? '')).toEqual({
    model: { generationConfig: { contextWindowSize: 1_000_000, modalities } },
  });
});

test('pi: a provider with its models, and how to choose one', async () => {
  const [start, file] = (await printed('pi')).split('\n\n# ~/.pi/agent/models.json\n');
  expect(start).toBe('# Start it with: pi --provider interlock --model anthropic/claude-opus-4-8');
  expect(JSON.parse(file ?? '')).toEqual({
    providers: {
      interlock: {
        baseUrl: url,
        api: 'anthropic-messages',
        apiKey: 'interlock',
        models: expect.arrayContaining([
          {
            id: 'best',
            name: 'best',
            reasoning: true,
            input: ['text', 'image'],
            cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
            contextWindow: 200_000,
            maxTokens: expect.any(Number),
          },
        ]),
      },
    },
  });
});

test('continue: its file, with the preferred model first', async () => {
  const text = await printed('continue');
  expect(text).toMatch(/^\n# ~\/\.continue\/config\.yaml\n/);
  const [before, first, ...others] = text.split('  - name: ');
  expect(before?.split('\n').slice(2)).toEqual(['name: Interlock', 'version: 1.0.0', 'schema: v1', 'models:', '']);
  expect(first?.replaceAll(/\d{4,}/g, 'N')).toBe(`"anthropic/claude-opus-4-8"
    provider: anthropic
    model: "anthropic/claude-opus-4-8"
    apiBase: "${url.replace('5151', 'N')}/v1"
    apiKey: "interlock"
    roles: [chat]
    capabilities: [tool_use, image_input]
    defaultCompletionOptions:
      contextLength: N
      maxTokens: N
`);
  expect(others.map((each) => each.split('\n')[0])).toEqual(expect.arrayContaining(['"best"', '"fast"', '"small"']));
});

test('cline: the command that configures it', async () => {
  expect(await printed('cline')).toBe(
    `# Configure it once with: cline auth --provider openai-compatible --apikey interlock --modelid anthropic/claude-opus-4-8 --baseurl ${url}/v1\n`,
  );
});

test('droid: its file, and a variable that lets it work without an account', async () => {
  const [variables, file] = (await printed('droid')).split('\n\n# ~/.factory/settings.json\n');
  expect(variables).toBe('export FACTORY_AIRGAP_ENABLED=true');
  expect(JSON.parse(file ?? '')).toEqual({
    customModels: expect.arrayContaining([
      {
        model: 'best',
        displayName: 'best',
        provider: 'anthropic',
        baseUrl: url,
        apiKey: 'interlock',
        maxContextLimit: 200_000,
        maxOutputTokens: expect.any(Number),
      },
    ]),
    sessionDefaultSettings: { model: 'custom:anthropic/claude-opus-4-8' },
  });
});

test.each([
  [['--port', '80'], 'http://127.0.0.1:80'],
  [['--host', '0.0.0.0'], url],
  [['--host', '::'], 'http://[::1]:5151'],
  [['--host', '::1'], 'http://[::1]:5151'],
])('%j: prints a URL that a client can use', async (more, address) => {
  expect(evaluated(await printed('claude-code', ...more))).toMatchObject({ ANTHROPIC_BASE_URL: address });
});

test.each(clientAgentNames)(
  '%s: with configured tokens, leaves a placeholder for the client’s token',
  async (agent) => {
    const guarded = write(
      'guarded.json',
      JSON.stringify({ gateway: { tokens: [{ name: 'one', sha256: 'ab'.repeat(32) }] } }),
    );
    const { code, stdout, stderr } = await runCli(['serve', '--for', agent, '--config', guarded], { env });
    expect([code, stdout.includes('YOUR_CLIENT_TOKEN'), stderr]).toEqual([
      0,
      true,
      'Replace YOUR_CLIENT_TOKEN with a client token: interlock serve --new-token\n',
    ]);
  },
);

test('--offline: an agent that has to be told its model gets a simulated one, not the configured one', async () => {
  expect(evaluated(await printed('copilot', '--offline'))).toMatchObject({
    COPILOT_MODEL: 'anthropic/claude-opus-4-8',
  });
  expect(await printed('opencode', '--offline')).not.toContain('"best"');
});

test('--offline does not use a database', async () => {
  const { code, stderr } = await runCli(['serve', '--offline', '--postgres-env', 'DATABASE'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('--offline and --postgres-env cannot be combined.')]);
});

test('a port that is in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const port = String((other.address() as AddressInfo).port);
  const { code, stderr } = await runCli(['serve', '--port', port], { env });
  other.close();
  const advice = 'Another gateway may be running there. Choose another --port.\n';
  expect([code, stderr]).toEqual([2, expect.stringMatching(new RegExp(`EADDRINUSE.*:${port}\n${advice}$`))]);
});

test('an unknown agent', async () => {
  const { code, stderr } = await runCli(['serve', '--for', 'emacs'], { env });
  expect([code, stderr]).toEqual([2, expect.stringContaining('claude-code, codex, gemini')]);
});

test.each([
  [['--postgres-env', 'NOT_SET'], {}],
  [[], { gateway: { postgresEnv: 'NOT_SET' } }],
  [[], { sessions: { postgresEnv: 'NOT_SET' } }],
])('%j %j: rejects a database without a URL before it listens', async (more, values) => {
  const own = write('database.json', JSON.stringify(values));
  const { code, stdout, stderr } = await runCli(['serve', '--config', own, ...more], { env });
  expect([code, stdout, stderr]).toEqual([2, '', expect.stringContaining('its variable NOT_SET is not set')]);
});

test('configuration and flags reach the gateway: a feed, a recording, an unreachable database', async () => {
  const sha256 = createHash('sha256').update('admin').digest('hex');
  const own = write('told.json', JSON.stringify({ gateway: { port: 0, adminSha256: sha256 } }));
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const told = { stdout: '', stderr: '' };
  stdout.on('data', (chunk) => {
    told.stdout += chunk;
  });
  stderr.on('data', (chunk) => {
    told.stderr += chunk;
  });
  let interrupt = (): void => undefined;
  const interrupted = (): Promise<'SIGTERM'> =>
    new Promise((resolve) => {
      interrupt = () => resolve('SIGTERM');
    });
  const flags = ['--config', own, '--postgres-env', 'DATABASE', '--record', write('exchanges.jsonl', '')];
  const database = { DATABASE: 'postgresql://me:hunter-2@127.0.0.1:9/x' };
  const ended = run(['serve', ...flags], { stdin, stdout, stderr, env: { ...env, ...database }, interrupted });
  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await new Promise((done) => setTimeout(done, 5));
  };
  await until(() => told.stdout.includes('The same command with --for <agent> prints how'));
  const url = /http:\S+/.exec(told.stdout)?.[0] ?? '';
  const feed = await fetch(`${url}/interlock/events`, { headers: { authorization: 'Bearer admin' } });
  const first = await feed.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toContain('"recording":true');
  await until(() => told.stderr.includes('The database is lost.'));
  expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready', database: 'lost' });
  interrupt();
  expect([await ended, told.stderr.includes('hunter-2'), told.stdout.split('\n').at(-2)]).toEqual([
    0,
    false,
    'Stopping when the requests in progress have ended. Press Ctrl-C again to stop immediately.',
  ]);
});

test('--new-token: a new one each time, and the hash for the configuration', async () => {
  const tokens = await Promise.all([1, 2].map(() => runCli(['serve', '--new-token'], { env })));
  const found = tokens.map(({ stdout }) => /^(ilk_[\w-]{32})$/m.exec(stdout)?.[1] ?? '');
  expect(new Set(found).size).toBe(2);
  for (const [at, token] of found.entries()) {
    const sha256 = createHash('sha256').update(token).digest('hex');
    expect(tokens[at]).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining(`"sha256": "${sha256}"`) });
  }
});

test('model names for clients: own models and routes, aliases, providers, and bare models', () => {
  const values = {
    models: { fast: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
    routes: { best: { policy: 'failover' as const, targets: ['anthropic/claude-opus-4-8', 'fast'] } },
    gateway: {
      aliases: { 'gemini-*-flash*': 'fast', small: 'anthropic/claude-haiku-4-5', 'claude-*': 'best', 'fa*': 'best' },
    },
  };
  const { find, list } = gatewayModels(values, env);
  const found = (name: string): unknown => {
    const one = find(name);
    return one === undefined ? undefined : 'targets' in one ? one.policy : `${one.provider}/${one.model}`;
  };
  const names = {
    // A name in the configuration takes precedence over an alias that matches it.
    fast: 'anthropic/claude-haiku-4-5',
    best: 'failover',
    small: 'anthropic/claude-haiku-4-5',
    faster: 'failover',
    'gemini-3-flash-preview': 'anthropic/claude-haiku-4-5',
    'claude-sonnet-4-5-20250929': 'failover',
    'anthropic/claude-opus-4-8': 'anthropic/claude-opus-4-8',
    'gpt-4.1': undefined,
    nobody: undefined,
    'nobody/at-all': undefined,
    constructor: undefined,
  };
  expect(Object.fromEntries(Object.keys(names).map((name) => [name, found(name)]))).toEqual(names);
  const without = gatewayModels({}, { ...env, OPENAI_API_KEY: 'k' });
  expect(['gpt-4.1', 'claude-opus-4-8', 'gemini-3.1-pro'].map((name) => without.find(name) !== undefined)).toEqual([
    true,
    true,
    false,
  ]);
  expect(list().filter((name) => !name.includes('/'))).toEqual(['small', 'best', 'fast']);
});

test('--offline: the same names lead to simulators on this machine, whatever the configuration says about their targets', async () => {
  const values = {
    providers: { anthropic: { baseUrl: 'https://example.org' } },
    models: { fast: { provider: 'anthropic', model: 'claude-haiku-4-5' } },
    routes: { best: { policy: 'round-robin' as const, targets: ['google/gemini-3.1-pro', 'bedrock/x', 'fast'] } },
    gateway: { aliases: { 'claude-*': 'best', small: 'fast' } },
  };
  const { models, close } = await openOfflineModels(values, {});
  try {
    const found = (name: string): readonly unknown[] => {
      const one = models.find(name);
      const targets = one === undefined ? [] : 'targets' in one ? one.targets : [one];
      return targets.map(({ name: shown, provider, endpoint = '' }) => [shown, provider, new URL(endpoint).hostname]);
    };
    const best = [
      ['google/gemini-3.1-pro', 'google', '127.0.0.1'],
      ['bedrock/x', 'anthropic', '127.0.0.1'],
      ['fast', 'anthropic', '127.0.0.1'],
    ];
    const first = [['anthropic/claude-opus-4-8', 'anthropic', '127.0.0.1']];
    expect(['best', 'claude-x', 'fast', 'small', 'mistral', 'nobody'].map(found)).toEqual([
      best,
      best,
      best.slice(2),
      best.slice(2),
      [['mistral/mistral-large-latest', 'mistral', '127.0.0.1']],
      first,
    ]);
  } finally {
    await close();
  }
});
