/** Providers in files are loaded if they are trusted, listed, and used by name. An invalid one is reported with its file and a fix. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createApi, type Simulator, script, startSimulator } from '@interlock/simulators';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretVariables } from '../../src/agent/secret-variables.ts';
import { loadConfig } from '../../src/config/load-config.ts';
import { type TestHome, testHomes } from '../config/test-home.ts';
import { type Outcome, runCli } from '../run-cli.ts';

const newHome = testHomes();

let simulator: Simulator;
beforeAll(async () => {
  simulator = await startSimulator(createApi('openai-chat'), { model: script([{ say: 'Hello from acme.' }]) });
});
afterAll(() => simulator.close());

const userPlace = (home: TestHome, file: string): string => join(home.userFile, '..', 'providers', file);
const projectPlace = (home: TestHome, file: string): string => join(home.project, '.interlock', 'providers', file);

/** A provider that signs requests itself, which no setting could express. */
function acme(name = 'acme'): string {
  return `export default {
    name: '${name}',
    protocols: ['openai-chat'],
    endpoints: { 'openai-chat': '${simulator.url}/v1' },
    keyEnv: ['ACME_PASS'],
    defaultModel: 'gpt-4.1',
    authenticate: async (request, { key }) => ({ authorization: ['Bearer', key].join(' ') }),
  };`;
}

function run(home: TestHome, ...args: readonly string[]): Promise<Outcome> {
  return runCli([...args, '--cwd', home.project], { env: home.env({ ACME_PASS: simulator.key }), stdin: '' });
}

test('uses a user’s file by name, and lists it', async () => {
  const home = newHome();
  home.write(userPlace(home, 'acme.mjs'), acme());
  const answer = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1');
  expect([answer.code, answer.stdout.trim()]).toEqual([0, 'Hello from acme.']);
  const listed = JSON.parse((await run(home, 'providers', '--json')).stdout);
  expect(listed.find((each: { name: string }) => each.name === 'acme')).toEqual({
    name: 'acme',
    kind: 'acme',
    configured: true,
    key: 'ACME_PASS',
    endpoint: `${simulator.url}/v1`,
  });
  const { config } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
  expect(secretVariables(config.values)).toEqual(['ACME_PASS']);
  expect((await run(home, 'config', '--json')).stdout).not.toContain('ownProviders');
});

test('a function gets what it needs, and can bring its own protocol', async () => {
  const home = newHome();
  home.write(
    userPlace(home, 'acme.mjs'),
    `export default ({ defineProvider, keyIn, protocolOf }) => defineProvider({
      name: 'acme',
      protocols: [{ ...protocolOf('openai-chat'), name: 'acme-chat', path: () => '/v1/chat/completions' }],
      endpoints: { 'acme-chat': '${simulator.url}' },
      keyEnv: ['ACME_PASS'],
      authenticate: keyIn({ name: 'authorization', prefix: 'Bearer ' }),
    });`,
  );
  const { code, stdout } = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1');
  expect([code, stdout.trim()]).toEqual([0, 'Hello from acme.']);
});

test('settings with the same name apply to it', async () => {
  const home = newHome();
  home.write(userPlace(home, 'acme.mjs'), acme().replace(`${simulator.url}/v1`, 'http://127.0.0.1:9/v1'));
  home.write(home.userFile, { providers: { acme: { baseUrl: `${simulator.url}/v1` } } });
  expect((await run(home, '-p', 'hello', '--model', 'acme')).stdout.trim()).toBe('Hello from acme.');
});

test('runs a project’s file only while the folder is trusted in its current state', async () => {
  const home = newHome();
  const mark = join(home.home, 'ran');
  const file = home.write(
    projectPlace(home, 'acme.mjs'),
    `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\n${acme()}`,
  );
  const refused = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1');
  expect([refused.code, existsSync(mark)]).toEqual([2, false]);
  expect(refused.stderr).toContain('there is no provider "acme"');
  expect(refused.stderr).toContain(
    `${file} is not loaded: the folder is not trusted. If you trust it, start with --trust.`,
  );
  expect((await run(home, 'providers')).stdout).toContain('not loaded');
  expect(existsSync(mark)).toBe(false);

  const trusted = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1', '--trust');
  expect([trusted.code, trusted.stdout.trim(), existsSync(mark)]).toEqual([0, 'Hello from acme.', true]);

  home.write(projectPlace(home, 'acme.mjs'), `${acme()}\n// changed`);
  const { trusted: still, changed } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
  expect({ still, changed }).toEqual({ still: false, changed: ['providers/acme.mjs'] });
});

