/** `interlock providers`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createFileRouteStore } from '@interlock/runtime';
import { createApi, startSimulator } from '@interlock/simulators';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openAgent } from '../../src/agent/open-agent.ts';
import { providers } from '../../src/commands/providers.ts';
import { addressed, testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();

describe('providers', () => {
  test('one line each: key or what to set, and URL', async () => {
    const home = newHome();
    home.write(home.userFile, {
      providers: {
        box: { kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1/' },
        google: { credentials: ['work'] },
        mistral: { credentials: [{ env: 'UNSET' }] },
      },
      profiles: { work: { file: '~/key' } },
    });
    const io = testIo(
      home.env({ ANTHROPIC_API_KEY: 'sk-secret-1', OPENAI_BASE_URL: 'not an address', OLLAMA_HOST: '0.0.0.0' }),
    );
    expect(await providers({ cwd: home.project }, io)).toBe(0);
    const rows = io
      .out()
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ {2,}/));
    expect(rows.map(([name]) => name)).toEqual(['PROVIDER', ...addressed.map(({ name }) => name), 'box']);
    const shown = [
      ['PROVIDER', 'KEY', 'ADDRESS', 'STATUS'],
      ['anthropic', 'ANTHROPIC_API_KEY', 'https://api.anthropic.com/v1'],
      ['deepseek', 'none: set DEEPSEEK_API_KEY', 'https://api.deepseek.com'],
      ['google', 'work (file ~/key)', 'https://generativelanguage.googleapis.com/v1beta'],
      ['groq', 'none: set GROQ_API_KEY', 'https://api.groq.com/openai/v1'],
      ['mistral', 'none: set UNSET', 'https://api.mistral.ai/v1'],
      ['moonshot', 'none: set MOONSHOT_API_KEY', 'https://api.moonshot.ai/v1'],
      ['ollama', 'none needed', 'http://127.0.0.1:11434'],
      [
        'openai',
        'none: set OPENAI_API_KEY',
        expect.stringMatching(
          /^Target 1 of the route, at the address in OPENAI_BASE_URL: The `endpoint` is not a base URL\./,
        ),
      ],
      ['openrouter', 'none: set OPENROUTER_API_KEY', 'https://openrouter.ai/api/v1'],
      ['qwen', 'none: set DASHSCOPE_API_KEY', 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1'],
      ['xai', 'none: set XAI_API_KEY', 'https://api.x.ai/v1'],
      ['zai', 'none: set ZAI_API_KEY', 'https://api.z.ai/api/paas/v4'],
      ['box', 'none needed', 'http://127.0.0.1:8000/v1'],
    ];
    expect(rows.filter(([name]) => shown.some(([known]) => known === name))).toEqual(shown);
  });

  test('--check contacts the usable ones, without a key', async () => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(
        `${request.method} ${request.url} ${request.headers.authorization ?? request.headers['x-api-key'] ?? 'no key'}`,
      );
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const home = newHome();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const io = testIo(
      home.env({ ANTHROPIC_API_KEY: 'sk-secret-1', ANTHROPIC_BASE_URL: address, OLLAMA_HOST: 'http://127.0.0.1:2' }),
    );
    expect(await providers({ cwd: home.project, check: true, json: true }, io)).toBe(0);
    const records: readonly { readonly name: string; readonly reach?: object }[] = JSON.parse(io.out());
    expect(records.filter(({ reach }) => reach !== undefined)).toEqual([
      {
        name: 'anthropic',
        kind: 'anthropic',
        configured: true,
        key: 'ANTHROPIC_API_KEY',
        endpoint: `${address}/v1`,
        reach: { reachable: true, status: 404 },
      },
      {
        name: 'ollama',
        kind: 'ollama',
        configured: true,
        key: 'none needed',
        endpoint: 'http://127.0.0.1:2',
        reach: { reachable: false, why: 'ECONNREFUSED' },
      },
    ]);
    expect(asked).toEqual(['HEAD /v1 no key']);
  });

  test('cooldowns, and until when', async () => {
    const simulator = await startSimulator(createApi('mistral'));
    onTestFinished(() => simulator.close());
    const home = newHome();
    const env = home.env({ MISTRAL_API_KEY: 'wrong', MISTRAL_BASE_URL: `${simulator.url}/v1` });
    const agent = await openAgent({ cwd: home.project }, testIo(env));
    const session = await agent.open({});
    await session.send('hello').ended;
    await session.close();
    await agent.close();
    const [cooldown] = await createFileRouteStore(join(home.state, 'route.json')).cooldowns();
    const io = testIo(env);
    await providers({ cwd: home.project, json: true }, io);
    const records: readonly { readonly name: string; readonly coolingUntil?: number }[] = JSON.parse(io.out());
    expect(records.find(({ name }) => name === 'mistral')?.coolingUntil).toBe(cooldown?.until);
    expect(cooldown?.until).toBeGreaterThan(0);
    const table = testIo(env);
    await providers({ cwd: home.project }, table);
    expect(table.out()).toMatch(/^mistral .*cooling down until \d{4}-\d\d-\d\d \d\d:\d\d$/m);
  });
});
