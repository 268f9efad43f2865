/**
 * `@interlock/wire` in a real Chromium: the whole package loads, requests have the same bytes as in Node, and answers are streamed with
 * the browser's own `fetch`. Simulators refuse web pages, as a local server should, so the page talks to a small server that forwards its
 * requests, as a web application would.
 */
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { script, startAll } from '@interlock/simulators';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForBrowser } from './bundle.ts';
import { launchChromium } from './chromium.ts';
import * as inNode from './wire-entry.ts';

declare global {
  // Exists only in the page: the bundle's exports.
  var wireEntry: typeof inNode;
}

const answer = 'The first sentence is here. The second one follows it.';
const contents = [{ speaker: 'human' as const, blocks: [{ type: 'text' as const, text: 'Hello.' }] }];

let simulators: Awaited<ReturnType<typeof startAll>>;
let server: Server;
let origin: string;
let browser: Browser;
let page: Page;

beforeAll(async () => {
  simulators = await startAll({ names: ['anthropic', 'openai-responses', 'gemini'], model: script([{ say: answer }]) });
  server = createServer((request, response) => {
    if (request.method === 'GET') {
      response.setHeader('content-type', 'text/html').end('<!doctype html><title>A page</title>');
      return;
    }
    const [, name = '', ...path] = (request.url ?? '').split('/');
    const { host, origin: _, referer, ...headers } = request.headers;
    const passed = Object.entries(headers).filter(([key]) => !key.startsWith('sec-'));
    const simulator = simulators.all.find((each) => each.name === name);
    const body = new ReadableStream({
      start: (controller) => {
        request.on('data', (chunk) => controller.enqueue(chunk)).on('end', () => controller.close());
      },
    });
    const init = { method: 'POST', headers: passed as [string, string][], body, duplex: 'half' } as const;
    fetch(`${simulator?.url}/${path.join('/')}`, init).then(async (reply) => {
      response.writeHead(reply.status, Object.fromEntries(reply.headers));
      for await (const chunk of reply.body ?? []) response.write(chunk);
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`;
  browser = await launchChromium();
  page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await page.goto(origin);
  await page.addScriptTag({ content: await bundleForBrowser(join(import.meta.dirname, 'wire-entry.ts'), 'wireEntry') });
  expect(errors).toEqual([]);
});

afterAll(async () => {
  await browser?.close();
  await simulators?.close();
  server?.close();
});

test('the whole public API loads', async () => {
  expect(await page.evaluate(() => wireEntry.exportedNames)).toEqual(inNode.exportedNames);
});

test.each([
  ['anthropic', 'anthropic', 'claude-opus-4-8', '/v1'],
  ['openai', 'openai-responses', 'gpt-5.6-terra', '/v1'],
  ['google', 'gemini', 'gemini-3.1-pro', '/v1beta'],
])('%s: the same bytes as in Node, and a streamed answer', async (provider, name, model, path) => {
  const key = simulators.all.find((each) => each.name === name)?.key ?? '';
  const asked = { target: { provider, model, endpoint: `${origin}/${name}${path}`, key }, contents };
  expect(await page.evaluate((given) => wireEntry.bodyOf(given), asked)).toBe(inNode.bodyOf(asked));
  const { text, deltas } = await page.evaluate((given) => wireEntry.ask(given), asked);
  expect({ text, streamed: deltas > 1 }).toEqual({ text: answer, streamed: true });
});
