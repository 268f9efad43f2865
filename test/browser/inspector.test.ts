/**
 * The page of `interlock inspect` in a real Chromium: every view, a session that goes on over a kill and a switch, hostile content, pages
 * from elsewhere, and a hundred thousand entries. One browser for all of it.
 */
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runCli } from '../../packages/cli/test/run-cli.ts';
import { openUpstream, type Upstream } from '../../packages/gateway/test/open-upstream.ts';
import { launchChromium } from './chromium.ts';
import { type Documents, writeDocuments } from './inspector/documents.ts';
import { type Inspector, makeHome, openInspector } from './inspector/open-inspector.ts';

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
    answer: (response) => {
      const message = { role: 'assistant', content: 'An answer.' };
      const choices = [{ index: 0, message, finish_reason: 'stop' }];
      const body = { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body));
    },
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
  page = await context.newPage();
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

test('the conversation: rows, and each repair where it happened with its reason and its rules', async () => {
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
  expect(await page.locator('.row').count()).toBe(2);
});
