/**
 * Installs our packages as a user gets them, in a folder outside the repository. In the long form npm packs them and installs the tarballs
 * with all dependencies; in the short form the files that `files` names are copied to where npm would put them, next to links to the
 * declared dependencies, because npm takes ten seconds to pack and a minute to install.
 */
import { execFile } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  globSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, posix, relative } from 'node:path';
import { promisify } from 'node:util';
import { times } from '../property/runs.ts';

export const root: string = join(import.meta.dirname, '../..');

export interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly bin?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
  readonly exports?: unknown;
  readonly files?: readonly string[];
}

/** Every published package under `packages/`, by its folder relative to the root. */
export function publicPackages(): Map<string, Manifest> {
  const folders = globSync('packages/*/package.json', { cwd: root }).map((file) => posix.dirname(file));
  const manifests = folders.sort().map((folder) => [folder, readManifest(folder)] as const);
  return new Map(manifests.filter(([, manifest]) => manifest.private !== true));
}

/** Installs all of them into the empty `folder`, without a registry. */
export async function installPacked(packages: ReadonlyMap<string, Manifest>, folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const thirdParty = installedDependencies([...packages.values()]);
  if (times === 1) copyPacked(packages, thirdParty, folder);
  else await installByNpm(packages, thirdParty, folder);
}

async function pack(paths: readonly string[], folder: string): Promise<readonly string[]> {
  const tarballs = join(folder, 'tarballs');
  mkdirSync(tarballs);
  await npm(root, ['pack', ...paths.map((path) => `./${path}`), '--pack-destination', tarballs, '--ignore-scripts']);
  return readdirSync(tarballs).map((name) => join(tarballs, name));
}

/** Packs third-party dependencies from our own `node_modules` and gives them to npm, which fetches only what is missing there. */
async function installByNpm(
  packages: ReadonlyMap<string, Manifest>,
  thirdParty: ReadonlySet<string>,
  folder: string,
): Promise<void> {
  const files = await pack([...packages.keys(), ...thirdParty], folder);
  const install = ['install', ...files, '--ignore-scripts', '--no-audit', '--no-fund'];
  // Offline first: with `--prefer-offline` npm contacts a registry anyway, and takes a minute if there is none.
  await npm(folder, [...install, '--offline']).catch(() => npm(folder, [...install, '--prefer-offline']));
}

/** Undeclared dependencies are not linked, so they are not found. */
function copyPacked(packages: ReadonlyMap<string, Manifest>, thirdParty: ReadonlySet<string>, folder: string): void {
  linkFolders(thirdParty, folder);
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  for (const [path, { name, bin = {}, files = [] }] of packages) {
    const home = join(folder, 'node_modules', name);
    copyFiles(join(root, path), home, files);
    for (const [command, target] of Object.entries(bin)) {
      chmodSync(join(home, target), 0o755);
      symlinkSync(join(home, target), join(folder, 'node_modules/.bin', command));
    }
  }
}

/** Copies what npm would include: `files`, and the files it always adds. */
function copyFiles(from: string, to: string, files: readonly string[]): void {
  const left = files
    .filter((pattern) => pattern.startsWith('!'))
    .map((pattern) => pattern.slice(1).replace('**/*', ''));
  const named = [...files.filter((pattern) => !pattern.startsWith('!')), 'package.json', 'README.md', 'LICENSE'];
  const taken = globSync(
    named.flatMap((name) => [name, `${name}/**/*`]),
    { cwd: from, withFileTypes: true },
  );
  for (const entry of taken.filter((each) => each.isFile())) {
    const path = relative(from, join(entry.parentPath, entry.name));
    if (left.some((each) => path.startsWith(`${each}/`) || path.endsWith(each))) continue;
    mkdirSync(dirname(join(to, path)), { recursive: true });
    linkOrCopy(join(from, path), join(to, path));
  }
}

/** A link takes a fiftieth of the time, and nothing writes to an installed package. Falls back to a copy across file systems. */
function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}

/** Makes everything they need at run time available from `folder`. */
export function linkDependencies(packages: readonly Manifest[], folder: string): void {
  linkFolders(installedDependencies(packages), folder);
}

/** Links folders below the root, so that they are found from `folder`. */
function linkFolders(paths: ReadonlySet<string>, folder: string): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    symlinkSync(join(root, path), join(folder, path), 'dir');
  }
}

/** The folders of everything the packages need at run time, directly or indirectly, if it is hoisted to the root. */
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
