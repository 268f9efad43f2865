/**
 * The programs that tests start most often, each bundled into a few large files: Node loads them in half the time that the two thousand
 * small ones take. Vitest bundles them before the first test (`globalSetup`), from the current sources; outside Vitest the sources
 * themselves are started.
 */
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'vite';
import { root } from '../architecture/repository.ts';

const sources = {
  main: 'packages/cli/src/main.ts',
  interactive: 'packages/cli/test/interactive/program.ts',
  killed: 'test/crash/child.ts',
} as const;

/** Modules that a program loads by file name, in a thread or a separate process. */
const loadedByName = {
  'process-side': 'packages/cli/src/own-tools/process-side.ts',
  'relay-side': 'packages/cli/src/own-tools/relay-side.ts',
  'scan-worker': 'packages/runtime/src/scan/scan-worker.ts',
};

const folder = join(root, '.cache/programs');
const variable = 'INTERLOCK_TEST_PROGRAMS';

type Program = keyof typeof sources;

/** The Node arguments that start it. */
export function programArgs(name: Program): readonly string[] {
  const bundles = process.env[variable];
  return bundles === undefined
    ? ['--conditions=@interlock/source', join(root, sources[name])]
    : [join(bundles, name, 'dist/program.js')];
}

/** Called by Vitest before all tests. */
export async function setup(): Promise<void> {
  const made = join(folder, 'made');
  const changed = newestChange();
  if (!existsSync(made) || statSync(made).mtimeMs <= changed) {
    await Promise.all((Object.keys(sources) as Program[]).map(bundle));
    writeFileSync(made, '');
  }
  process.env[variable] = folder;
}

/** The time of the latest change to anything that may be part of a program. */
function newestChange(): number {
  const files = globSync(['package-lock.json', 'packages/*/{src,test}/**/*.{ts,tsx}', 'test/{crash,program}/*.ts'], {
    cwd: root,
  });
  return Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));
}

/** Each program is built separately: in a combined build, a chunk that two programs share may contain statements that only one of them runs. */
async function bundle(name: Program): Promise<void> {
  mkdirSync(join(folder, name), { recursive: true });
  // The version is read from it.
  copyFileSync(join(root, 'packages/cli/package.json'), join(folder, name, 'package.json'));
  // A module in a folder of `src` looks one level higher; in the bundle all modules are in one folder.
  copyFileSync(join(root, 'packages/cli/package.json'), join(folder, 'package.json'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    resolve: { mainFields: ['module', 'main'] },
    ssr: { noExternal: true, resolve: { conditions: ['@interlock/source', 'node'] } },
    build: {
      ssr: true,
      outDir: join(folder, name, 'dist'),
      emptyOutDir: false,
      minify: false,
      target: 'node22',
      rolldownOptions: {
        input: { program: sources[name], imported: `${sources[name]}.imports.ts`, ...loadedByName },
        output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
        plugins: [importsOf(join(root, sources[name]))],
      },
    },
  });
}

/**
 * Everything the program imports, as a second entry, so that the program's own file contains only its own statements. It has a top-level
 * await: a chunk that is loaded meanwhile and imports something from that file would wait forever.
 */
function importsOf(source: string): Plugin {
  const id = `${source}.imports.ts`;
  const names = [...readFileSync(source, 'utf8').matchAll(/^(?:import|\}) [^;]*?from '([^']+)';$/gm)].map(
    ([, from]) => from,
  );
  return {
    name: 'imports-of-a-program',
    resolveId: (wanted) => (join(root, wanted) === id ? id : undefined),
    load: (wanted) =>
      wanted === id ? names.map((from, at) => `export * as part${at} from '${from}';`).join('\n') : undefined,
  };
}

/** Modules that start a thread or a process from a file next to them. */
const starters = ['packages/runtime/src/scan/scan.ts', 'packages/cli/src/own-tools/start-worker.ts'];

/**
 * For Vitest: these modules start their threads and processes from a bundle too. A thread that has to compile TypeScript takes a quarter
 * of a second to start.
 */
export function bundledThreads(): Plugin {
  const dist = join(folder, 'main/dist');
  const url = JSON.stringify(pathToFileURL(join(dist, 'program.js')).href);
  return {
    name: 'bundled-threads',
    enforce: 'pre',
    transform: (code, id) =>
      starters.some((starter) => id === join(root, starter))
        ? code.replaceAll('import.meta.url', url).replaceAll('import.meta.dirname', JSON.stringify(dist))
        : undefined,
  };
}
