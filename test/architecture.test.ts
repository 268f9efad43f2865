/**
 * The rules on imports between packages, purity and names (ARCHITECTURE, CONTRIBUTING), checked on the real tree. Each rule is a function
 * in `architecture/`, where it is tested with snippets that it must report and snippets that it must not.
 */
import { existsSync, globSync } from 'node:fs';
import { basename, join } from 'node:path';
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
import { findMachineUses } from './architecture/machine-uses.ts';
import { findModuleState } from './architecture/module-state.ts';
import { declarationsIn } from './architecture/readonly-types.ts';
import { type Package, readPackages, readReferences, readSources, root } from './architecture/repository.ts';
import { fileGraph, filesReached, findFolderCycles, findRoomBreaches, isTypeOnly } from './architecture/rooms.ts';
import type { Finding, Source } from './architecture/source.ts';

/**
 * Folders that must have neither effects nor state, with their exceptions: the files that open sockets and files, and the one call that
 * uses them.
 */
const pure: readonly { readonly folder: string; readonly except: readonly string[] }[] = [
  { folder: 'packages/transcript/src/', except: [] },
  { folder: 'packages/wire/src/', except: ['transport/', 'exchange/stream-reply.ts'] },
  { folder: 'packages/import/src/', except: ['files/'] },
];

const packages = readPackages();
const sources = packages.flatMap((it) => it.sources);
const packageTests = readSources('packages/*/test/**/*.{ts,tsx}');
const others = readSources('{test,examples,bench}/**/*.{ts,tsx}');
const pureSources = sources.filter(({ file }) =>
  pure.some(({ folder, except }) => file.startsWith(folder) && !except.some((it) => file.startsWith(folder + it))),
);

test('finds packages', () => {
  expect(packages.map(({ folder }) => folder)).toContain('transcript');
  expect(pureSources.map(({ file }) => file)).toContain('packages/transcript/src/index.ts');
});

