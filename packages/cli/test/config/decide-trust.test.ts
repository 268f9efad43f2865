/** Trust covers the contents at that time: whatever is added later does not run because of it. */
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type LoadedConfig, loadConfig } from '../../src/config/load-config.ts';
import { type TestHome, testHomes } from './test-home.ts';

const newHome = testHomes();

const config = { mcp: { files: { command: 'server' } }, approval: { allow: ['run_command(npm test)'] } };
const toolFile = (home: TestHome, name: string): string => join(home.project, '.interlock', 'tools', name);

function projectHome(): TestHome {
  const home = newHome();
  home.write(home.projectFile, config);
  home.write(toolFile(home, 'deploy.mjs'), 'export default 1;');
  home.write(toolFile(home, '_shared.mjs'), 'export const a = 1;');
  return home;
}

interface Asked {
  readonly changed: readonly string[];
}

/** `answer`: absent if nobody can be asked. */
async function load(
  home: TestHome,
  { answer, trust = false }: { readonly answer?: boolean; readonly trust?: boolean } = {},
  asked: Asked[] = [],
): Promise<LoadedConfig> {
  const askTrust = async (_: string, changed: readonly string[]): Promise<boolean> => {
    asked.push({ changed });
    return answer === true;
  };
  const flags = { cwd: home.project, ...(trust ? { trust } : {}) };
  return loadConfig({ flags, env: home.env(), ...(answer === undefined ? {} : { askTrust }) });
}

/** The parts of the project that are used. */
const countsOf = ({ trusted, changed, config: { values }, toolFiles }: LoadedConfig): object => ({
  trusted,
  changed,
  servers: Object.keys(values.mcp ?? {}),
  allow: values.approval?.allow ?? [],
  tools: toolFiles.filter(({ isIgnored }) => !isIgnored).length,
});

const whole = { trusted: true, changed: [], servers: ['files'], allow: config.approval.allow, tools: 1 };
const narrow = { trusted: false, servers: [], allow: [], tools: 0 };

type Change = (home: TestHome) => void;
const changes: readonly (readonly [what: string, change: Change, changed: readonly string[]])[] = [
  ['nothing', () => undefined, []],
  ['the same, written differently', (home) => home.write(home.projectFile, JSON.stringify(config, null, 4)), []],
  ['a restriction', (home) => home.write(home.projectFile, { ...config, limits: { steps: 3 } }), []],
  [
    'an added server',
    (home) => home.write(home.projectFile, { ...config, mcp: { ...config.mcp, evil: { command: 'sh' } } }),
    ['mcp.evil'],
  ],
  [
    'another command for a server',
    (home) => home.write(home.projectFile, { ...config, mcp: { files: { command: 'sh', args: ['-c', 'evil'] } } }),
    ['mcp.files'],
  ],
  [
    'an added rule',
    (home) => home.write(home.projectFile, { ...config, approval: { allow: ['run_command'] } }),
    ['approval.allow'],
  ],
  [
    'a URL',
    (home) =>
      home.write(home.projectFile, { ...config, providers: { openai: { baseUrl: 'https://evil.example/v1' } } }),
    ['providers.openai'],
  ],
  [
    'a key command',
    (home) => home.write(home.projectFile, { ...config, profiles: { a: { command: 'evil' } } }),
    ['profiles.a'],
  ],
  ['an added tool', (home) => home.write(toolFile(home, 'evil.mjs'), ''), ['tools/evil.mjs']],
  ['a changed tool', (home) => home.write(toolFile(home, 'deploy.mjs'), 'evil();'), ['tools/deploy.mjs']],
  ['what a tool imports', (home) => home.write(toolFile(home, '_shared.mjs'), 'evil();'), ['tools/_shared.mjs']],
  ['a renamed tool', (home) => renameSync(toolFile(home, 'deploy.mjs'), toolFile(home, 'run.mjs')), ['tools/run.mjs']],
  [
    'what a tool imports from a subfolder',
    (home) => home.write(toolFile(home, 'lib/deep/run.mjs'), 'evil();'),
    ['tools/lib/deep/run.mjs'],
  ],
  [
    'a package below, files added to it, and files without an extension',
    (home) => {
      home.write(toolFile(home, 'node_modules/left/index.js'), 'evil();');
      home.write(toolFile(home, 'node_modules/left/evil'), 'evil();');
    },
    ['tools/node_modules/left/evil', 'tools/node_modules/left/index.js'],
  ],
  [
    'a file behind a folder link that also leads back to itself',
    (home) => {
      home.write(join(home.project, 'elsewhere', 'run.mjs'), 'evil();');
      symlinkSync('../.interlock/tools', join(home.project, 'elsewhere', 'back'));
      symlinkSync('../../elsewhere', toolFile(home, 'linked'));
      symlinkSync('.', toolFile(home, 'round'));
    },
    ['tools/linked/run.mjs'],
  ],
  [
    'a link to another file instead of a tool',
    (home) => {
      rmSync(toolFile(home, 'deploy.mjs'));
      symlinkSync(home.write(join(home.project, 'evil.mjs'), 'evil();'), toolFile(home, 'deploy.mjs'));
    },
    ['tools/deploy.mjs'],
  ],
];

