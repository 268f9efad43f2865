/** Bundles an entry file for a browser, as a user of the package would, into one classic script. */
import { build } from 'vite';

/** The script assigns the entry's exports to the global `name`. */
export async function bundleForBrowser(entry: string, name: string): Promise<string> {
  const bundles = await build({
    configFile: false,
    logLevel: 'warn',
    // Explicit, because the default depends on NODE_ENV, which vitest sets to `test`.
    resolve: { conditions: ['@interlock/source', 'module', 'browser', 'production'] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, name, formats: ['iife'] },
    },
  });
  const [chunk, ...others] = [bundles].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`expected one script from ${entry}`);
  // A Node module does not fail the build: vite replaces it with an empty one.
  const replaced = chunk.moduleIds.filter((id) => id.includes('__vite-browser-external'));
  if (replaced.length > 0) throw new Error(`not fit for a browser: ${replaced.join(', ')}`);
  return chunk.code;
}
