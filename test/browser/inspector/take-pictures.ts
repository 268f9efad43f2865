/**
 * Takes the screenshots of docs/inspect.md from the real page: `npm run inspector:pictures`. Plays a conversation with approval, parallel
 * calls and a switch offline, next to a broken history and a request through a gateway.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCli } from '../../../packages/cli/test/run-cli.ts';
import { openUpstream } from '../../../packages/gateway/test/open-upstream.ts';
import { root } from '../../architecture/repository.ts';
import { launchChromium } from '../chromium.ts';
import { answerAlways } from './answer-always.ts';
import { makeHome, openInspector } from './open-inspector.ts';

const largest = 150_000;
const folder = join(root, 'docs/inspector');
const home = makeHome();
const workspace = join(home.folder, 'project');
mkdirSync(workspace);
for (const name of ['README.md', 'server.ts', 'queue.ts', 'LICENSE'])
  writeFileSync(
    join(workspace, name),
    `# ${name}\n\n// TODO: retry when the connection drops\nexport const retries = 3;\n`,
  );

const upstream = await openUpstream({
  answer: answerAlways,
  target: { provider: 'openai-compatible', model: 'gpt-4.1', credentials: [{ key: 'upstream-key' }] },
  adminSha256: createHash('sha256').update('admin').digest('hex'),
  recording: {},
});
for (const [words, model] of [
  ['look around', 'anthropic'],
  ['run ls', 'openai'],
  ['explain', 'google'],
  ['list', 'mistral'],
  ['what do you remember?', 'anthropic'],
] as const) {
  const args = ['--offline', '-p', words, '--model', model, '--cwd', workspace, '--quiet'];
  await runCli([...args, ...(words === 'look around' ? [] : ['-c'])], { stdin: '', env: home.env });
}
// Relative to here, so that no path of this machine is in a picture.
process.chdir(root);
const broken = 'fixtures/field/001-cc-parallel-pair-unanswered.json';
const picture = 'fixtures/sessions/claude-code/three-calls-and-a-picture.jsonl';
const args = ['--offline', '--last', '--cwd', workspace, '--gateway', upstream.gateway.url, broken, picture];
const inspector = await openInspector(args, { ...home.env, INTERLOCK_ADMIN_TOKEN: 'admin' });
const browser = await launchChromium();
const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1120, height: 640 } });
const page = await context.newPage();

async function take(name: string, address: string, ready: string): Promise<void> {
  await page.goto(address);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle').catch(() => undefined);
  const path = join(folder, `${name}.png`);
  await page.screenshot({ path });
  const { size } = statSync(path);
  if (size > largest) throw new Error(`${path} has ${size} bytes`);
}

const session = 'look around';
await take('conversation', await inspector.viewOf('unanswered.json', 'conversation'), '.marks');
await take('providers', await inspector.viewOf('picture.jsonl', 'providers'), '.column .row');
await take('ledger', await inspector.viewOf(session, 'ledger'), '.call-line');
await take('costs', await inspector.viewOf(session, 'costs'), '.plot canvas');
await take('doctor', await inspector.viewOf('unanswered.json', 'doctor'), '.done li');
await page.goto(`${inspector.address}#/gateway`);
await page.locator('.state.complete').first().waitFor();
const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
const histories = [
  [{ role: 'user', content: 'hi' }],
  [
    { role: 'user', content: 'read it' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'user', content: 'go on' },
  ],
];
for (const messages of histories)
  await fetch(`${upstream.gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: 'gpt-4.1', messages }),
  });
await page.setViewportSize({ width: 1120, height: 240 });
await take('gateway', `${inspector.address}#/gateway`, 'tbody tr:nth-child(2)');
await page.setViewportSize({ width: 1120, height: 640 });
await page.emulateMedia({ colorScheme: 'dark' });
await take('dark', await inspector.viewOf(session, 'conversation'), '.row.call');

await browser.close();
await inspector.close();
await upstream.close();
home.remove();
