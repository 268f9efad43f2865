/** The built page: its folder, and the files that may be requested. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { inputError } from '../io/command-error.ts';

const types: Readonly<Record<string, string>> = {
  'index.html': 'text/html; charset=utf-8',
  'page.js': 'text/javascript; charset=utf-8',
  'plots.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
};

export interface PageFile {
  readonly type: string;
  readonly bytes: Buffer;
}

/** Undefined: the page has no such file. */
export async function pageFile(name: string): Promise<PageFile | undefined> {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  return type === undefined ? undefined : { type, bytes: await readFile(join(pageFolder(), name)) };
}

export async function checkPage(): Promise<void> {
  await pageFile('index.html').catch(() => {
    throw inputError('The page of the inspector has not been built.\nRun npm run build.');
  });
}

function pageFolder(): string {
  return join(dirname(createRequire(import.meta.url).resolve('@interlock/inspector/package.json')), 'dist/page');
}
