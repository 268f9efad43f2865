/**
 * The mechanisms that this machine supports. If the kernel refuses user namespaces, the tests check the fallback instead, say so, and
 * leave a note that makes `.ci/run` fail.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { ConfinementKind } from '../../../src/process/confinement/confinement.ts';
import { openSandbox } from '../../../src/process/confinement/open-sandbox.ts';
import type { Sandbox } from '../../../src/process/confinement/sandbox.ts';
import { type FencedFolder, fencedFolder } from './fenced-folder.ts';

const note = resolve(import.meta.dirname, '../../../../../.cache/sandbox-unavailable');

const platforms: Partial<Record<NodeJS.Platform, readonly ConfinementKind[]>> = {
  linux: ['namespaces', 'bubblewrap'],
  darwin: ['seatbelt'],
};

/** Why a mechanism is not available. Bubblewrap may be missing; the mechanism of the system itself must work. */
export async function confiningKinds(): Promise<readonly ConfinementKind[]> {
  const folder = await fencedFolder();
  const kinds = platforms[process.platform] ?? [];
  const tried = await Promise.all(kinds.map(async (kind) => ({ kind, ...(await tryKind(kind, folder)) })));
  await folder.remove();
  const [own] = tried;
  mkdirSync(join(note, '..'), { recursive: true });
  rmSync(note, { force: true });
  if (own?.why !== undefined) {
    console.warn(`NOT CONFINED: this machine has no sandbox (${own.why}) Only the fallback is proved.`);
    writeFileSync(note, `${own.why}\n`);
  }
  return tried.filter(({ why }) => why === undefined).map(({ kind }) => kind);
}

async function tryKind(kind: ConfinementKind, folder: FencedFolder): Promise<{ readonly why?: string }> {
  const sandbox = await openIn(folder, kind);
  const { confinement } = sandbox;
  await sandbox.close();
  return confinement.state === 'unavailable' ? { why: confinement.why } : {};
}

export function openIn(
  { root, home, state }: FencedFolder,
  kind: ConfinementKind,
  more: Partial<Parameters<typeof openSandbox>[0]> = {},
): Promise<Sandbox> {
  return openSandbox({
    mode: 'auto',
    workspace: { root, alsoAllowed: [] },
    environment: { PATH: process.env['PATH'] ?? '', HOME: home },
    hidden: [state],
    kinds: [kind],
    ...more,
  });
}
