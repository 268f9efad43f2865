/**
 * The page of `interlock inspect` in a real Chromium: every view, a session that continues after a kill and a switch, hostile content,
 * requests from other pages, and a hundred thousand entries. One browser runs all of it.
 */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { State } from '@interlock/inspector';
import axeCore from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../packages/cli/test/run-cli.ts';
import { openUpstream, type Upstream } from '../../packages/gateway/test/open-upstream.ts';
import { programArgs } from '../program/bundle.ts';
import { launchChromium } from './chromium.ts';
import { answerAlways } from './inspector/answer-always.ts';
import { type Documents, largeEntries, writeDocuments } from './inspector/documents.ts';
import { type Inspector, makeHome, openInspector } from './inspector/open-inspector.ts';

declare global {
  // Exists only in the page.
  var axe: typeof axeCore;
  var wasRun: boolean | undefined;
}

const home = makeHome();
let documents: Documents;
let upstream: Upstream;
let inspector: Inspector;
let elsewhere: Server;
let browser: Browser;
let page: Page;
const failures: string[] = [];

beforeAll(async () => {
  documents = writeDocuments(join(home.folder, 'files'));
  upstream = await openUpstream({
    answer: answerAlways,
    target: { provider: 'openai-compatible', model: 'm', credentials: [{ key: 'upstream-key' }] },
    adminSha256: createHash('sha256').update('admin').digest('hex'),
    recording: {},
  });
  const told = await runCli(['--offline', '-p', 'look around', '--cwd', home.folder, '--quiet'], {
    stdin: '',
    env: home.env,
  });
  expect(told.code).toBe(0);
  inspector = await openInspector(
    ['--offline', '--cwd', home.folder, '--last', '--gateway', upstream.gateway.url, ...Object.values(documents)],
    { ...home.env, INTERLOCK_ADMIN_TOKEN: 'admin' },
  );
  elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Elsewhere</title>'),
  );
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium();
  const context = await browser.newContext({ locale: 'en-US', viewport: { width: 1280, height: 800 } });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: new URL(inspector.address).origin });
  page = await context.newPage();
  page.setDefaultTimeout(0); // no result may depend on how busy the machine is
  page.on('pageerror', (error) => failures.push(String(error)));
  page.on('console', (message) => message.type() === 'error' && failures.push(message.text()));
  page.on('request', (request) => {
    if (!request.url().startsWith(inspector.address)) failures.push(`asked for ${request.url()}`);
  });
});

afterAll(async () => {
  await browser?.close();
  await inspector?.close();
  await upstream?.close();
  elsewhere?.close();
  home.remove();
});

async function show(name: string, view: string): Promise<void> {
  await page.goto(await inspector.viewOf(name, view));
}

const texts = (selector: string): Promise<readonly string[]> => page.locator(selector).allTextContents();

test('the conversation: rows, and each repair in place with its reason and rules', async () => {
  await show('001-cc-parallel-pair-unanswered.json', 'conversation');
  await page.waitForSelector('.row.call');
  expect(await texts('.row .who')).toEqual(['You', 'Model', 'You']);
  expect(await texts('.row.call .tool')).toEqual(['Read', 'Read']);
  expect(await texts('.row.call .state')).toEqual(['lost', 'lost']);
  const [mark = ''] = await texts('.marks li.repair');
  expect(mark).toContain('Repair: synthesized The call has no result');
  expect(await texts('.row.call:first-child .rules code')).toEqual(
    expect.arrayContaining(['ANT-001', 'OAC-001', 'GEM-001']),
  );
});

test('filters and full-text search', async () => {
  await show('001-cc-parallel-pair-unanswered.json', 'conversation');
  await page.keyboard.press('/');
  await page.keyboard.type('B.JSON');
  await page.locator('.status', { hasText: '1 of 5 rows' }).waitFor();
  expect(await texts('.row .inline')).toEqual(['{ "file_path": "b.json" }']);
  await page.getByLabel('Search the conversation').fill('');
  await page.getByLabel('Show only').selectOption('repairs');
  await page.locator('.status', { hasText: '2 of 5 rows' }).waitFor();
  await page.getByLabel('Tool').selectOption('Read');
  await page.locator('.row.call').nth(1).waitFor();
  expect(await page.locator('.row').count()).toBe(2);
});

