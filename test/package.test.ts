/**
 * What a user of the published packages meets: the tarballs hold what they should and nothing else, install without
 * this repository, and the README's example compiles against their declarations and prints what the README says.
 */
import { execFile } from 'node:child_process';
import { copyFileSync, globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { installPacked, publicPackages, root } from './pack/install.ts';
import { readmeExample } from './pack/readme-example.ts';

const run = promisify(execFile);
const packages = publicPackages();
const folder = mkdtempSync(join(tmpdir(), 'interlock-pack-'));

beforeAll(() => installPacked(packages, folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([...packages.values()])('$name: dist, src and papers, no tests and no build state', ({ name, exports }) => {
  const files = filesBelow(join(folder, 'node_modules', name));
  const expected =
    /^(package\.json|config\.schema\.json|README\.md|LICENSE|bin\/.+\.js|(dist|src)\/.+\.(ts|tsx|js)(\.map)?)$/;
  expect(files.filter((file) => !expected.test(file) || /(^|[./])tests?[./]/.test(file))).toEqual([]);
  expect(files).toEqual(expect.arrayContaining(targetsOf(exports)));
});

test('the README’s example compiles against the installed declarations', async () => {
  const { code } = readmeExample(readFileSync(join(root, 'README.md'), 'utf8'));
  await compile('example.ts', code, { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] });
});

test('the README’s example prints what the README says', async () => {
  const { code, prints } = readmeExample(readFileSync(join(root, 'README.md'), 'utf8'));
  writeFileSync(join(folder, 'example.ts'), code);
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env: { PATH: process.env['PATH'] } });
  expect(stdout.trimEnd().split('\n')).toEqual(prints);
});

test('the declarations of transcript need no types of Node or of the browser', async () => {
  await compile('bare.ts', `export type * from '@interlock/transcript';\n`, { types: [] });
});

test('the installed command runs', async () => {
  const command = join(folder, 'node_modules/.bin/interlock');
  const { stdout } = await run(command, [
    'render',
    '--to',
    'mistral',
    '--body',
    '--compact',
    join(root, 'fixtures/wire/conversation.json'),
  ]);
  expect(JSON.parse(stdout)).toMatchObject({ model: 'mistral-medium-latest', messages: expect.any(Array) });
});

test('a provider and a protocol from outside: every field case is accepted', async () => {
  const program = 'outside-provider.ts';
  copyFileSync(join(root, 'test/pack', program), join(folder, program));
  const histories = globSync(join(root, 'fixtures/field/*.json')).length;
  const { stdout } = await run(process.execPath, [program, join(root, 'fixtures/field')], {
    cwd: folder,
    env: { PATH: process.env['PATH'] },
  });
  expect(histories).toBeGreaterThan(100);
  expect(JSON.parse(stdout)).toEqual({ histories, accepted: histories, failed: [] });
});

/** Type-checks one file in the folder, declarations of dependencies included; rejects with what tsc has to say. */
async function compile(file: string, code: string, options: Readonly<Record<string, unknown>>): Promise<void> {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
  };
  const syntax = { erasableSyntaxOnly: true, verbatimModuleSyntax: true };
  const compilerOptions = { target: 'es2024', lib: ['es2024'], module: 'nodenext', noEmit: true, ...strict, ...syntax };
  const tsconfig = join(folder, `${file}.tsconfig.json`);
  writeFileSync(join(folder, file), code);
  writeFileSync(tsconfig, JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: [file] }));
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', tsconfig], { cwd: folder }).catch(({ stdout, stderr }) => {
    throw new Error(`${file} does not compile:\n${stdout}${stderr}`);
  });
}

function filesBelow(path: string): string[] {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(path, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

/** Every file that `exports` in a package.json points to. */
function targetsOf(exports: unknown): string[] {
  if (typeof exports === 'string') return [exports.replace(/^\.\//, '')];
  return typeof exports === 'object' && exports !== null ? Object.values(exports).flatMap(targetsOf) : [];
}