const mistakes: readonly (readonly [what: string, text: string, told: string])[] = [
  ['no default export', 'export const provider = {};', 'It has no default export. Write export default {'],
  ['not an object', 'export default 1;', 'Its default export must be an object, or a function that returns one.'],
  [
    'a misspelt field',
    "export default { name: 'a', protocols: ['openai-chat'], endpoint: 'x' };",
    'There is no field "endpoint". Did you mean',
  ],
  [
    'no protocol',
    "export default { name: 'a', protocols: ['nope'] };",
    'The provider has no valid `protocols`. List at least one:',
  ],
  [
    'a built-in name',
    "export default { name: 'openai', protocols: ['openai-chat'] };",
    'A provider openai already exists: it is built in. Use another name.',
  ],
  [
    'an alias of a built-in name',
    "export default { name: 'gemini', protocols: ['openai-chat'] };",
    'A provider gemini already',
  ],
  ['it throws', "throw new Error('no luck');", 'no luck. Fix the file, or remove it.'],
  ['a missing package', "import 'not-there-at-all';", 'Run: npm install --prefix'],
];
test.each(mistakes)('%s: reported with the file, and nothing else is lost', async (_, text, told) => {
  const home = newHome();
  const file = home.write(userPlace(home, 'wrong.mjs'), text);
  home.write(userPlace(home, 'zz-acme.mjs'), acme());
  const { config, providerProblems, warnings } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
  expect(config.values.ownProviders?.map(({ name }) => name)).toEqual(['acme']);
  expect(providerProblems).toEqual([{ where: expect.stringContaining(file), text: expect.stringContaining(told) }]);
  expect(warnings).toEqual(providerProblems.map(({ where, text: message }) => `${where}: ${message}`));
});

test('of two with the same name, the user’s takes precedence', async () => {
  const home = newHome();
  const mine = home.write(userPlace(home, 'acme.mjs'), acme());
  const theirs = home.write(projectPlace(home, 'other.mjs'), acme().replace('gpt-4.1', 'evil'));
  const { config, providerProblems } = await loadConfig({
    flags: { cwd: home.project, trust: true },
    env: home.env(),
  });
  expect(config.values.ownProviders?.map(({ defaultModel }) => defaultModel)).toEqual(['gpt-4.1']);
  expect(providerProblems).toEqual([
    { where: theirs, text: `A provider acme already exists: it is defined in ${mine}. Use another name.` },
  ]);
});

test('a TypeScript file with its own types', async () => {
  const home = newHome();
  const typed = acme()
    .replace('export default {', 'interface Secret { readonly key?: string }\nexport default {')
    .replace('async (request, { key })', 'async (request: unknown, { key }: Secret)');
  expect(typed).toContain('{ key }: Secret');
  home.write(userPlace(home, 'acme.ts'), typed);
  const { code, stdout } = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1');
  expect([code, stdout.trim()]).toEqual([0, 'Hello from acme.']);
});

/** Creates a file when it is run. */
const marking = (mark: string): string =>
  `import { writeFileSync } from 'node:fs';\nwriteFileSync(${JSON.stringify(mark)}, '');\n${acme()}`;

test('disabled by the user: loads nothing, even if a trusted project enables it', async () => {
  const home = newHome();
  const marks = ['mine', 'theirs'].map((name) => join(home.home, name)) as [string, string];
  home.write(home.userFile, { providerFiles: false });
  home.write(userPlace(home, 'acme.mjs'), marking(marks[0]));
  home.write(projectPlace(home, 'other.mjs'), marking(marks[1]));
  const refused = await run(home, '-p', 'hello', '--model', 'acme/gpt-4.1');
  expect([refused.code, ...marks.map(existsSync)]).toEqual([2, false, false]);
  expect(refused.stderr).toContain(`${home.userFile}: providerFiles is false: providers in files are not loaded.`);
  home.write(home.projectFile, { providerFiles: true });
  const { config, providerFiles, trusted } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
  expect({
    trusted,
    providerFiles,
    own: config.values.ownProviders,
    ignored: config.files.map(({ ignored }) => ignored),
  }).toEqual({
    trusted: false,
    providerFiles: [],
    own: undefined,
    ignored: [[], ['providerFiles: you have turned them off']],
  });
  expect(marks.map(existsSync)).toEqual([false, false]);
});

test('disabled by an untrusted project: applies to the user’s files too', async () => {
  const home = newHome();
  home.write(userPlace(home, 'acme.mjs'), acme());
  home.write(home.projectFile, { providerFiles: false });
  const { config, providerFiles } = await loadConfig({ flags: { cwd: home.project }, env: home.env() });
  expect([config.values.ownProviders, providerFiles]).toEqual([undefined, []]);
});