test('two targets side by side, as messages and as JSON, with their differences', async () => {
  await show('001-cc-parallel-pair-unanswered.json', 'providers');
  await page.locator('.column .row.call').nth(3).waitFor();
  expect(await texts('.verdict')).toEqual(['accepted', 'accepted']);
  expect(await texts('.column:first-child dd')).toEqual([
    'anthropic-messages',
    expect.stringMatching(/^3 · [\d.]+ K?B$/),
    expect.stringMatching(/^about \d+ · under 1 % of [\d,]+$/),
    expect.stringMatching(/^\$0\.\d+ to read it without a cache$/),
  ]);
  expect(await texts('.column:first-child :is(summary, .none)')).toEqual([
    'Breaks no rule of this provider',
    'Repaired: 2',
    'Changed for it: 1',
    'Does not receive: nothing',
  ]);
  expect(await texts('.column:first-child .facts .rules code')).toEqual(['ANT-001']);
  expect(await texts('.column:first-child .row.call .result')).toEqual(
    Array(2).fill(expect.stringContaining('No result of this tool call is on record.')),
  );
  await page.getByRole('button', { name: 'As JSON' }).click();
  await page.locator('.column', { hasText: '"messages": [' }).waitFor();
  await page.locator('.column', { hasText: '"input": [' }).waitFor();
  await page.getByRole('button', { name: 'Difference' }).click();
  // Only one of the two formats can mark a result as an error.
  await page.locator('.difference .removed', { hasText: 'error: No result of this tool call' }).first().waitFor();
  await page.getByRole('button', { name: 'JSON', exact: true }).click();
  await page.locator('.difference .removed', { hasText: '"messages"' }).first().waitFor();
  await page.locator('.difference .added', { hasText: '"input"' }).first().waitFor();
});

test('what a target does not get, and a third target', async () => {
  await show('three-calls-and-a-picture.jsonl', 'providers');
  await page.getByRole('button', { name: 'Add a target' }).click();
  await page
    .getByLabel('Target')
    .nth(2)
    .selectOption({ label: await nameOfTarget('deepseek') });
  await page.locator('.column:nth-child(3)', { hasText: 'Media replaced by a placeholder' }).waitFor();
  expect(await texts('.verdict')).toEqual(['accepted', 'accepted', 'accepted']);
});

async function nameOfTarget(provider: string): Promise<string> {
  const { targets }: State = JSON.parse(await (await fetch(`${inspector.address}api/state`)).text());
  return targets.find((target) => target.provider === provider)?.name ?? '';
}

test('another agent’s session: models, calls and picture', async () => {
  await show('three-calls-and-a-picture.jsonl', 'conversation');
  await page.locator('.row img').waitFor();
  // Visible is not loaded yet. `decode` waits for that, and rejects if the picture is broken.
  await page.locator('.row img').evaluate((image) => Reflect.get(image, 'decode').call(image));
  expect(await page.locator('.row img').evaluate((image) => Reflect.get(image, 'naturalWidth') > 0)).toBe(true);
  expect(new Set(await texts('.row.call .state'))).toEqual(new Set(['complete']));
});

test('the ledger: parallel calls side by side on the time line of their turn', async () => {
  await show('look around', 'ledger');
  await page.locator('.call-line').nth(4).waitFor();
  expect(await texts('.call-line .state')).toEqual(Array(5).fill('complete'));
  const starts = await page
    .locator('.track .bar.complete')
    .evaluateAll((bars) => bars.map((bar) => Reflect.get(bar, 'style').left));
  expect(starts.map((left) => Number.parseFloat(left) < 90)).toEqual(Array(5).fill(true));
  expect(await page.locator('.track').first().getAttribute('aria-label')).toMatch(
    /^list_files: complete, waited .+, ran /,
  );
});

test('the costs: plots by turn and provider, and the same as tables', async () => {
  await show('look around', 'costs');
  await page.locator('.plot canvas').nth(2).waitFor();
  expect(await texts('.plot figcaption strong')).toEqual([
    'Tokens by turn',
    'Price by turn and provider',
    'Context against the window',
  ]);
  expect(await texts('table:first-of-type tbody th')).toEqual(['anthropic/claude-opus-4-8', 'All']);
});

