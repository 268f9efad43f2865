/**
 * Creates one tarball for `npm install -g`: our built packages bundled, and every other dependency with its exact version, for npm to
 * fetch. Its name on npm is in docs/decisions/0052-one-tarball.md.
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
 * Here our packages find each other, and what npm installed above. `bundleDependencies` is not used: npm then treats the dependencies of a
 * bundled package as bundled too, and does not fetch them.
 */
const ownFolder = 'own/node_modules';
/** The parts of a package that are needed to run it. */
const parts = ['package.json', 'LICENSE', 'README.md', 'bin', 'config.schema.json', 'dist'];

/** Packs the built packages into `folder`, and returns the path of the tarball. */
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
    // The same as `npm pack`, in a tenth of the time: everything that is staged is included.
    await promisify(execFile)('tar', ['-czf', path, '-C', temporary, 'package']);
    return path;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

const entry = `#!/usr/bin/env node
import '../${ownFolder}/@interlock/cli/bin/interlock.js';
`;

/** The packages that were built; the inspector's page has a `dist` folder too. */
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
      .filter(([name]) => !own.includes(name) && !name.startsWith('@types/'))
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
