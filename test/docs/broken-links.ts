/** Broken links: to a file that does not exist, or to a heading that the page does not have. */
import { existsSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from '../architecture/repository.ts';
import type { Page } from './read-page.ts';

export function brokenLinks(pages: readonly Page[]): readonly string[] {
  const byFile = new Map(pages.map((page) => [page.file, page]));
  return pages.flatMap(({ file, links }) =>
    links.flatMap((link) => {
      const problem = isElsewhere(link) ? undefined : problemOf(link, file, byFile);
      return problem === undefined ? [] : [`${file}: ${link}: ${problem}`];
    }),
  );
}

/** It has a scheme, or is `//host`. */
function isElsewhere(link: string): boolean {
  return /^([a-z][a-z\d+.-]*:|\/\/)/i.test(link);
}

function problemOf(link: string, from: string, pages: ReadonlyMap<string, Page>): string | undefined {
  const [path = '', anchor] = decodeURI(link).split('#');
  if (path === '') return headingProblem(pages.get(from), anchor ?? '');
  if (path.startsWith('/')) return 'it begins at the root of the machine';
  const file = posix.normalize(posix.join(posix.dirname(from), path)).replace(/\/$/, '');
  if (file.startsWith('..')) return 'it leads out of the repository';
  if (!existsSync(join(root, file))) return 'there is no such file';
  if (anchor === undefined) return undefined;
  return headingProblem(pages.get(statSync(join(root, file)).isDirectory() ? `${file}/README.md` : file), anchor);
}

function headingProblem(page: Page | undefined, anchor: string): string | undefined {
  if (page === undefined) return 'only pages have headings';
  return page.anchors.has(anchor) ? undefined : 'there is no such heading';
}