const orphan = JSON.stringify({
  model: 'gpt-4.1',
  messages: [
    { role: 'user', content: 'hi' },
    { role: 'tool', tool_call_id: 'x', content: 'orphan' },
  ],
});

test('the doctor: what is wrong with pasted text, and where; the repaired version, copied and downloaded, is valid', async () => {
  await page.goto(`${inspector.address}#/doctor`);
  await page.getByRole('textbox').focus();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(orphan)})`);
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.locator('.findings .error').first().waitFor();
  expect(await page.locator('.findings').first().textContent()).toContain('messages.1');
  const id = page.url().split('/').at(-2);
  const repaired = await (await fetch(`${inspector.address}api/documents/${id}/repaired`)).text();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe(`repaired-${id}.json`);
  expect(readFileSync(await download.path(), 'utf8')).toBe(repaired);
  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByText('Copied.').waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(repaired);
  await page.getByRole('textbox').fill('');
  await page.getByRole('textbox').focus();
  await page.keyboard.press('ControlOrMeta+V');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.locator('p.good', { hasText: 'No problems found' }).waitFor();
});

test('the doctor: a dropped file, a chosen one, and one that is not text', async () => {
  await page.goto(`${inspector.address}#/doctor`);
  const box = page.locator('.drop-box');
  const transfer = await page.evaluateHandle(`(() => {
    const carried = new DataTransfer();
    carried.items.add(new File([${JSON.stringify(orphan)}], 'dropped.json'));
    return carried;
  })()`);
  await box.dispatchEvent('dragover', { dataTransfer: transfer });
  await page.locator('.drop-box.over').waitFor();
  await box.dispatchEvent('drop', { dataTransfer: transfer });
  await page.getByRole('heading', { name: 'dropped.json', exact: true }).waitFor();
  await page.locator('.findings .error').first().waitFor();
  await page.locator('input[type=file]').setInputFiles(documents.agent);
  await page.getByRole('heading', { name: 'three-calls-and-a-picture.jsonl', exact: true }).waitFor();
  await page.getByText('A session of Claude Code').waitFor();
  const bytes = { name: 'bytes.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 255, 254, 0]) };
  await page.locator('input[type=file]').setInputFiles(bytes);
  await page.getByRole('heading', { name: 'bytes.bin', exact: true }).waitFor();
  await page.getByText('Not readable as a conversation').waitFor();
});

test('a truncated file: what is wrong, where, and what could still be read', async () => {
  await show('cut.json', 'conversation');
  await page.locator('.row.user', { hasText: 'still here' }).waitFor();
  expect(await texts('.problems li code')).toEqual(['line 1, column 99', '$[1]']);
  expect(await page.locator('.problems').textContent()).toContain('The text ends too early.');
  await page.goto(`${inspector.address}#/doctor`);
  await page.getByRole('textbox').fill('no JSON at all');
  await page.getByRole('button', { name: 'Examine' }).click();
  await page.locator('.problems', { hasText: 'This cannot be read as a conversation.' }).waitFor();
  expect(await texts('.problems li code')).toEqual(['line 1, column 1']);
});

