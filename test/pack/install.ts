/** Our packages as a user gets them: packed by npm, and installed from the tarballs into a folder far from here. */
import { execFile } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { promisify } from 'node:util';

export const root: string = join(import.meta.dirname, '../..');

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
}

/** Every package under `packages/` that is meant for others, by folder from the root. */
export function publicPackages(): Map<string, Manifest> {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => posix.dirname(file));
  const manifests = folders.sort().map((folder) => [folder, readManifest(folder)] as const);
  return new Map(manifests.filter(([, manifest]) => manifest.private !== true));
}

/**
 * Installs all of them into the empty `folder`. Their third-party dependencies are packed from our own `node_modules`
 * and handed to npm beside them, so that no registry is asked; only if something is missing there, it is fetched as usual.
 */
export async function installPacked(packages: ReadonlyMap<string, Manifest>, folder: string): Promise<void> {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  const thirdParty = installedDependencies([...packages.values()]);
  const packed = [...packages.keys(), ...thirdParty].map((path) => `./${path}`);
  await npm(root, ['pack', ...packed, '--pack-destination', tarballs, '--ignore-scripts']);

  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const files = readdirSync(tarballs).map((name) => `./tarballs/${name}`);
  const install = ['install', ...files, '--ignore-scripts', '--no-audit', '--no-fund'];
  // Offline first: with `--prefer-offline` npm asks a registry all the same, and for a minute when there is none.
  await npm(folder, [...install, '--offline']).catch(() => npm(folder, [...install, '--prefer-offline']));
}

/** Folders of everything the packages need at run time, directly or not, as far as it is hoisted to the root. */
function installedDependencies(packages: readonly Manifest[]): Set<string> {
  const found = new Set<string>();
  const visit = ({ dependencies = {} }: Manifest): void => {
    for (const name of Object.keys(dependencies)) {
      const path = `node_modules/${name}`;
      if (name.startsWith('@interlock/') || found.has(path) || !existsSync(join(root, path))) continue;
      found.add(path);
      visit(readManifest(path));
    }
  };
  packages.forEach(visit);
  return found;
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
}

async function npm(cwd: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)('npm', [...args, '--loglevel=error', '--no-update-notifier'], { cwd });
}
