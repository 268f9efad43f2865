/** Bundles an entry file for a browser, as somebody who uses the package would, into one classic script. */
import { build, defaultClientConditions } from 'vite';

/** The script puts the entry's exports on the global `name`. */
export async function bundleForBrowser(entry: string, name: string): Promise<string> {
  const warnings: string[] = [];
  const bundles = await build({
    configFile: false,
    logLevel: 'silent',
    // `mode` decides between the `development` and `production` conditions; NODE_ENV is `test` here.
    mode: 'production',
    resolve: { conditions: ['@interlock/source', ...defaultClientConditions] },
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, name, formats: ['iife'] },
      // An import of a Node module is only a warning to a bundler: it is replaced by an empty object.
      rolldownOptions: { onLog: (_level, log) => void warnings.push(log.message) },
    },
  });
  if (warnings.length > 0) throw new Error(`not fit for a browser: ${warnings.join('\n')}`);
  const [chunk, ...others] = [bundles].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  if (chunk?.type !== 'chunk' || others.length > 0) throw new Error(`expected one script from ${entry}`);
  return chunk.code;
}
