/** Where no mechanism works, a file about the sandbox proves instead that this is told, with the reason. */
import { expect, onTestFinished, test } from 'vitest';
import type { ConfinementKind } from '../../../src/process/confinement/confinement.ts';
import { fencedFolder } from './fenced-folder.ts';
import { openIn } from './machine.ts';

export function proveFallback(kinds: readonly ConfinementKind[]): void {
  if (kinds.length > 0) return;
  test('there is no sandbox on this machine, and the reason is told', async () => {
    const folder = await fencedFolder();
    onTestFinished(() => folder.remove());
    const sandbox = await openIn(folder, process.platform === 'darwin' ? 'seatbelt' : 'namespaces');
    const { confinement } = sandbox;
    await sandbox.close();
    expect(confinement).toMatchObject({ state: 'unavailable', why: expect.stringMatching(/\.$/) });
  });
}
