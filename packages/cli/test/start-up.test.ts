/** The modules that are loaded before the first output. Time is not measured. */
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';

const folder = temporaryFolder('start');
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hook = pathToFileURL(join(import.meta.dirname, 'loaded-modules.ts')).href;
const main = join(import.meta.dirname, '../src/main.ts');
const root = pathToFileURL(join(import.meta.dirname, '../../..')).href;

/** Loaded modules without Node's own, relative to the root: `packages/wire/src/index.ts` or `node_modules/commander/index.js`. */
function loadedBy(args: readonly string[]): Loaded {
  return loadedIn([main, ...args]);
}

interface Loaded {
  readonly code: number | null;
  readonly modules: readonly string[];
}

function loadedIn(args: readonly string[]): Loaded {
  const file = join(folder, 'loaded.txt');
  const { status } = spawnSync(process.execPath, ['--conditions=@interlock/source', '--import', hook, ...args], {
    env: { PATH: process.env['PATH'], HOME: folder, LOADED_MODULES: file },
    input: '',
  });
  const all = readFileSync(file, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith(`${root}/`) && url !== hook)
    .map((url) => url.slice(root.length + 1));
  return { code: status, modules: all };
}

const heavy = /^packages\/(?!cli\/)|^node_modules\/(?!commander\/)/;
const dependency = /^packages\/(?!cli\/)|node_modules\//;

test.each([['--version'], ['--help']])('%s loads nothing but the command line itself', (flag) => {
  const { code, modules } = loadedBy([flag]);
  expect(code).toBe(0);
  expect(modules.filter((url) => dependency.test(url))).toEqual([]);
  expect(modules.filter((url) => /\/src\/(commands|headless|interactive|agent|config|check|demo)\//.test(url))).toEqual(
    [],
  );
  expect(modules.length).toBeLessThan(15);
});

test('does not load what a command does not need', () => {
  const { code, modules } = loadedBy(['completion', 'bash']);
  expect(code).toBe(0);
  expect(modules.filter((url) => heavy.test(url))).toEqual([]);
});

test('the check can fail: a command that renders loads wire', () => {
  const { modules } = loadedBy(['render', '--help']);
  expect(modules.some((url) => url.startsWith('packages/wire/'))).toBe(true);
});

test('the first prompt needs only itself and the character widths', () => {
  const needed = ['commands/start-agent.ts', 'interactive/run-interactive.ts', 'interactive/terminal-ui.ts'];
  const imports = needed.map((path) => `await import(${JSON.stringify(pathToFileURL(join(main, '..', path)).href)});`);
  const { code, modules } = loadedIn(['--input-type=module', '--eval', imports.join('\n')]);
  expect(code).toBe(0);
  const light = /string-width|wrap-ansi|ansi-regex|strip-ansi|ansi-styles|get-east-asian-width/;
  expect(modules.filter((url) => dependency.test(url) && !light.test(url))).toEqual([]);
});