test('a gateway: live requests, and one of them opened', async () => {
  await page.goto(`${inspector.address}#/gateway`);
  await page.locator('.state.complete', { hasText: 'connected' }).waitFor();
  const messages = [
    { role: 'user', content: 'through the gateway, with sk-proj-abcdefghijklmnopqrstuvwxyz012345' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }],
    },
    { role: 'user', content: 'go on' },
  ];
  const body = JSON.stringify({ model: 'm', messages });
  await fetch(`${upstream.gateway.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });
  const row = page.locator('tbody tr', { hasText: '200 answered' });
  await row.waitFor();
  const cells = await row.locator('td').allTextContents();
  expect(cells.slice(2, 7)).toEqual([
    'openai-chat',
    'm',
    expect.stringContaining('m'),
    '200 answered',
    expect.stringContaining('synthesized'),
  ]);
  await row.getByRole('button').click();
  await page.locator('.row.call', { hasText: 'read' }).waitFor();
  const said = await page.locator('.row.user').first().textContent();
  expect(said).toContain('through the gateway, with [key]');
});

test('a live session: across a kill during a call, and on with another provider', async () => {
  const args = ['--offline', '-p', 'run sleep 600', '--allow', 'run_command', '--cwd', home.folder];
  const agent = spawn(process.execPath, [...programArgs('main'), ...args], { env: home.env, stdio: 'ignore' });
  const id = await newSession('run sleep 600');
  await fetch(`${inspector.address}api/open?session=${id}`, { method: 'POST' });
  await page.goto(`${inspector.address}#/${id}/conversation`);
  await page.locator('.row.call .state.running').waitFor();
  // What is running at the moment.
  await page.locator('.activity', { hasText: /Turn 1 has not ended.*run_command/ }).waitFor();
  agent.kill('SIGKILL');
  const going = [
    '--offline',
    '-c',
    '-p',
    'what do you remember?',
    '--model',
    'google',
    '--cwd',
    home.folder,
    '--quiet',
  ];
  expect((await runCli(going, { stdin: '', env: home.env })).code).toBe(0);
  await page.locator('.row.call .state.interrupted').waitFor();
  await page.locator('.row.assistant .who', { hasText: 'google/gemini-3.1-pro' }).waitFor();
  await page.locator('.activity').waitFor({ state: 'detached' });
  await page.keyboard.press('3');
  await page.locator('.call-line .bar.closed').waitFor();
  await page.keyboard.press('2');
  await page.locator('.column .verdict').nth(1).waitFor();
  expect(await texts('.verdict')).toEqual(['accepted', 'accepted']);
  // For some tools only the names are recorded; for read_file the program knows more.
  const told = (await page.locator('.providers .note').textContent()) ?? '';
  expect([told.includes('update_todos'), told.includes('read_file')]).toEqual([true, false]);
  await page.keyboard.press('4');
  await page.locator('tbody td', { hasText: 'google/gemini-3.1-pro' }).first().waitFor();
  expect(await texts('caption')).toEqual(['By provider', 'What switches cost', 'Requests']);
});

