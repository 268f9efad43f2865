/** The version of this package, from its own manifest, which is next to `src` and `dist`. */
import { readFileSync } from 'node:fs';

export function readVersion(): string {
  const manifest: { readonly version: string } = JSON.parse(
    readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
  );
  return manifest.version;
}
