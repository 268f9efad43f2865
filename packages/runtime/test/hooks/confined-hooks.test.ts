/** Hooks inside the sandbox: they get their input there, and can access no more than the model's commands. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Hook } from '../../src/hooks/hook.ts';
import { runHook } from '../../src/hooks/run-hook.ts';
import type { Sandbox } from '../../src/process/confinement/sandbox.ts';
import { OrphanWatch } from '../../src/process/orphan-watch.ts';
import { quoteWord } from '../../src/process/quote-word.ts';
import { systemClock } from '../../src/time/clock.ts';
import { type FencedFolder, fencedFolder } from '../process/confinement/fenced-folder.ts';
import { confiningKinds, openIn } from '../process/confinement/machine.ts';
import { proveFallback } from '../process/confinement/prove-fallback.ts';

const kinds = await confiningKinds();
proveFallback(kinds);

describe.each(kinds)('%s', (kind) => {
  let folder: FencedFolder;
  let sandbox: Sandbox;
  beforeAll(async () => {
    folder = await fencedFolder();
    sandbox = await openIn(folder, kind);
  });
  afterAll(async () => {
    await sandbox.close();
    await folder.remove();
  });

  const run = (hook: Omit<Hook, 'on'>): Promise<string | undefined> =>
    runHook({
      hook: { on: 'before-tool', ...hook },
      input: { event: 'before-tool' },
      cwd: folder.root,
      environment: { PATH: process.env['PATH'] ?? '', HOME: folder.home },
      mark: `${kind} ${hook.command} ${hook.confine}`,
      sandbox,
      clock: systemClock,
      watch: new OrphanWatch(),
    });

  test('input, the workspace, and the exit code', async () => {
    expect(await run({ command: 'cat > input; exit 0' })).toBeUndefined();
    expect(readFileSync(join(folder.root, 'input'), 'utf8')).toBe('{"event":"before-tool"}\n');
    expect(await run({ command: 'echo no; exit 7' })).toBe('no');
  });

  test('cannot write outside, unless the hook allows it', async () => {
    const command = `echo x > ${quoteWord(join(folder.outside, 'made'))}`;
    expect([await run({ command }), existsSync(join(folder.outside, 'made'))]).toEqual([expect.any(String), false]);
    expect([await run({ command, confine: false }), existsSync(join(folder.outside, 'made'))]).toEqual([
      undefined,
      true,
    ]);
  });
});
