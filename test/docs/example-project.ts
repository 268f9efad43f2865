/**
 * Examples as a user would have them: files of a project that has our packages, type-checked together against the built declarations, and
 * run from the sources one after the other in one process, because loading the packages takes longest.
 */
import { execFile } from 'node:child_process';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../architecture/repository.ts';
import { compileCache } from '../program/compile-cache.ts';
import { temporaryFolder } from '../program/temporary-folder.ts';
import type { Example } from './examples.ts';

export interface ExampleProject {
  /** The output of tsc; '' if there are no errors. Files are named as in the pages. */
  typeCheck(): Promise<string>;
  /** The output of each, by place. Rejects if one fails or prints something to standard error. */
  run(places: readonly string[]): Promise<ReadonlyMap<string, string>>;
  remove(): void;
}

const run = promisify(execFile);

export function createExampleProject(examples: readonly Example[]): ExampleProject {
  const folder = temporaryFolder('docs');
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'), 'dir');
  write('package.json', JSON.stringify({ private: true, type: 'module' }));
  write(
    'tsconfig.json',
    JSON.stringify({ extends: join(root, 'tsconfig.base.json'), compilerOptions, include: ['*.ts'] }),
  );
  for (const { place, code } of examples) write(fileOf(place), `${code}\nexport {};\n`);
  return {
    typeCheck: () =>
      run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '--pretty', 'false'], { cwd: folder }).then(
        () => '',
        ({ stdout, stderr }) =>
          examples.reduce((said, { place }) => said.replaceAll(fileOf(place), place), `${stdout}${stderr}`),
      ),
    run: async (places) => {
      // Nothing from the user's environment: no key, no proxy, no home.
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...compileCache };
      const files = places.map((place) => `./${fileOf(place)}`);
      const args = ['--conditions=@interlock/source', '--input-type=module', '-e', runner, ...files];
      const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, env });
      if (stderr !== '') throw new Error(`An example says on standard error: ${stderr}`);
      const printed = stdout.split(divider).slice(1);
      return new Map(places.map((place, at) => [place, printed[at]?.trimEnd() ?? '']));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

const divider = '--- an example begins ---\n';
const runner = `
  for (const file of process.argv.slice(1)) {
    process.stdout.write(${JSON.stringify(divider)});
    await import(new URL(file, 'file://' + process.cwd() + '/').href).catch((error) => console.error(file, error));
  }
`;

const compilerOptions = {
  composite: false,
  declaration: false,
  declarationMap: false,
  sourceMap: false,
  isolatedDeclarations: false,
  rewriteRelativeImportExtensions: false,
  noEmit: true,
  typeRoots: [join(root, 'node_modules/@types')],
};

function fileOf(place: string): string {
  return `${place.replaceAll(/[^A-Za-z0-9]+/g, '-')}.ts`;
}
