/** Builds the page into `dist/page`, unless it was built from exactly these sources. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

const folder = import.meta.dirname;
const target = join(folder, 'dist/page');
const stamp = join(target, 'inputs');

/** Calls `starting` if there is something to build. */
export async function buildPage(starting: () => void = () => undefined): Promise<void> {
  const inputs = digestOfInputs();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === inputs) return;
  starting();
  // Loaded only if there is something to build: starting must stay quick.
  const { build } = await import('vite');
  await build({
    root: join(folder, 'page'),
    base: './',
    configFile: false,
    logLevel: 'warn',
    // Spelt out: the default depends on NODE_ENV, which vitest sets to `test`.
    define: { 'process.env.NODE_ENV': '"production"' },
    resolve: { conditions: ['module', 'browser', 'production'] },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: target,
      emptyOutDir: true,
      target: 'es2023',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        output: { entryFileNames: 'page.js', chunkFileNames: 'plots.js', assetFileNames: 'page[extname]' },
      },
    },
  });
  writeFileSync(stamp, inputs);
}

function digestOfInputs(): string {
  const hash = createHash('sha256');
  const files = globSync(['src/**/*.{ts,tsx}', 'page/**/*', 'build-page.ts'], { cwd: folder, withFileTypes: true });
  const paths = files.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  for (const path of paths.sort())
    hash
      .update(`${path.slice(folder.length)}\0`)
      .update(readFileSync(path))
      .update('\0');
  const require = createRequire(import.meta.url);
  for (const name of ['preact', 'uplot', 'vite']) hash.update(versionOf(name, require));
  return hash.digest('hex');
}

function versionOf(name: string, require: NodeJS.Require): string {
  const home = require.resolve
    .paths(name)
    ?.map((place) => join(place, name, 'package.json'))
    .find(existsSync);
  return home === undefined ? '' : `${name}@${JSON.parse(readFileSync(home, 'utf8')).version}`;
}
