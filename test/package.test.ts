/**
 * What users of the published packages get: the tarballs contain what they should and nothing else, install without this repository, and
 * the examples of all READMEs compile against their declarations and run as printed. Where an example needs a provider, the usual
 * environment variables point it to a simulator.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { clientSettings, startAll } from '@interlock/simulators';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openTerminal } from '../packages/cli/test/terminal/open-terminal.ts';
import { readExamples } from './docs/examples.ts';
import { readPage } from './docs/read-page.ts';
import { installPacked, publicPackages, root } from './pack/install.ts';
import { readmeExample } from './pack/readme-example.ts';
import { compileCache } from './program/compile-cache.ts';
import { temporaryFolder } from './program/temporary-folder.ts';
import { share, times } from './property/runs.ts';

const run = promisify(execFile);
const packages = publicPackages();
const folder = temporaryFolder('pack');

beforeAll(() => installPacked(packages, folder));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each([...packages.values()])(
  '$name: dist, src and documents, no tests and no build state',
  ({ name, exports }) => {
    const files = filesBelow(join(folder, 'node_modules', name));
    const expected =
      /^(package\.json|config\.schema\.json|README\.md|LICENSE|bin\/.+\.js|dist\/page\/\w+\.(html|css|svg)|(dist|src)\/.+\.(ts|tsx|js)(\.map)?)$/;
    expect(files.filter((file) => !expected.test(file) || /(^|[./])tests?[./]/.test(file))).toEqual([]);
    expect(files).toEqual(expect.arrayContaining(targetsOf(exports)));
  },
);

test('the inspector’s package contains its page', () => {
  const page = filesBelow(join(folder, 'node_modules/@interlock/inspector/dist/page'));
  expect(page.sort()).toEqual(['icon.svg', 'index.html', 'page.css', 'page.js', 'plots.js']);
});

test('the README’s example prints what the README says', async () => {
  const { code, prints } = readmeExample(readFileSync(join(root, 'README.md'), 'utf8'));
  writeFileSync(join(folder, 'example.ts'), code);
  const { stdout } = await run(process.execPath, ['example.ts'], { cwd: folder, env: { PATH: process.env['PATH'] } });
  expect(stdout.trimEnd().split('\n')).toEqual(prints);
});

/** Starts simulators of the providers that examples use, and sets the variables that point to them. */
async function startProviders() {
  const simulators = await startAll({ names: ['anthropic', 'gemini'] });
  onTestFinished(() => simulators.close());
  const started = [simulators.of('anthropic'), simulators.of('gemini')];
  const settings = started.map((simulator) => clientSettings(simulator).environment);
  return {
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...compileCache, ...Object.assign({}, ...settings) },
    verdicts: () => started.map(({ name, log }) => `${name}: ${log.map(({ verdict }) => verdict).join(' ')}`),
  };
}

const libraries: readonly (readonly [name: string, requests: readonly string[]])[] = [
  ['transcript', ['anthropic: ', 'gemini: ']],
  ['wire', ['anthropic: accepted', 'gemini: ']],
  ['simulators', ['anthropic: ', 'gemini: ']],
  ['runtime', ['anthropic: accepted', 'gemini: accepted']],
];

/** The first example of each package, named after the package. */
const firstExamples = libraries.map(([name]) => {
  const file = `packages/${name}/README.md`;
  const { fences, ...page } = readPage(file, readFileSync(join(root, file), 'utf8'));
  const [example] = readExamples({ ...page, fences: fences.filter(({ marks }) => marks[0] !== 'continued') }).examples;
  if (example === undefined) throw new Error(`${file} has no example`);
  return { ...example, source: `readme-of-${name}.ts` };
});

test('the examples of all READMEs compile against the installed declarations', async () => {
  lendSdk();
  const { code } = readmeExample(readFileSync(join(root, 'README.md'), 'utf8'));
  const files = { 'example.ts': code, ...Object.fromEntries(firstExamples.map((each) => [each.source, each.code])) };
  await compile('examples', files, { types: ['node'], typeRoots: [join(root, 'node_modules/@types')] });
});

test.each(libraries)('the first example of packages/%s/README.md runs as printed', async (name, requests) => {
  const example = firstExamples.find(({ source }) => source === `readme-of-${name}.ts`);
  lendSdk();
  writeFileSync(join(folder, example?.source ?? ''), example?.code ?? '');
  const { env, verdicts } = await startProviders();
  const { stdout, stderr } = await run(process.execPath, [example?.source ?? ''], { cwd: folder, env });
  expect({ stderr, requests: verdicts() }).toEqual({ stderr: '', requests });
  if (example?.prints !== undefined) expect(stdout.trimEnd()).toBe(example.prints);
});

/** The SDK in the simulators' example is the user's dependency, not ours. */
function lendSdk(): void {
  for (const name of ['@anthropic-ai', 'standardwebhooks', 'json-schema-to-ts'])
    if (existsSync(join(root, 'node_modules', name)) && !existsSync(join(folder, 'node_modules', name)))
      symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name), 'dir');
}

