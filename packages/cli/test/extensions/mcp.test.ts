/** Prompts of MCP servers as commands, and resources as mentions, from the configuration to the model. */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { script } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compileCache } from '../../../../test/program/compile-cache.ts';
import { type ScriptedProvider, startProvider } from '../headless/scripted-provider.ts';

const server = fileURLToPath(new URL('../../../runtime/test/mcp/demo-server.ts', import.meta.url));
let provider: ScriptedProvider;
beforeAll(async () => {
  provider = await startProvider(
    script([
      { when: { of: 'mcp__demo__colour' }, say: 'It said: {{results}}' },
      { when: { user: '^paint' }, call: [{ tool: 'mcp__demo__colour' }] },
      { say: 'I heard: {{user}}' },
    ]),
  );
  const folder = join(provider.env['XDG_CONFIG_HOME'] ?? '', 'interlock');
  await mkdir(folder, { recursive: true });
  const mcp = { demo: { command: process.execPath, args: [server], env: compileCache, confine: false } };
  await writeFile(join(folder, 'config.json'), JSON.stringify({ mcp }));
});
afterAll(() => provider.close());

test.for<readonly [words: string, code: number, out: string]>([
  ['/demo:review-it a.ts "error paths" first', 0, 'I heard: Review a.ts with error paths first.\n'],
  ['/review-it a.ts', 0, 'I heard: Review a.ts with care.\n'],
  ['/review-it', 2, '/demo:review-it needs <file>.'],
  ['Look at @demo:note://a/b', 0, '[resource note://a/b]\nthe note\n</resource>'],
  ['Look at @demo:note://x', 2, 'no resource note://x'],
  ['Look at @other:note://x', 2, 'There is no file or folder other:note://x'],
])('%s', async ([words, code, expected]) => {
  const run = await provider.run(['-p', words]);
  expect([run.code, `${run.stdout}${run.stderr}`], run.stderr).toEqual([code, expect.stringContaining(expected)]);
});

test('declines a question from a server in -p, and reports it on stderr and in the events', async () => {
  const run = await provider.run(['-p', 'paint', '--allow', 'mcp__demo__colour', '--output-format', 'stream-json']);
  const text = 'The MCP server "demo" asks for an answer, but there is no one to ask; it was declined: Which colour?.';
  const events = run.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
  expect(run.stderr).toContain('there is no one to ask; it was declined');
  expect(events.filter(({ type }) => type === 'notice')).toEqual([expect.objectContaining({ text })]);
  expect(run.stdout).toContain('It said: decline {}');
});
