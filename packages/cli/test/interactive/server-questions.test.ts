/** Questions of MCP servers at the prompt: a form, field by field, and signing in; at a terminal, with a real server and authorization server. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { run } from '@interlock/cli';
import { script } from '@interlock/simulators';
import { expect, test } from 'vitest';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { startGuarded } from '../../../runtime/test/mcp/authorization-server.ts';
import { startProvider } from '../headless/scripted-provider.ts';
import { openHere } from '../terminal/open-here.ts';

const server = fileURLToPath(new URL('../../../runtime/test/mcp/demo-server.ts', import.meta.url));
const down = '\u001b[B';

test('signs in with a displayed URL; answers a form after an invalid entry; declines', async () => {
  const guarded = await startGuarded();
  const provider = await startProvider(
    script([
      { when: { of: 'mcp__demo__colour' }, say: 'The server heard {{results}}' },
      { when: { user: '^paint' }, call: [{ tool: 'mcp__demo__colour' }] },
      { say: 'Hello.' },
    ]),
  );
  const folder = join(provider.env['XDG_CONFIG_HOME'] ?? '', 'interlock');
  mkdirSync(folder, { recursive: true });
  const demo = { command: process.execPath, args: [server], env: compileCache, confine: false };
  writeFileSync(join(folder, 'config.json'), JSON.stringify({ mcp: { demo, web: { url: guarded.url } } }));
  const words = ['--cwd', provider.workspace, '--allow', 'mcp__demo__colour'];
  const terminal = openHere((io) => run(words, io), { env: provider.env, rows: 50, cols: 600 });
  try {
    await terminal.until(/The MCP server "web" wants you to sign in\.[\s\S]*Esc cancels/);
    terminal.type(`${down}${down}\r`);
    const shown = await terminal.until(/Sign in to "web" at http\S+/);
    await guarded.browse(/at (http\S+)/.exec(shown)?.[1] ?? '');
    await terminal.until(/Signed in to "web"\.[\s\S]*> Ask something/);
    terminal.type('paint\r');
    await terminal.until(/The MCP server "demo" asks: Which colour\?[\s\S]*› Decline/);
    terminal.type(`${down}\r`);
    await terminal.until(/colour[\s\S]*› red/);
    terminal.type(`${down}\r`);
    await terminal.until(/· depth/);
    terminal.type('deep\r');
    await terminal.until(/This must be a number\./);
    terminal.type('7\r');
    await terminal.until(/The server heard accept \{"colour":"green","depth":7\}[\s\S]*> Ask something/);
    terminal.type('paint again\r');
    await terminal.until((screen) => screen.split('asks: Which colour?').length === 3 && /› Decline/.test(screen));
    terminal.type('\r');
    await terminal.until(/The server heard decline \{\}[\s\S]*> Ask something/);
    terminal.type('/quit\r');
    expect(await terminal.ended).toBe(0);
  } finally {
    await terminal.close();
    await provider.close();
  }
});