/** The id of a session, as soon as it has a message. */
async function newSession(title: string): Promise<string> {
  for (;;) {
    const { sessions }: State = JSON.parse(await (await fetch(`${inspector.address}api/state`)).text());
    const found = sessions.find((session) => session.title === title);
    if (found !== undefined) return found.id;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

test('shows hostile content as text: nothing runs, loads or hides the page', async () => {
  for (const view of ['providers', 'ledger', 'doctor', 'conversation']) {
    await show('.json', view).catch(() => undefined);
    await page.goto(await inspector.viewOf('<svg onload=alert(1)>.json', view));
    await page.locator('main section').first().waitFor();
    expect(await page.getByRole('navigation').isVisible()).toBe(true);
  }
  await page.locator('.row.media').nth(2).waitFor();
  expect(await page.locator('.row.user').first().textContent()).toContain('<img src=x onerror=');
  const shown = (await texts('.row.call')).join('\n');
  expect(shown).toContain('before ␛[2J␇␀⟨202E⟩ reversed ⟨2066⟩ ⟨2028⟩ ⟨200B⟩ after');
  expect(await page.locator('.row img').count()).toBe(1);
  await page.getByRole('button', { name: 'Show all of result of big' }).click();
  await page.getByText('The first 200,000 are shown.').waitFor();
  expect(await page.getByRole('link', { name: 'Download all' }).getAttribute('href')).toContain('part=result');
  expect(await page.getByRole('navigation').isVisible()).toBe(true);
  expect(await page.evaluate(() => globalThis.wasRun)).toBe(undefined);
});

test('has at most 300 rows in the page with 100,000 entries, at any position', async () => {
  await show('large.json', 'conversation');
  await page.locator('.status', { hasText: `${largeEntries.toLocaleString('en-US')} rows` }).waitFor();
  const list = page.getByLabel('Rows of the conversation');
  for (const share of [0.3, 0.7, 1, 0.5]) {
    await list.evaluate((element, part) => {
      const box: { scrollTop: number; scrollHeight: number } = Object(element);
      box.scrollTop = box.scrollHeight * part;
    }, share);
    await page.locator('.row.user').first().waitFor();
    const count = await page.locator('[data-index]').count();
    expect(count > 0 && count <= 300).toBe(true);
  }
  // With the keyboard: to the list, to its end, and back to the search.
  await page.getByRole('button', { name: 'Go to the end' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Home');
  await page.getByText('question 0', { exact: true }).waitFor();
  await page.keyboard.press('End');
  await page.getByText(`answer ${largeEntries - 1}`).waitFor();
  await page.keyboard.press('/');
  expect(await page.evaluate('document.activeElement.id')).toBe('search');
  await page.getByRole('button', { name: 'Go to the end' }).click();
  await page.getByText(`answer ${largeEntries - 1}`).waitFor();
  await page.getByLabel('Search the conversation').fill('question 77776');
  await page.locator('.status', { hasText: '1 of 100,000 rows' }).waitFor();
  expect(await page.locator('.row').count()).toBe(1);
});

test('a page from another origin cannot reach it, even with the URL', async () => {
  const foreign = await page.context().newPage();
  await foreign.goto(`http://localhost:${(elsewhere.address() as AddressInfo).port}`);
  const reached = await foreign.evaluate(async (address) => {
    const tries = [
      fetch(`${address}api/state`),
      fetch(`${address}api/state`, { mode: 'no-cors' }),
      fetch(`${address}api/examine`, { method: 'POST', body: 'x' }),
    ];
    return (await Promise.allSettled(tries)).map(({ status }) => status);
  }, inspector.address);
  expect(reached).toEqual(['rejected', 'rejected', 'rejected']);
  // Links do not navigate away either.
  await Promise.all([
    foreign.waitForURL(inspector.address),
    foreign.evaluate((address) => {
      const { location }: { readonly location: { href: string } } = Object(globalThis);
      location.href = address;
    }, inspector.address),
  ]);
  expect(await foreign.locator('body').textContent()).toBe('Access denied.');
  await foreign.close();
});

const token = (): string => new URL(inspector.address).pathname;

test.each<[string, () => string, Readonly<Record<string, string>>, number]>([
  ['the address', token, {}, 200],
  ['another token', () => '/0123456789/', {}, 403],
  ['no token', () => '/', {}, 403],
  ['another host', token, { host: 'evil.example' }, 403],
  ['another origin', token, { origin: 'http://evil.example' }, 403],
  ['for a page of another site', token, { 'sec-fetch-site': 'cross-site' }, 403],
  ['for a page on another port', token, { 'sec-fetch-site': 'same-site' }, 403],
  ['a file above the page', () => `${token()}..%2fpackage.json`, {}, 404],
])('%s', async (_name, path, headers, status) => {
  const { port } = new URL(inspector.address);
  const answer = await new Promise<number | undefined>((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path: path(), headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on('error', reject).end();
  });
  expect(answer).toBe(status);
});

test.each<[string, string, string]>([
  ['', '', '.sessions button'],
  ['001-cc-parallel-pair-unanswered.json', 'conversation', '.marks'],
  ['001-cc-parallel-pair-unanswered.json', 'providers', '.column .row'],
  ['look around', 'ledger', '.call-line'],
  ['look around', 'costs', '.plot canvas'],
  ['001-cc-parallel-pair-unanswered.json', 'doctor', '.findings li'],
  ['gateway', '', 'tbody td'],
])('axe finds nothing: %s %s', async (name, view, ready) => {
  await page.goto(view === '' ? `${inspector.address}#/${name}` : await inspector.viewOf(name, view));
  await page.locator(ready).first().waitFor();
  expect(await violations()).toEqual([]);
});

test('nor in dark mode on a narrow screen', async () => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 360, height: 700 });
  for (const view of ['conversation', 'providers']) {
    await show('001-cc-parallel-pair-unanswered.json', view);
    await page.locator('.row.call').first().waitFor();
    expect(await violations()).toEqual([]);
    const overflow = await page
      .locator('main')
      .evaluate((element) => Reflect.get(element, 'scrollWidth') - Reflect.get(element, 'clientWidth'));
    expect(overflow).toBe(0);
  }
});

async function violations(): Promise<readonly object[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axeCore.source);
  return page.evaluate(async () => {
    const { violations: found } = await globalThis.axe.run({ resultTypes: ['violations'] });
    return found.map(({ id, nodes }) => ({
      id,
      nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
    }));
  });
}

test('made no other requests and logged no errors', () => {
  expect(failures).toEqual([]);
});
