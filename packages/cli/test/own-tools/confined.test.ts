/** Tools in files inside the sandbox: what they, and the programs they start, can access. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { executeToolCall, systemClock } from '@interlock/runtime';
import { describe, expect, test } from 'vitest';
import {
  type FencedFolder,
  fencedFolder,
  put,
  secret,
} from '../../../runtime/test/process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../../../runtime/test/process/confinement/machine.ts';
import { proveFallback } from '../../../runtime/test/process/confinement/prove-fallback.ts';
import { openOwnTools } from '../../src/own-tools/open-own-tools.ts';

const kinds = await confiningKinds();
proveFallback(kinds);

const file = `
import { readFileSync, writeFileSync } from 'node:fs';
import { execSync } from 'node:child_process';
const attempt = (work) => { try { return work(); } catch (error) { return error.code ?? 'failed'; } };
export default {
  description: 'Tries.',
  parameters: { type: 'object', properties: { outside: { type: 'string' }, home: { type: 'string' } } },
  subject: ({ outside }) => outside,
  run: async ({ outside, home }, { workspace }) => ({ value: {
    inside: attempt(() => writeFileSync(workspace.root + '/made', 'x')) ?? 'written',
    outside: attempt(() => writeFileSync(outside + '/made', 'x')) ?? 'written',
    secret: attempt(() => readFileSync(home + '/.aws/credentials', 'utf8')),
    started: attempt(() => String(execSync('echo x > ' + outside + '/started; cat ' + home + '/.netrc; true', { stdio: 'pipe' }))),
    network: await fetch('http://192.0.2.1/').then(() => 'reached', (error) => error.cause?.code),
  } }),
};
`;

describe.each(kinds)('%s', (kind) => {
  async function withTool(
    work: (folder: FencedFolder, tools: Awaited<ReturnType<typeof openOwnTools>>) => Promise<void>,
  ): Promise<void> {
    const folder = await fencedFolder();
    const path = join(folder.home, '.config/interlock/tools/try.mjs');
    await put(path, file);
    const sandbox = await openIn(folder, kind);
    const environment = { PATH: process.env['PATH'] ?? '', HOME: folder.home };
    const options = { sandbox, environment, clock: systemClock, taken: [], loadMs: 60_000 };
    const tools = await openOwnTools([{ path, from: 'user', isIgnored: false }], options);
    try {
      await work(folder, tools);
    } finally {
      await tools.close();
      await sandbox.close();
      await folder.remove();
    }
  }

  test('a tool can write the workspace and reach nothing else', () =>
    withTool(async ({ root, home, outside }, { tools, problems }) => {
      expect(problems).toEqual([]);
      const [tool] = tools.map((each) => each.tool);
      if (tool === undefined) throw new Error('There is no tool.');
      const workspace = { root, alsoAllowed: [] };
      // The question is asked synchronously.
      expect(tool.subject({ outside }, workspace)).toBe(outside);
      expect(tool.confinement?.({})).toEqual({ confined: true });
      const outcome = await executeToolCall(tool, { outside, home }, { workspace });
      const result = { inside: 'written', outside: 'EROFS', secret: 'EACCES', started: '', network: 'ENETUNREACH' };
      expect(outcome).toEqual({ state: 'complete', result });
      expect(JSON.stringify(outcome)).not.toContain(secret);
      expect(['made', 'started'].map((name) => existsSync(join(outside, name)))).toEqual([false, false]);
    }));
});
