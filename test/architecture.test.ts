/**
 * The rules that keep the packages apart, the pure ones pure and the names honest (ARCHITECTURE, CONTRIBUTING), on the real
 * tree. Each rule is a function in `architecture/`, where it is tried on snippets that must and must not be found.
 */
import { globSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { findCycles } from './architecture/cycles.ts';
import { findUnnamedExports } from './architecture/export-style.ts';
import { findNameProblems } from './architecture/file-names.ts';
import {
  findDeepImports,
  findEscapes,
  findUndeclared,
  importsOf,
  isRelative,
  resolveRelative,
} from './architecture/imports.ts';
import { findImpurities } from './architecture/impurities.ts';
import { findLayerBreaks, findUnreferenced } from './architecture/layers.ts';
import { findModuleState } from './architecture/module-state.ts';
import { declarationsIn } from './architecture/readonly-types.ts';
import { readPackages, readReferences, readSources, root } from './architecture/repository.ts';
import type { Finding, Source } from './architecture/source.ts';

/** Where there must be neither effects nor state, and the folder in it that is the exception. */
const pure: readonly { readonly folder: string; readonly except?: string }[] = [
  { folder: 'packages/transcript/src/' },
  { folder: 'packages/wire/src/', except: 'packages/wire/src/transport/' },
  { folder: 'packages/import/src/', except: 'packages/import/src/files/' },
];

const packages = readPackages();
const sources = packages.flatMap((it) => it.sources);
const packageTests = readSources('packages/*/test/**/*.{ts,tsx}');
const others = readSources('{test,examples,bench}/**/*.{ts,tsx}');
const pureSources = sources.filter(({ file }) =>
  pure.some(({ folder, except }) => file.startsWith(folder) && !(except && file.startsWith(except))),
);

test('there is something to look at', () => {
  expect(packages.map(({ folder }) => folder)).toContain('transcript');
  expect(pureSources.map(({ file }) => file)).toContain('packages/transcript/src/index.ts');
});

test('a package knows only the packages below it: imports, package.json and tsconfig.json agree', () => {
  expect(packages.flatMap((it) => findLayerBreaks(it))).toEqual([]);
});

test.each(['tsconfig.json', 'tsconfig.test.json'])('%s refers to every package', (tsconfig) => {
  const folders = packages.map(({ folder }) => folder);
  expect(findUnreferenced(folders, readReferences(tsconfig))).toEqual([]);
});

test.each(packages)('$folder has no import cycle between files', (it) => {
  const filesImported = (source: Source): string[] =>
    importsOf(source)
      .filter(({ specifier }) => isRelative(specifier))
      .map(({ specifier }) => resolveRelative(source.file, specifier));
  const graph = new Map(it.sources.map((source) => [source.file, filesImported(source)]));
  expect(findCycles(graph).map((cycle) => cycle.join(' -> '))).toEqual([]);
});

test.each(packages)('$folder/src imports its own files and declared dependencies only', (it) => {
  expect(report(it.sources, (source) => findEscapes(source, `packages/${it.folder}/src`))).toEqual([]);
  expect(report(it.sources, (source) => findUndeclared(source, it.declared))).toEqual([]);
});

test('relative imports of a package’s tests stay inside the package, or lead to what other tests are made of', () => {
  const ownPackage = ({ file }: Source): string => file.split('/').slice(0, 2).join('/');
  expect(
    report(packageTests, (source) => findEscapes(source, ownPackage(source), /^(packages\/[a-z]+\/)?test\//)),
  ).toEqual([]);
});

test('nobody reaches past a package’s exports', () => {
  expect(report([...sources, ...packageTests, ...others], findDeepImports)).toEqual([]);
});

test('pure packages keep no state in modules', () => {
  const declarations = declarationsIn(sources);
  expect(report(pureSources, (source) => findModuleState(source, declarations))).toEqual([]);
});

test('pure packages have no clock, chance, process, network, locale or console', () => {
  expect(report(pureSources, findImpurities)).toEqual([]);
});

test('REQ-915-036 only the renderer can mint a transcript: nobody else imports it, and the package does not export it', () => {
  const importers = sources.filter(({ text }) => /import \{[^}]*\bmint\b[^}]*\}/.test(text)).map(({ file }) => file);
  expect(importers).toEqual(['packages/transcript/src/render/renderer.ts']);
  const index = sources.find(({ file }) => file === 'packages/transcript/src/index.ts');
  expect(index?.text).toContain('isRendered');
  expect(index?.text).not.toMatch(/\bmint\b/);
});

test('exports are named one by one', () => {
  expect(report(sources, findUnnamedExports)).toEqual([]);
});

test('any two protocols can be read side by side: the same files, and the same rooms for what they are made of', () => {
  const protocols = globSync('packages/wire/src/protocols/*/', { cwd: root });
  const files = [
    'decode-request',
    'decode-response',
    'decode-stream',
    'encode-body',
    'encode-message',
    'encode-response',
    'detect-request',
  ];
  const expected = [...files, 'encode-stream', 'failures', 'index', 'rules', 'traits'].map((name) => `${name}.ts`);
  const odd = protocols.flatMap((folder) => {
    const found = globSync(`${folder}/*`, { cwd: root }).map((path) => basename(path));
    const rooms = ['reading', 'reply', 'request', 'rules'];
    const own = found.filter((name) => !expected.includes(name) && !rooms.includes(name));
    const missing = expected.filter((name) => !found.includes(name));
    return [...own.map((name) => `${folder}: ${name}`), ...missing.map((name) => `${folder} lacks ${name}`)];
  });
  expect(protocols).toHaveLength(6);
  // What thinking is bound to (ANT-054) is Anthropic's alone.
  expect(odd).toEqual(['packages/wire/src/protocols/anthropic-messages: prefix-digest.ts']);
});

test('file names are kebab-case and say what is inside', () => {
  const named = [...sources, ...packageTests, ...others].map(({ file }) => file);
  const problems = named.flatMap((file) => findNameProblems(file).map((problem) => `${file}: ${problem}`));
  expect(problems).toEqual([]);
});

function report(files: readonly Source[], find: (source: Source) => Finding[]): string[] {
  return files.flatMap((source) => find(source).map(({ line, problem }) => `${source.file}:${line} ${problem}`));
}