test('a package imports only packages below it: imports, package.json and tsconfig.json agree', () => {
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

/** Packages that are bundled before they are published, with their entry file: their imports are resolved then and not at the user's. */
const bundled: Readonly<Record<string, string>> = { inspector: 'main.tsx' };

test.each(packages)('$folder/src imports its own files and declared dependencies only', (it) => {
  expect(report(it.sources, (source) => findEscapes(source, `packages/${it.folder}/src`))).toEqual([]);
  const graph = fileGraph(it);
  const start = bundled[it.folder];
  const page = start === undefined ? new Set<string>() : filesReached(graph, start);
  const exported = filesReached(graph, 'index.ts');
  const below = `packages/${it.folder}/src/`.length;
  const isBundled = ({ file }: Source): boolean => page.has(file.slice(below)) && !exported.has(file.slice(below));
  expect(
    report(it.sources, (source) =>
      findUndeclared(source, isBundled(source) ? [...it.declared, ...it.devDeclared] : it.declared),
    ),
  ).toEqual([]);
});

test('relative imports of a package’s tests stay inside the package or lead to test support', () => {
  const ownPackage = ({ file }: Source): string => file.split('/').slice(0, 2).join('/');
  expect(
    report(packageTests, (source) => findEscapes(source, ownPackage(source), /^(packages\/[a-z]+\/)?test\//)),
  ).toEqual([]);
});

test('no import bypasses a package’s exports', () => {
  const subpaths = packages.flatMap((it) => it.subpaths);
  expect(subpaths).toContain('@interlock/runtime/mcp');
  expect(report([...sources, ...packageTests, ...others], (source) => findDeepImports(source, subpaths))).toEqual([]);
});

test('pure packages keep no state in modules', () => {
  const declarations = declarationsIn(sources);
  expect(report(pureSources, (source) => findModuleState(source, declarations))).toEqual([]);
});

test('pure packages use no clock, randomness, process, network, locale or console', () => {
  expect(report(pureSources, findImpurities)).toEqual([]);
});

test('REQ-915-036 only the renderer can create a transcript: nothing else imports the constructor, and the package does not export it', () => {
  const importers = sources.filter(({ text }) => /import \{[^}]*\bmint\b[^}]*\}/.test(text)).map(({ file }) => file);
  expect(importers).toEqual(['packages/transcript/src/render/renderer.ts']);
  const index = sources.find(({ file }) => file === 'packages/transcript/src/index.ts');
  expect(index?.text).toContain('isRendered');
  expect(index?.text).not.toMatch(/\bmint\b/);
});

/** Files that need the machine itself, and why. */
const ofTheMachine: Readonly<Record<string, string>> = {
  'test/program/temporary-folder.ts': 'makes them',
  'test/program/chosen-environment.ts': 'chooses it',
  'test/proofs/prove-tests.ts': 'starts Vitest, which chooses it',
  'test/fresh/long.ts': 'clones into folders whose names it chooses row by row',
  'test/confined/long.ts': 'works with what this machine has',
  'test/confined/work-inside.ts': 'the same, in its process',
  'test/pack/without-peers.ts': 'is copied to where nothing else of the tests is',
  'packages/runtime/test/mcp/demo-server.ts': 'shows what it was given',
};

test('no test makes a temporary folder with a plain name or hands on the environment of the machine', () => {
  const tests = [...packageTests, ...others];
  expect(Object.keys(ofTheMachine).filter((name) => !tests.some(({ file }) => file === name))).toEqual([]);
  expect(
    report(
      tests.filter(({ file }) => !(file in ofTheMachine)),
      findMachineUses,
    ),
  ).toEqual([]);
});

test('exports are listed by name', () => {
  expect(report(sources, findUnnamedExports)).toEqual([]);
});

test('all protocols have the same layout: the four directions and the rules, with the same files', () => {
  const protocols = globSync('packages/wire/src/protocols/*/', { cwd: root });
  const expected = [
    'decode-request/decode-request',
    'decode-response/decode-response',
    'encode-request/encode-body',
    'encode-request/encode-message',
    'encode-response/encode-response',
    'failures',
    'index',
    'rules/index',
    'server',
    'traits',
  ].map((name) => `${name}.ts`);
  const rooms = ['decode-request', 'decode-response', 'encode-request', 'encode-response', 'rules'];
  const odd = protocols.flatMap((folder) => [
    ...globSync(`${folder}/*/`, { cwd: root }).filter((room) => !rooms.includes(basename(room))),
    ...expected.filter((name) => !existsSync(join(root, folder, name))).map((name) => `${folder} lacks ${name}`),
  ]);
  expect(protocols.length).toBeGreaterThan(5);
  expect(odd).toEqual([]);
});

test('nothing outside a protocol’s folder imports from inside it, and its rules import none of the four directions', () => {
  const graph = fileGraph(packageOf('wire'));
  // The rules and the server half are separate entry points.
  const breaches = findRoomBreaches(graph, 'protocols').filter(
    (it) => !/^rules\.ts -> |^protocols\/known-servers\.ts -> .*\/server\.ts$/.test(it),
  );
  expect(breaches).toEqual([]);
  const ofRules = [...graph].filter(([file]) => /^protocols\/[^/]+\/rules\//.test(file));
  expect(ofRules.length).toBeGreaterThan(40);
  expect(ofRules.flatMap(([, imported]) => imported.filter((file) => /\/(en|de)code-re/.test(file)))).toEqual([]);
});

test('wire’s client, rules and server entries load nothing of each other', () => {
  const graph = fileGraph(packageOf('wire'), 'values');
  const reachedFrom = (entry: string, unwanted: RegExp): readonly string[] =>
    [...filesReached(graph, entry)].filter((file) => unwanted.test(file));
  expect(filesReached(graph, 'index.ts').size).toBeGreaterThan(300);
  expect(reachedFrom('exchange/stream-reply.ts', /(decode-request|encode-response|server)[/.]/)).toEqual([]);
  expect(
    reachedFrom('rules.ts', /code-re|^(exchange|prepare|providers|models|reply|shape|target|tools|transport)\//),
  ).toEqual([]);
  expect(
    reachedFrom(
      'server.ts',
      /(encode-request|decode-response|\/rules)\/|^(exchange|prepare|providers|models|target|transport)\//,
    ),
  ).toEqual([]);
});

test.each(packages)('$folder has no cycles between folders', (it) => {
  expect(findFolderCycles(fileGraph(it))).toEqual([]);
});

test('only entry files are directly in src', () => {
  const entries = /^(index|main|app|rules|server|mcp|postgres|simulators|create-gateway|testing)\.tsx?$/;
  const loose = sources.map(({ file }) => file.split('/')).filter((path) => path.length === 4);
  expect(loose.filter((path) => !entries.test(path.at(-1) ?? '')).map((path) => path.join('/'))).toEqual([]);
});

test('neither library is loaded without a database or an MCP server', () => {
  const heavy = /^(pg$|pg\/|@modelcontextprotocol\/)/;
  const eager = sources.flatMap((source) =>
    importsOf(source)
      .filter(({ specifier, node }) => heavy.test(specifier) && node.type !== 'ImportExpression' && !isTypeOnly(node))
      .map(({ specifier }) => `${source.file}: ${specifier}`),
  );
  expect(eager).toEqual([]);
});

test('the main entry of the runtime needs neither library, not even for types; the subpaths do', () => {
  const it = packageOf('runtime');
  const graph = fileGraph(it);
  const needs = (entry: string): readonly string[] => {
    const reached = filesReached(graph, entry);
    const imported = it.sources
      .filter(({ file }) => reached.has(file.slice('packages/runtime/src/'.length)))
      .flatMap((source) => importsOf(source).map(({ specifier }) => specifier));
    return ['@modelcontextprotocol/client', 'pg'].filter((name) => imported.includes(name));
  };
  expect(['index.ts', 'mcp.ts', 'postgres.ts'].map(needs)).toEqual([[], ['@modelcontextprotocol/client'], ['pg']]);
});

test('every sentence for a model exists once', () => {
  const texts = ['packages/transcript/src/render/model-texts.ts', 'packages/wire/src/texts/model-texts.ts'];
  const sentences = sources
    .filter(({ file }) => texts.includes(file))
    .flatMap(({ text }) => [...text.matchAll(/'([A-Z][^'\n]* [^'\n]*\.)'/g)].map(([, sentence = '']) => sentence));
  expect(sentences).toContain('The tool failed without a message.');
  const repeated = sources.flatMap(({ file, text }) =>
    texts.includes(file) ? [] : sentences.filter((it) => text.includes(`'${it}'`)).map((it) => `${file}: ${it}`),
  );
  expect(repeated).toEqual([]);
});

test('file names are kebab-case and descriptive', () => {
  const named = [...sources, ...packageTests, ...others].map(({ file }) => file);
  const problems = named.flatMap((file) => findNameProblems(file).map((problem) => `${file}: ${problem}`));
  expect(problems).toEqual([]);
});

function packageOf(folder: string): Package {
  const found = packages.find((it) => it.folder === folder);
  if (found === undefined) throw new Error(`There is no package ${folder}.`);
  return found;
}

function report(files: readonly Source[], find: (source: Source) => Finding[]): string[] {
  return files.flatMap((source) => find(source).map(({ line, problem }) => `${source.file}:${line} ${problem}`));
}