describe('the command lines of packages/cli/README.md', () => {
  const page = readPage('README.md', readFileSync(join(root, 'packages/cli/README.md'), 'utf8'));
  const lines = (page.fences.find(({ language }) => language === 'sh')?.text ?? '')
    .split('\n')
    .map((line) => line.replace(/ +# .*/, ''));
  const needsTerminal = /^interlock(?: --continue)?$/;
  const needsSignal = /^interlock (?:simulate|inspect)/;

  test('are these', () => {
    expect(lines.filter((line) => !line.startsWith('interlock'))).toEqual([]);
    expect(lines.length).toBeGreaterThan(9);
  });

  /** Creates a working folder with the files that the command lines name, and puts the installed command on the path. */
  async function openShop() {
    const { env } = await startProviders();
    const cwd = temporaryFolder('shop', folder);
    const { contents } = JSON.parse(readFileSync(join(root, 'fixtures/wire/conversation.json'), 'utf8'));
    writeFileSync(join(cwd, 'history.json'), JSON.stringify(contents));
    writeFileSync(
      join(cwd, 'body.json'),
      JSON.stringify({ model: 'gpt-4.1', messages: [{ role: 'user', content: 'hi' }] }),
    );
    writeFileSync(join(cwd, 'diff.txt'), '+ a line\n');
    return { cwd, env: { ...env, HOME: cwd, PATH: `${join(folder, 'node_modules/.bin')}:${env.PATH}` } };
  }

  // Some of them; all in the long form.
  test.each(
    share(
      lines.filter((line) => !needsTerminal.test(line) && !needsSignal.test(line)),
      6,
    ),
  )('%s', async (line) => {
    const shop = await openShop();
    const child = run('/bin/sh', ['-c', line.includes('<') ? line : `${line} </dev/null`], shop);
    // A check that finds something exits with 1 and reports it.
    const { stdout } = await child.catch((error) => {
      if (error.code !== 1 || !/ (?:check|doctor)/.test(line)) throw error;
      return error;
    });
    expect(stdout).not.toBe('');
  });

  test.each(
    share(
      lines.filter((line) => needsTerminal.test(line)),
      2,
    ),
  )('%s', async (line) => {
    const { cwd, env } = await openShop();
    if (line.includes('--continue')) await run('/bin/sh', ['-c', 'interlock -p hello </dev/null'], { cwd, env });
    const terminal = openTerminal('/bin/sh', ['-c', line], { cwd, env });
    onTestFinished(() => terminal.close());
    await terminal.until(/> Ask something/);
    terminal.type('/quit\r');
    expect(await terminal.ended).toBe(0);
  });

  test.each(
    share(
      lines.filter((line) => needsSignal.test(line)),
      2,
    ),
  )('%s', async (line) => {
    const { cwd, env } = await openShop();
    const child = spawn('/bin/sh', ['-c', `exec ${line}`], { cwd, env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(child, 'close');
    let said = '';
    for await (const chunk of child.stdout) {
      said += chunk;
      if (/anthropic[\s\S]*gemini|\/#\//.test(said)) child.kill('SIGINT');
    }
    expect(await ended).toEqual([0, null]);
  });
});

test.each([...packages.values()])('$name: its declarations import only what is installed with it', ({ name }) => {
  const home = join(folder, 'node_modules', name);
  const imported = filesBelow(join(home, 'dist'))
    .filter((file) => file.endsWith('.d.ts'))
    .flatMap((file) => [
      ...readFileSync(join(home, 'dist', file), 'utf8').matchAll(/(?:from|import\() ?['"]([^'"]+)['"]/g),
    ])
    .map(([, from = '']) => from)
    .filter((from) => !from.startsWith('.') && !from.startsWith('node:'));
  const missing = [...new Set(imported)].filter((from) => {
    const [, needed = from] = /^((?:@[^/]+\/)?[^/]+)/.exec(from) ?? [];
    return !existsSync(join(folder, 'node_modules', needed));
  });
  expect(missing).toEqual([]);
});

test('the runtime without its optional packages: sessions run, and a store or server that needs one names the command', async () => {
  const bare = temporaryFolder('bare');
  onTestFinished(() => rmSync(bare, { recursive: true, force: true }));
  const needed = ['packages/transcript', 'packages/wire', 'packages/runtime'];
  await installPacked(new Map([...packages].filter(([path]) => needed.includes(path))), bare);
  copyFileSync(join(root, 'test/pack/without-peers.ts'), join(bare, 'without-peers.ts'));
  const { env, verdicts } = await startProviders();
  const { stdout } = await run(process.execPath, ['without-peers.ts'], { cwd: bare, env });
  expect({ ...JSON.parse(stdout), requests: verdicts() }).toEqual({
    outcome: 'done',
    server:
      'failed: An MCP server needs the package @modelcontextprotocol/client. Run: npm install @modelcontextprotocol/client',
    store: 'ConfigError: A PostgreSQL store needs the package pg. Run: npm install pg',
    requests: ['anthropic: accepted', 'gemini: '],
  });
});

test('the declarations of transcript need no Node or browser types', async () => {
  await compile('bare', { 'bare.ts': `export type * from '@interlock/transcript';\n` }, { types: [] });
});

test('an external provider and protocol: every field case is accepted', async () => {
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

/** Type-checks files in the folder, and in the long form the declarations of dependencies too; rejects with the output of tsc. */
async function compile(
  name: string,
  files: Readonly<Record<string, string>>,
  options: Readonly<Record<string, unknown>>,
): Promise<void> {
  const strict = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: times === 1, // TypeBox alone takes five seconds of processor time
  };
  const syntax = { erasableSyntaxOnly: true, verbatimModuleSyntax: true };
  const compilerOptions = { target: 'es2024', lib: ['es2024'], module: 'nodenext', noEmit: true, ...strict, ...syntax };
  const tsconfig = join(folder, `${name}.tsconfig.json`);
  for (const [file, code] of Object.entries(files)) writeFileSync(join(folder, file), code);
  writeFileSync(
    tsconfig,
    JSON.stringify({ compilerOptions: { ...compilerOptions, ...options }, files: Object.keys(files) }),
  );
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', tsconfig], { cwd: folder }).catch(({ stdout, stderr }) => {
    throw new Error(`${name} do not compile:\n${stdout}${stderr}`);
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
