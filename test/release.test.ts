/**
 * The tarball of `npm run release`, installed into an empty prefix: the command works anywhere. In the long form npm installs it from a
 * registry on loopback; in the short form it is unpacked to where npm would put it, next to links to its dependencies.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeTarball } from '../release/make-tarball.ts';
import { linkDependencies, type Manifest, root } from './pack/install.ts';
import { openRegistry } from './pack/loopback-registry.ts';
import { compileCache } from './program/compile-cache.ts';
import { temporaryFolder } from './program/temporary-folder.ts';
import { times } from './property/runs.ts';

const run = promisify(execFile);
const folder = temporaryFolder('release-test');
const prefix = join(folder, 'prefix');
const elsewhere = join(folder, 'elsewhere');

beforeAll(async () => {
  const tarball = await makeTarball(folder);
  if (times === 1) await unpack(tarball);
  else await installByNpm(tarball);
  mkdirSync(elsewhere);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function installByNpm(tarball: string): Promise<void> {
  const registry = await openRegistry();
  const places = ['--prefix', prefix, '--registry', registry.url, '--cache', join(folder, 'cache')];
  const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
  await run('npm', ['install', '-g', tarball, ...places, ...quiet], { cwd: folder });
  await registry.close();
}

async function unpack(tarball: string): Promise<void> {
  const home = join(prefix, 'lib/node_modules/interlock-agent');
  for (const path of [home, join(prefix, 'bin')]) mkdirSync(path, { recursive: true });
  await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', home]);
  const manifest: Manifest & { readonly bin: { readonly interlock: string } } = JSON.parse(
    readFileSync(join(home, 'package.json'), 'utf8'),
  );
  linkDependencies([manifest], home);
  symlinkSync(join(home, manifest.bin.interlock), join(prefix, 'bin/interlock'));
}

/** A user's path: their folder for programs and the Node that runs this, and nothing of this repository. */
const path = [join(prefix, 'bin'), dirname(process.execPath), '/usr/bin', '/bin'].join(delimiter);
const interlock = (args: readonly string[]) => {
  const running = run('interlock', args, { cwd: elsewhere, env: { PATH: path, HOME: elsewhere, ...compileCache } });
  running.child.stdin?.end();
  return running;
};

test('contains every package, built, with the inspector’s page', () => {
  const home = join(prefix, 'lib/node_modules/interlock-agent/own/node_modules/@interlock');
  const built = readdirSync(join(root, 'packages')).filter((name) => existsSync(join(root, 'packages', name, 'dist')));
  expect(readdirSync(home).sort()).toEqual(built.sort());
});

test('--version, and an offline answer, from another folder; commands get the user’s own PATH', async () => {
  const { version } = JSON.parse(readFileSync(join(root, 'packages/cli/package.json'), 'utf8'));
  expect((await interlock(['--version'])).stdout).toBe(`${version}\n`);
  const { stdout } = await interlock(['-p', 'run echo "PATH is $PATH"', '--offline', '--allow', 'run_command']);
  expect(stdout).toContain(`PATH is ${path}`);
  expect((await interlock(['upgrade'])).stdout).toContain('npm install -g');
});
