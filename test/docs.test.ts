/**
 * Checks the documentation: its examples compile and print what it says, its links work, and what it names exists in the code. How a page
 * declares what is checked is described in `docs/README.md`.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from './architecture/repository.ts';
import { brokenLinks } from './docs/broken-links.ts';
import { wrongInTables } from './docs/checked-tables.ts';
import { readCommandFlags, unknownFlags } from './docs/command-flags.ts';
import { createExampleProject } from './docs/example-project.ts';
import { readExamples } from './docs/examples.ts';
import { faultyConfigurations } from './docs/faulty-configurations.ts';
import { sourceWords } from './docs/known-words.ts';
import { missingNames } from './docs/missing-names.ts';
import { readPage } from './docs/read-page.ts';
import { unknownWords } from './docs/unknown-words.ts';

const pages = globSync(['*.md', '{docs,packages,examples,test,bench,fixtures}/**/*.md'], {
  cwd: root,
  exclude: ['**/node_modules/**', '**/dist/**'],
})
  .sort()
  .map((file) => readPage(file, readFileSync(join(root, file), 'utf8')));

/** Pages for users; decisions, rules and the pages in the root are about how it is built. */
const guides = pages.filter(({ file }) => /^(docs|packages\/[a-z]+)\/[^/]+\.md$/.test(file));

const read = guides.map(readExamples);
const examples = read.flatMap((each) => each.examples);
const project = createExampleProject(examples);
afterAll(() => project.remove());

test('finds pages', () => {
  expect(pages.map(({ file }) => file)).toEqual(expect.arrayContaining(['README.md', 'docs/protocols/rules.md']));
  expect(guides.map(({ file }) => file)).toEqual(expect.arrayContaining(['docs/routes.md', 'packages/wire/README.md']));
  expect(examples.filter(({ prints }) => prints !== undefined).length).toBeGreaterThan(3);
});

test('every relative link leads to a file or a heading', () => {
  expect(brokenLinks(pages)).toEqual([]);
});

test('docs/decisions/README.md lists every decision with its title', () => {
  const folder = join(root, 'docs/decisions');
  const decisions = globSync('0*.md', { cwd: folder }).sort();
  const titles = decisions.map((file) => readFileSync(join(folder, file), 'utf8').split('\n', 1)[0]?.replace('# ', ''));
  const listed = readFileSync(join(folder, 'README.md'), 'utf8').match(/^- .*$/gm);
  expect(listed).toEqual(decisions.map((file, at) => `- [${titles[at]}](${file})`));
});

test('every TypeScript block says how it is checked', () => {
  expect(read.flatMap(({ problems }) => problems)).toEqual([]);
});

test('examples compile', async () => {
  expect(await project.typeCheck()).toBe('');
});

describe('examples print what the page says', () => {
  const running = examples.filter(({ prints }) => prints !== undefined);
  let printed: ReadonlyMap<string, string>;
  beforeAll(async () => {
    printed = await project.run(running.map(({ place }) => place));
  });
  test.each(running)('$place', ({ place, prints }) => {
    expect(printed.get(place)).toBe(prints);
  });
});

test.each(guides.filter(({ tables }) => tables.length > 0))('the tables of $file are correct', async (page) => {
  expect(await wrongInTables(page)).toEqual([]);
});

test('every flag and command line exists', async () => {
  const known = await readCommandFlags();
  expect(guides.flatMap((page) => unknownFlags(page, known))).toEqual([]);
});

test('every configuration is valid', async () => {
  expect((await Promise.all(guides.map(faultyConfigurations))).flat()).toEqual([]);
});

test('every name in code style exists in the code', () => {
  expect(unknownWords(guides, sourceWords())).toEqual([]);
});

test('every file and npm script that a page or a comment names exists', () => {
  const exclude = ['**/node_modules/**', '**/dist/**', '.cache/**'];
  const files = globSync(['**/*.ts', '**/*.tsx'], { cwd: root, exclude }).map((file) => file.replaceAll('\\', '/'));
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const known = { files, scripts: Object.keys(scripts) };
  const texts = [
    ...pages.map(({ file }) => [file, readFileSync(join(root, file), 'utf8')] as const),
    ...files
      .filter((file) => /^(packages\/\w+\/(src|test)|test|bench|release)\//.test(file))
      .map((file) => [file, commentsOf(readFileSync(join(root, file), 'utf8'))] as const),
  ];
  expect(texts.flatMap(([file, text]) => missingNames(text, known).map((name) => `${file}: ${name}`))).toEqual([]);
});

function commentsOf(source: string): string {
  return [...source.matchAll(/^\s*(?:\/\*\*|\*|\/\/).*$/gm)].map(([line]) => line).join('\n');
}