test.for(changes)('%s', async ([, change, changed]) => {
  const home = projectHome();
  expect(countsOf(await load(home, { trust: true }))).toEqual(whole);
  change(home);
  // Nobody can be asked: fewer permissions, with the reason.
  const unasked = await load(home);
  expect(unasked.changed).toEqual(changed);
  if (changed.length === 0) return expect(countsOf(unasked)).toMatchObject({ ...whole, changed });
  expect(countsOf(unasked)).toEqual({ ...narrow, changed });
  // A no is not final, and does not revoke an earlier yes.
  const asked: Asked[] = [];
  expect(countsOf(await load(home, { answer: false }, asked))).toEqual({ ...narrow, changed });
  expect((await load(home, { answer: true }, asked)).trusted).toBe(true);
  expect(asked).toEqual([{ changed }, { changed }]);
  // Now it is known, too.
  expect((await load(home, { answer: false }, asked)).trusted).toBe(true);
  expect(asked).toHaveLength(2);
});

test('remembers earlier states: switching branches asks once for each', async () => {
  const home = projectHome();
  await load(home, { trust: true });
  const write = (text: string): unknown => home.write(toolFile(home, 'deploy.mjs'), text);
  write('other();');
  await load(home, { answer: true });
  const asked: Asked[] = [];
  for (const text of ['export default 1;', 'other();', 'export default 1;']) {
    write(text);
    expect((await load(home, { answer: false }, asked)).trusted).toBe(true);
  }
  expect(asked).toEqual([]);
});

test('notices a change in a deep subfolder', async () => {
  const home = projectHome();
  home.write(toolFile(home, 'lib/deep/run.mjs'), 'export const a = 1;');
  expect(countsOf(await load(home, { trust: true }))).toEqual(whole);
  expect(countsOf(await load(home))).toEqual(whole);
  home.write(toolFile(home, 'lib/deep/run.mjs'), 'evil();');
  expect(countsOf(await load(home))).toEqual({ ...narrow, changed: ['tools/lib/deep/run.mjs'] });
});

test('notices a change after the first thousand files', async () => {
  const home = projectHome();
  for (let at = 0; at < 1_010; at += 1) home.write(toolFile(home, `many/${at}.txt`), String(at));
  expect(countsOf(await load(home, { trust: true }))).toEqual(whole);
  expect(countsOf(await load(home))).toEqual(whole);
  home.write(toolFile(home, 'zzz/last.mjs'), 'evil();');
  expect(countsOf(await load(home))).toEqual({ ...narrow, changed: ['tools/ (13 more files)'] });
});

test('trusts what is too large to read at a start only for that start', async () => {
  const home = projectHome();
  const huge = home.write(toolFile(home, 'lib/huge.bin'), '');
  truncateSync(huge, 200 * 1024 ** 3);
  expect(countsOf(await load(home, { trust: true }))).toEqual(whole);
  expect(countsOf(await load(home))).toEqual({ ...narrow, changed: ['tools/ (too large to check)'] });
  rmSync(huge);
  // The rest is not trusted, because it was not examined.
  expect((await load(home)).trusted).toBe(false);
});

test('disabled tools are not a change', async () => {
  const home = projectHome();
  home.write(home.userFile, { tools: { own: false } });
  await load(home, { trust: true });
  home.write(toolFile(home, 'evil.mjs'), '');
  expect(await load(home)).toMatchObject({ trusted: true, changed: [], toolFiles: [] });
});

test('asks again for trust from an earlier version, which did not look at the files', async () => {
  const home = projectHome();
  await load(home, { trust: true });
  const shelf = join(home.state, 'trust');
  const [name = ''] = readdirSync(shelf);
  const { seen: _, ...old } = JSON.parse(readFileSync(join(shelf, name), 'utf8'));
  writeFileSync(join(shelf, name), JSON.stringify(old));
  expect(await load(home)).toMatchObject({ trusted: false, changed: expect.arrayContaining(['mcp.files']) });
});

test('a pipe or a folder among the tools does not block', async () => {
  const home = projectHome();
  mkdirSync(toolFile(home, 'folder.mjs'));
  symlinkSync('/dev/zero', toolFile(home, 'endless.mjs'));
  symlinkSync('loop.mjs', toolFile(home, 'loop.mjs'));
  expect(countsOf(await load(home, { trust: true }))).toEqual(whole);
  expect(countsOf(await load(home))).toEqual(whole);
});
