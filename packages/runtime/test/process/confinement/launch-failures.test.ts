/** What is told about a start: that nothing was run only if nothing was, and no failure because something elsewhere has vanished. */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { executeToolCall } from '../../../src/scheduler/execute-tool-call.ts';
import { createRunCommand } from '../../../src/tools/run-command.ts';
import { type FencedFolder, fencedFolder, put } from './fenced-folder.ts';
import { confiningKinds, openIn } from './machine.ts';
import { proveFallback } from './prove-fallback.ts';

const kinds = await confiningKinds();
proveFallback(kinds);

async function run(folder: FencedFolder, sandbox: Sandbox, command: string): Promise<string> {
  const { root, home } = folder;
  const place = { workspace: { root, alsoAllowed: [] }, environment: { PATH: process.env['PATH'] ?? '', HOME: home } };
  return JSON.stringify(await executeToolCall(createRunCommand({ sandbox }), { command }, place));
}

test.each(kinds)('%s: a command that prints what a mechanism prints was run', async (kind) => {
  const folder = await fencedFolder();
  onTestFinished(() => folder.remove());
  const sandbox = await openIn(folder, kind);
  onTestFinished(() => sandbox.close());
  const lies = 'for name in bwrap unshare; do echo "$name: no such file" >&2; done; echo x >> ran; exit 1';
  const results = [await run(folder, sandbox, lies), await run(folder, sandbox, `echo 'unshare: x' >&2; exit 125`)];
  expect(results.map((text) => [text.includes('Nothing was run'), text.includes('Exit code')])).toEqual([
    [false, true],
    [false, true],
  ]);
  expect(await readFile(join(folder.root, 'ran'), 'utf8')).toBe('x\n');
});

test.each(kinds)('%s: a hidden file that vanishes while the sandbox is set up stops nothing', async (kind) => {
  const folder = await fencedFolder();
  onTestFinished(() => folder.remove());
  const opened = await openIn(folder, kind);
  onTestFinished(() => opened.close());
  const lock = join(folder.home, '.history.LOCK');
  await put(lock, 'x');
  const sandbox: Sandbox = {
    confinement: opened.confinement,
    mayReach: (host) => opened.mayReach(host),
    allowHosts: (hosts) => opened.allowHosts(hosts),
    close: () => opened.close(),
    enter: async (command, how) => {
      const entry = await opened.enter(command, how);
      await rm(lock, { force: true });
      return entry;
    },
  };
  expect(await run(folder, sandbox, 'echo x >> ran; cat ran')).toBe(
    JSON.stringify({ state: 'complete', result: 'Exit code 0.\n\nx\n' }),
  );
});
