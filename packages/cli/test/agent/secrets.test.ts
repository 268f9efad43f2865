/**
 * Keys in the whole program, wherever they come from: nothing that the agent starts gets them, and nothing that it prints or stores
 * contains them, even when everything fails.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { runCli } from '../run-cli.ts';

const program = programArgs('main');

/** One key for each possible source. All contain the same word, which occurs nowhere else. */
const keys = { variable: 'hush-variable-1', odd: 'hush-odd-2', written: 'hush-written-3', filed: 'hush-filed-4' };
const commandKey = 'hush-command-5';

const server = `
  import { createInterface } from 'node:readline';
  const answer = (id, result) => console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
  createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'server/discover') answer(id, {});
    if (method === 'initialize') answer(id, { protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'a', version: '1' } });
    if (method === 'tools/list') answer(id, { tools: [{ name: 'environment', inputSchema: { type: 'object' } }] });
    if (method === 'tools/call') answer(id, { content: [{ type: 'text', text: 'seen by the server: ' + JSON.stringify(process.env) }] });
  });`;
const ownTool = `
  console.error(JSON.stringify(process.env));
  export default {
    description: 'Shows the environment.',
    kind: 'read',
    run: (_, context) => 'seen by the tool: ' + JSON.stringify([process.env, context.environment]),
  };`;

let provider: ScriptedProvider;
let home = '';
beforeAll(async () => {
  provider = await startProvider(
    script([
      {
        call: [
          { tool: 'run_command', args: { command: 'echo seen by the command: "$(env)" "$(cat)"' } },
          { tool: 'own_environment' },
          { tool: 'mcp__own__environment' },
        ],
      },
      { say: 'Done.' },
    ]),
  );
  home = provider.env['HOME'] ?? '';
  put('config/interlock/config.json', {
    profiles: {
      odd: { env: 'SOMETHING' },
      written: { key: keys.written },
      filed: { file: join(home, 'key') },
      command: { command: `echo ${commandKey}` },
    },
    mcp: { own: { command: process.execPath, args: [join(home, 'server.mjs')] } },
  });
  put('server.mjs', server);
  put('config/interlock/tools/own_environment.mjs', ownTool);
  put('key', keys.filed);
});
afterAll(() => provider.close());

function put(name: string, content: string | object): void {
  const path = join(home, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
}

interface Ended {
  readonly code: number | null;
  readonly said: string;
}

function interlock(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<Ended> {
  const child = spawn(process.execPath, [...program, ...args], {
    env: { ...provider.env, ...env },
    cwd: provider.workspace,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, said })));
}

/** Everything below a folder: paths with their permissions, and what is in the files. */
function kept(folder: string): { readonly modes: readonly string[]; readonly text: string } {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name));
  const files = paths.filter((path) => statSync(path).isFile());
  return {
    modes: [
      ...new Set(
        paths.map(
          (path) => `${statSync(path).isFile() ? 'file' : 'folder'} ${(statSync(path).mode & 0o777).toString(8)}`,
        ),
      ),
    ].toSorted(),
    text: files.map((path) => readFileSync(path, 'latin1')).join('\n'),
  };
}

describe('keys', () => {
  test('reach no commands, servers or tools, and so no provider and no session', async () => {
    const env = {
      ...{ OPENAI_API_KEY: keys.variable, SOMETHING: keys.odd, COPY_OF_IT: keys.odd, INTERLOCK_TOKEN: 'hush-own-6' },
      ...{ MISTRAL_API_KEY: keys.written, HARMLESS: 'to be seen' },
    };
    const { code, said } = await interlock(
      env,
      ...['-p', 'go', '--output-format', 'stream-json', '--debug'],
      ...['--allow', 'run_command', '--allow', 'mcp__own__*'],
    );
    const session = kept(join(home, 'state'));
    for (const text of [said, session.text, JSON.stringify(provider.seen)]) {
      for (const whose of ['command', 'tool', 'server']) expect(text).toContain(`seen by the ${whose}:`);
      expect(text.match(/to be seen/g)?.length).toBeGreaterThanOrEqual(3);
      expect(text).not.toContain('hush');
    }
    expect(code).toBe(0);
    // This includes locks and side files, and what remains of them.
    expect(session.modes).toEqual(['file 600', 'folder 700']);
  });

  /** A careless provider that repeats the key it was sent. */
  test.for(['written', 'filed', 'command', 'odd'])(
    'appear in no message when the provider repeats them: %s',
    async (profile) => {
      const echo = createServer((request, response) => {
        request.resume().on('end', () => {
          const said = `No such key: ${JSON.stringify(request.headers)} at ${request.url}`;
          response
            .writeHead(401, { 'content-type': 'application/json' })
            .end(JSON.stringify({ error: { message: said, type: said } }));
        });
      });
      await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
      try {
        const { port } = echo.address() as AddressInfo;
        const baseUrl = `http://127.0.0.1:${port}/v1`;
        const before = JSON.parse(readFileSync(join(home, 'config/interlock/config.json'), 'utf8'));
        put('other.json', {
          ...before,
          mcp: {},
          tools: { own: false },
          providers: { openai: { baseUrl, credentials: [profile] } },
        });
        const run = async (...args: readonly string[]): Promise<Ended> => {
          const options = ['--config', join(home, 'other.json'), '--cwd', provider.workspace, '--debug'];
          const env = { ...provider.env, SOMETHING: keys.odd };
          const { code, stdout, stderr } = await runCli([...args, ...options], { env, stdin: '' });
          return { code, said: stdout + stderr };
        };
        const turn = await run('-p', 'go', '--model', 'openai/gpt-4.1', '--output-format', 'stream-json');
        const others = await Promise.all(
          ['config', 'providers', 'doctor', 'models', 'sessions list'].map((line) => run(...line.split(' '), '--json')),
        );
        expect(turn).toMatchObject({ code: 1, said: expect.stringContaining('No such key') });
        expect(others.map(({ said }) => /^[[{]/.test(said))).toEqual(others.map(() => true));
        for (const { said } of [turn, ...others]) expect(said).not.toContain('hush');
        expect(kept(join(home, 'state')).text).not.toContain('hush');
      } finally {
        echo.close();
        echo.closeAllConnections();
      }
    },
  );
});
