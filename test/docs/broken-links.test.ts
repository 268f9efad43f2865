import { expect, test } from 'vitest';
import { brokenLinks } from './broken-links.ts';
import { readPage } from './read-page.ts';

const other = readPage('docs/decisions/README.md', '# Some heading\n');

test.each([
  ['https://example.com/nowhere', undefined],
  ['mailto:somebody@example.com', undefined],
  ['#here', undefined],
  ['decisions', undefined],
  ['decisions/README.md#some-heading', undefined],
  ['decisions#some-heading', undefined],
  ['../package.json', undefined],
  ['#there', 'there is no such heading'],
  ['decisions/README.md#here', 'there is no such heading'],
  ['nowhere.md', 'there is no such file'],
  ['../package.json#here', 'only pages have headings'],
  ['../../elsewhere', 'it leads out of the repository'],
  ['/etc/passwd', 'it begins at the root of the machine'],
])('%s: %s', (link, problem) => {
  const page = readPage('docs/page.md', `# Here\n\n[it](${link})\n`);
  expect(brokenLinks([page, other])).toEqual(problem === undefined ? [] : [`docs/page.md: ${link}: ${problem}`]);
});
