/**
 * One tarball that `npm install -g` takes: our packages bundled, as they are built, and everything else named with its exact version, for
 * npm to fetch. Its name on npm is in docs/decisions/0052.
 */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

export const releaseName = 'interlock-agent';

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly engines?: Readonly<Record<string, string>>;
}

const root = join(import.meta.dirname, '..');
/**
 * Where our packages find each other, and what npm has installed above. Not as `bundleDependencies`: npm takes whatever a bundled package
 * needs for bundled as well, and does not fetch it.
 */
const ownFolder = 'own/node_modules';
/** What of a package is needed to run it. */
const parts = ['package.json', 'LICENSE', 'README.md', 'bin', 'config.schema.json', 'dist'];

/** Packs what is built into `folder`, and gives the path of the tarball. */
export async function makeTarball(folder: string): Promise<string> {
  const temporary = mkdtempSync(join(tmpdir(), 'interlock-release-'));
  const stage = join(temporary, 'package');
  try {
    const own = ownPackages();
    const manifests = own.map(readManifest);
    const cli = manifests.find(({ name }) => name === '@interlock/cli');
    if (cli === undefined) throw new Error('There is no package @interlock/cli.');
    for (const path of own) copyPackage(path, join(stage, ownFolder, '@interlock', basename(path)));
    writeFileSync(join(stage, 'package.json'), JSON.stringify(releaseManifest(cli, manifests), undefined, 2));
    for (const name of ['README.md', 'LICENSE']) cpSync(join(root, name), join(stage, name));
    mkdirSync(join(stage, 'bin'));
    writeFileSync(join(stage, 'bin/interlock.js'), entry, { mode: 0o755 });
    mkdirSync(folder, { recursive: true });
    const path = join(folder, `${releaseName}-${cli.version}.tgz`);
    // What `npm pack` would write, in a tenth of the time: all that is staged is meant.
    await promisify(execFile)('tar', ['-czf', path, '-C', temporary, 'package']);
    return path;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const entry = `#!/usr/bin/env node
import '../${ownFolder}/@interlock/cli/bin/interlock.js';
`;

/** Those that were built; a page that is only served has a folder `dist`, too. */
function ownPackages(): readonly string[] {
  return globSync('packages/*/package.json', { cwd: root })
    .map((file) => join(root, file, '..'))
    .filter((path) => existsSync(join(path, 'dist')))
    .sort();
}

function copyPackage(from: string, to: string): void {
  for (const part of parts.filter((name) => existsSync(join(from, name))))
    cpSync(join(from, part), join(to, part), {
      recursive: true,
      filter: (path) => !/\.(tsbuildinfo|map)$|\.d\.ts$/.test(path),
    });
}

function releaseManifest(cli: Manifest, manifests: readonly Manifest[]): object {
  const needed = Object.assign({}, ...manifests.map(({ dependencies = {} }) => dependencies));
  const own = manifests.map(({ name }) => name);
  const dependencies = Object.fromEntries(
    Object.entries(needed)
      .filter(([name]) => !own.includes(name))
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
  const { version, description, engines } = cli;
  return {
    ...{ name: releaseName, version, description, license: 'Apache-2.0', type: 'module', engines },
    bin: { interlock: 'bin/interlock.js' },
    dependencies,
  };
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
}
