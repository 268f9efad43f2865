/** The repository as the architecture rules see it: packages with their manifests, tsconfigs and sources. */
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { importsOf, packageNameOf } from './imports.ts';
import { type PackageFacts, scope } from './layers.ts';
import { type Source, sourceOf } from './source.ts';

export const root: string = join(import.meta.dirname, '../..');

export interface Package extends PackageFacts {
  /** Everything `src` may import besides its own files. */
  readonly declared: readonly string[];
  /** What only building, testing or a bundled page needs. */
  readonly devDeclared: readonly string[];
  /** Its exported subpaths: `@interlock/wire/rules`. */
  readonly subpaths: readonly string[];
  readonly sources: readonly Source[];
}

interface Manifest {
  readonly name: string;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export function readPackages(): Package[] {
  return readdirSync(join(root, 'packages'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readPackage(entry.name))
    .sort((a, b) => a.folder.localeCompare(b.folder));
}

function readPackage(folder: string): Package {
  const manifest = readJson<Manifest>(`packages/${folder}/package.json`);
  const declared = Object.keys({
    ...manifest.dependencies,
    ...manifest.peerDependencies,
    ...manifest.optionalDependencies,
  });
  const sources = readSources(`packages/${folder}/src/**/*.{ts,tsx}`);
  return {
    folder,
    name: manifest.name,
    declared,
    devDeclared: Object.keys(manifest.devDependencies ?? {}),
    subpaths: Object.keys(manifest.exports ?? {})
      .filter((path) => path !== '.')
      .map((path) => posix.join(manifest.name, path)),
    sources,
    dependencies: ours(declared),
    references: readReferences(`packages/${folder}/tsconfig.json`).map((path) => posix.basename(path)),
    imports: ours(sources.flatMap((source) => importsOf(source).map(({ specifier }) => packageNameOf(specifier)))),
  };
}

/** The folders that a tsconfig references, relative to the root. */
export function readReferences(tsconfig: string): string[] {
  const { references = [] } = readJson<{ references?: readonly { readonly path: string }[] }>(tsconfig);
  return references.map(({ path }) => posix.join(posix.dirname(tsconfig), path));
}

export function readSources(pattern: string): Source[] {
  return globSync(pattern, { cwd: root, exclude: ['**/node_modules/**'] })
    .map((file) => file.replaceAll('\\', '/'))
    .sort()
    .map(readSource);
}

/** Cached, because parsing takes longest and several tests need the same files. */
const parsed = new Map<string, Source>();

function readSource(file: string): Source {
  const text = readFileSync(join(root, file), 'utf8');
  const before = parsed.get(file);
  if (before?.text === text) return before;
  const source = sourceOf(text, file);
  parsed.set(file, source);
  return source;
}

function ours(names: readonly string[]): string[] {
  return names.filter((name) => name.startsWith(scope)).map((name) => name.slice(scope.length));
}

function readJson<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8'));
}
