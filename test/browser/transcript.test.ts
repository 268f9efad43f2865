/**
 * Checks the promise "runs in a browser too" byte for byte: every field case is imported and rendered in Node and in a real Chromium, and
 * both must give the same result.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Content } from '@interlock/transcript';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleForBrowser } from './bundle.ts';
import { launchChromium } from './chromium.ts';
import * as inNode from './transcript-entry.ts';

declare global {
  // Exists only in the page: the bundle's exports.
  var transcriptEntry: typeof inNode;
}

const folder = join(import.meta.dirname, '../../fixtures/field');
const conversations = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({ name, contents: readContents(join(folder, name)) }));

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await launchChromium();
  page = await browser.newPage();
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  const script = await bundleForBrowser(join(import.meta.dirname, 'transcript-entry.ts'), 'transcriptEntry');
  await page.addScriptTag({ content: script });
  expect(errors).toEqual([]);
});

afterAll(() => browser?.close());

test('the page has no Node globals', async () => {
  const kinds = await page.evaluate(() => [typeof process, typeof Buffer, typeof require]);
  expect(kinds).toEqual(['undefined', 'undefined', 'undefined']);
});

test('the whole public API loads', async () => {
  expect(await page.evaluate(() => transcriptEntry.exportedNames)).toEqual(inNode.exportedNames);
});

test('each conversation renders to the same bytes in Chromium and in Node', async () => {
  expect(conversations.length).toBeGreaterThan(100);
  const fromBrowser = await page.evaluate(
    (json) => (JSON.parse(json) as Content[][]).map((contents) => transcriptEntry.renderAll([contents])),
    JSON.stringify(conversations.map(({ contents }) => contents)),
  );
  const byName = (rendered: readonly string[]) => conversations.map(({ name }, i) => [name, rendered[i]]);
  expect(byName(fromBrowser)).toEqual(byName(conversations.map(({ contents }) => inNode.renderAll([contents]))));
});

test('all of them at once render to the same bytes too', async () => {
  const cases = conversations.map(({ contents }) => contents);
  const fromBrowser = await page.evaluate((json) => transcriptEntry.renderAll(JSON.parse(json)), JSON.stringify(cases));
  expect(fromBrowser === inNode.renderAll(cases)).toBe(true);
});

function readContents(file: string): readonly Content[] {
  return JSON.parse(readFileSync(file, 'utf8')).contents;
}
