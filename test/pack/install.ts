/**
 * Our packages as a user gets them: packed by npm, and installed from the tarballs into a folder far from here. In the long form npm
 * installs them, and all they need; in the short form they are unpacked where npm would put them, beside links to what they declare,
 * because npm takes a minute for that.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { promisify } from 'node:util';
import { times } from '../property/runs.ts';

export const root: string = join(import.meta.dirname, '../..');

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
}

/** Every package under `packages/` that is meant for others, by folder from the root. */
export function publicPackages(): Map<string, Manifest> {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => posix.dirname(file));
  const manifests = folders.sort().map((folder) => [folder, readManifest(folder)] as const);
  return new Map(manifests.filter(([, manifest]) => manifest.private !== true));
}

/** Installs all of them into the empty `folder`. No registry is asked. */
export async function installPacked(packages: ReadonlyMap<string, Manifest>, folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const thirdParty = installedDependencies([...packages.values()]);
  await (times === 1 ? unpack(packages, thirdParty, folder) : installByNpm(packages, thirdParty, folder));
}

async function pack(paths: readonly string[], folder: string): Promise<readonly string[]> {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  await npm(root, ['pack', ...paths.map((path) => `./${path}`), '--pack-destination', tarballs, '--ignore-scripts']);
  return readdirSync(tarballs).map((name) => join(tarballs, name));
}

/** Third-party dependencies are packed from our own `node_modules` and handed to npm; only what is missing there is fetched as usual. */
async function installByNpm(
  packages: ReadonlyMap<string, Manifest>,
  thirdParty: ReadonlySet<string>,
  folder: string,
): Promise<void> {
  const files = await pack([...packages.keys(), ...thirdParty], folder);
  const install = ['install', ...files, '--ignore-scripts', '--no-audit', '--no-fund'];
  // Offline first: with `--prefer-offline` npm asks a registry all the same, and for a minute when there is none.
  await npm(folder, [...install, '--offline']).catch(() => npm(folder, [...install, '--prefer-offline']));
}

/** What a package does not declare is not linked, and so not found. */
async function unpack(
  packages: ReadonlyMap<string, Manifest>,
  thirdParty: ReadonlySet<string>,
  folder: string,
): Promise<void> {
  for (const path of thirdParty) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path), 'dir');
  }
  const files = await pack([...packages.keys()], folder);
  for (const { name, bin = {} } of packages.values()) {
    const home = join(folder, 'node_modules', name);
    mkdirSync(home, { recursive: true });
    const prefix = `${name.replace('@', '').replace('/', '-')}-`;
    const file = files.find((each) => basename(each).startsWith(prefix)) ?? '';
    await promisify(execFile)('tar', ['-xzf', file, '-C', home, '--strip-components=1']);
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
    for (const [command, target] of Object.entries(bin)) {
      chmodSync(join(home, target), 0o755);
      symlinkSync(join(home, target), join(folder, 'node_modules/.bin', command));
    }
  }
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
