/** `interlock mcp`: the servers of a folder, and signing in at a real authorization server. If nobody can be asked, the error names the command. */
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { startGuarded } from '../../../runtime/test/mcp/authorization-server.ts';
import { openAgent } from '../../src/agent/open-agent.ts';
import { checkOnline } from '../../src/commands/doctor/check-online.ts';
import { listMcp, loginMcp, logoutMcp } from '../../src/commands/mcp.ts';
import { refusal, type TestHome, testHomes, testIo } from '../config/test-home.ts';

const newHome = testHomes();

async function list(home: TestHome): Promise<unknown> {
  const io = testIo(home.env());
  await listMcp({ cwd: home.project, json: true }, io);
  return JSON.parse(io.out());
}

test('signs out, in and out again; without a browser by pasting the URL; reported in -p and by doctor', async () => {
  const server = await startGuarded();
  const home = newHome();
  home.write(home.userFile, {
    model: 'ollama/x',
    mcp: { web: { url: server.url }, tool: { command: 'x', args: ['y'], disabled: true } },
  });
  const entry = { name: 'web', where: server.url, disabled: false };
  const tool = { name: 'tool', where: 'x y', disabled: true, signedIn: false };
  expect(await list(home)).toEqual([{ ...entry, signedIn: false }, tool]);

  const agent = await openAgent({ cwd: home.project }, testIo(home.env()), { interactive: false });
  const events: unknown[] = [];
  const session = await agent.open({ onEvent: (event) => events.push(event) });
  await session.close();
  await agent.close();
  const wants = 'it wants you to sign in (HTTP 401): run interlock mcp login web';
  expect(events).toEqual([{ type: 'notice', text: `The MCP server "web" could not be started: ${wants}.` }]);
  const found = (await checkOnline({ cwd: home.project }, testIo(home.env()))).filter(
    ({ what }) => what === 'MCP server',
  );
  expect(found.map(({ state, found: text }) => [state, text])).toEqual([
    ['note', 'tool is disabled.'],
    ['problem', `web: ${wants}`],
  ]);

  const stdin = new PassThrough();
  const io = { ...testIo(home.env()), stdin };
  const login = loginMcp('web', { cwd: home.project, browser: false }, io);
  const address = await shownAddress(io.err);
  void server.browse(address, (redirect) => {
    stdin.write(`${redirect.href}\n`);
    redirect.pathname = '/nowhere';
  });
  expect(await login).toBe(0);
  expect(io.out()).toBe('Signed in to web.\n');
  expect(await list(home)).toEqual([{ ...entry, signedIn: true }, tool]);
  const written = `${io.out()}${io.err()}${JSON.stringify(await list(home))}`;
  expect(server.secrets.filter((secret) => written.includes(secret))).toEqual([]);

  const out = testIo(home.env());
  await logoutMcp('web', { cwd: home.project }, out);
  await logoutMcp('web', { cwd: home.project }, out);
  expect(out.out()).toBe('Signed out of web.\nYou were not signed in to web.\n');
});

test.each([
  ['none', /There is no MCP server "none"/],
  ['tool', /tool is a local program/],
  ['key', /key has "Authorization" in its headers/],
])('cannot sign in to %s', async (name, why) => {
  const home = newHome();
  const headers = { Authorization: 'Bearer x' };
  home.write(home.userFile, { mcp: { tool: { command: 'x' }, key: { url: 'https://a.example/', headers } } });
  expect(await refusal(() => loginMcp(name, { cwd: home.project }, testIo(home.env())))).toMatch(why);
});

test('an untrusted folder names no server to sign in to', async () => {
  const home = newHome();
  home.write(home.projectFile, { mcp: { evil: { url: 'https://evil.example/' } } });
  const refused = await refusal(() => loginMcp('evil', { cwd: home.project }, testIo(home.env())));
  expect(refused).toMatch(/There is no MCP server "evil".*\n.*trusted/s);
});

async function shownAddress(err: () => string): Promise<string> {
  for (;;) {
    const address = /https?:\/\/\S+authorize\S+/.exec(err())?.[0];
    if (address !== undefined) return address;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('the list shows no keys, neither of arguments nor of addresses', async () => {
  const home = newHome();
  const key = '0a1b2c3d4e5f60718293a4b5';
  home.write(home.userFile, {
    mcp: {
      path: { url: `https://u:own@a.example/mcp/${key}/sse?k=own` },
      program: { command: 'npx', args: ['-y', '@a/b@1.2.3', '--api-key', 'own', '-e', 'A_TOKEN=own', `--x=${key}`] },
    },
  });
  expect(await list(home)).toEqual([
    { name: 'path', where: 'https://a.example/mcp/…/sse', disabled: false, signedIn: false },
    { name: 'program', where: 'npx -y @a/b@1.2.3 --api-key … -e A_TOKEN=… --x=…', disabled: false, signedIn: false },
  ]);
});
