/** Questions about the sandbox, with the real program: hosts that a command needs, and MCP servers that the sandbox stops. */
import { mkdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { run } from '@interlock/cli';
import { quoteWord } from '@interlock/runtime';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { programArgs } from '../../../../test/program/bundle.ts';
import { confiningKinds } from '../../../runtime/test/process/confinement/machine.ts';
import { proveFallback } from '../../../runtime/test/process/confinement/prove-fallback.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';
import { openHere } from '../terminal/open-here.ts';
import { openTerminal, type Terminal } from '../terminal/open-terminal.ts';

const program = programArgs('main');
const kinds = await confiningKinds();
proveFallback(kinds);

/** Prints the network namespace of a process. */
const networkLink = '/proc/self/ns/net';

/** Fails like a program that needs the network or its own folder, until it has it. */
const server = `
const { readlinkSync, writeFileSync } = require('node:fs');
const [need, folder, network] = process.argv.slice(2);
if (need === 'network' && readlinkSync('${networkLink}') !== network) {
  console.error('getaddrinfo EAI_AGAIN api.example.com');
  process.exit(1);
}
if (need === 'folder') writeFileSync(folder + '/log', 'x');
if (need === 'setting') { console.error('NOTES_TOKEN is not set'); process.exit(1); }
const say = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'server/discover') say(id, {});
  if (method === 'initialize')
    say(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 's', version: '1' } });
  if (method === 'tools/list') say(id, { tools: [{ name: 'note', inputSchema: { type: 'object' } }] });
});
`;

describe.each(kinds.slice(0, 1))('in the sandbox: %s', () => {
  let provider: ScriptedProvider;
  let config: string;
  let outside: string;
  beforeAll(async () => {
    const fetchIt = `${quoteWord(process.execPath)} -e "fetch('http://api.example.com/')"`;
    const asking = (command: string) => ({ tool: 'run_command', args: { command, hosts: ['api.example.com'] } });
    provider = await startProvider(
      script([
        { when: { of: 'run_command', result: 'name it in `hosts`' }, call: [asking('echo first')] },
        { when: { of: 'run_command', failed: true }, say: 'It was refused.' },
        { when: { of: 'run_command' }, say: 'It ran.' },
        { when: { user: '^fetch' }, call: [{ tool: 'run_command', args: { command: fetchIt } }] },
        { when: { user: '^again' }, call: [asking('echo second')] },
        { say: 'Hello.' },
      ]),
    );
    const home = provider.env['HOME'] ?? '';
    config = join(home, 'config', 'interlock', 'config.json');
    outside = join(home, 'outside');
    for (const folder of [join(config, '..'), outside]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(outside, 'server.cjs'), server);
  });
  afterAll(() => provider.close());

  function configure(need?: string): void {
    const args = [join(outside, 'server.cjs'), need, outside, readlinkSync(networkLink)];
    const mcp = need === undefined ? {} : { notes: { command: process.execPath, args } };
    writeFileSync(config, JSON.stringify({ mcp }));
  }

  async function atTerminal(args: readonly string[], work: (terminal: Terminal) => Promise<void>): Promise<void> {
    const words = ['--cwd', provider.workspace, ...args];
    const terminal = openHere((io) => run(words, io), { env: provider.env, rows: 50, cols: 120 });
    try {
      await work(terminal);
      terminal.type('/quit\r');
      expect(await terminal.ended).toBe(0);
    } finally {
      await terminal.close();
    }
  }

  const ready = /> Ask something[^\n]*\nanthropic/;

  test('a blocked host: the model names it, and the user is asked once, whatever rules allow', async () => {
    configure();
    await atTerminal(['--allow', 'run_command'], async (terminal) => {
      await terminal.until(ready);
      terminal.type('fetch it\r');
      const asked = await terminal.until(/Allow [\s\S]*\[n\] no/);
      expect(asked.slice(asked.indexOf('? Allow'), asked.indexOf('[n] no') + 6)).toBe(
        [
          '? Allow api.example.com for this session?',
          '    echo first',
          '    {',
          '      "command": "echo first",',
          '      "hosts": [',
          '        "api.example.com"',
          '      ]',
          '    }',
          '  [y] yes',
          '  [n] no',
        ].join('\n'),
      );
      terminal.type('y\r');
      await terminal.until(/It ran\.[\s\S]*> Ask something/);
      terminal.type('again\r');
      await terminal.until((screen) => screen.split('It ran.').length === 3);
    });
  });

  test('a host without anyone to ask: rejected, and the model is told', async () => {
    configure();
    const { code, stdout, stderr } = await provider.run(['-p', 'again', '--allow', 'run_command']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'It was refused.\n' });
    expect(stderr).toMatch(/run_command: .*"Allow api\.example\.com for this session\?".*tools\.hosts/);
  });

  test.for([
    ['network', '\u001b[B\r'],
    ['folder', '\u001b[B\u001b[B\r'],
  ] as const)('asks once about an MCP server that needs a %s, and remembers the answer', async ([need, keys]) => {
    configure(need);
    await atTerminal(['--trust'], async (terminal) => {
      const asked = await terminal.until(
        /The MCP server "notes" needs more than the sandbox allows\.[\s\S]*Esc cancels/,
      );
      expect(asked).toMatch(/› No +it stays off\n +With network access .*\n +Outside the sandbox/);
      expect(asked.replaceAll(/\s+/g, ' ')).toMatch(
        /"notes" did not start: it ended before it was ready \(exit code 1\)/,
      );
      terminal.type(keys);
      await terminal.until(ready);
      // Twice: the grant also applies after a restart, and nothing is asked.
      terminal.type('/mcp restart notes\r');
      await terminal.until(/notes: ready, 1 tools/);
      terminal.type('/mcp restart notes\r');
      await terminal.until((screen) => screen.split('notes: ready, 1 tools').length === 3);
    });
  });

  test('no, or exiting at the question: it stays off and is not asked about again', async () => {
    configure('network');
    await atTerminal(['--trust'], async (terminal) => {
      await terminal.until(/needs more than the sandbox allows/);
      terminal.type('\r');
      await terminal.until(ready);
      terminal.type('/mcp restart notes\r');
      const shown = await terminal.until(/notes: failed, 0 tools/);
      expect(shown.replaceAll(/\s+/g, ' ')).toMatch(/set "network", "writable" or "confine": false/);
    });
    const words = [...program, '--cwd', provider.workspace, '--trust'];
    const terminal = openTerminal(process.execPath, words, { env: provider.env, rows: 50, cols: 120 });
    await terminal.until(/needs more than the sandbox allows/);
    terminal.kill('SIGTERM');
    expect(await terminal.ended).toBe(143);
    await terminal.close();
  });

  test('does not ask about a server that fails for another reason, or in an untrusted folder', async () => {
    for (const [need, args] of [
      ['setting', ['--trust']],
      ['network', []],
    ] as const) {
      configure(need);
      rmSync(join(provider.env['XDG_STATE_HOME'] ?? '', 'interlock', 'trust'), { recursive: true, force: true });
      // A folder without settings of its own needs no trust.
      mkdirSync(join(provider.workspace, '.interlock'), { recursive: true });
      writeFileSync(join(provider.workspace, '.interlock', 'config.json'), '{"mcp":{"theirs":{"command":"true"}}}');
      await atTerminal(args, async (terminal) => {
        if (args.length === 0) {
          await terminal.until(/Do you trust the files[\s\S]*› No/);
          terminal.type('\r');
        }
        await terminal.until(ready);
        terminal.type('/mcp restart notes\r');
        await terminal.until(/notes: failed/);
        expect(terminal.history()).not.toContain('needs more than the sandbox allows');
      });
    }
    rmSync(join(provider.workspace, '.interlock'), { recursive: true });
  });

  test('without anyone to ask, an error names the settings, and the answer is given', async () => {
    configure('network');
    const { code, stdout, stderr } = await provider.run(['-p', 'hello', '--trust']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'Hello.\n' });
    expect(stderr.replaceAll(/\s+/g, ' ')).toMatch(
      /The MCP server "notes" could not be started: .*EAI_AGAIN api\.example\.com.*set "network", "writable" or "confine": false/,
    );
  });
});
