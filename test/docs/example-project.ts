/**
 * Examples as a user would have them: files of a project that has our packages, type-checked together against the built declarations,
 * and run one by one from the sources.
 */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../architecture/repository.ts';
import { compileCache } from '../program/compile-cache.ts';
import type { Example } from './examples.ts';

export interface ExampleProject {
  /** What tsc says; '' when all is well. Names files as the pages do. */
  typeCheck(): Promise<string>;
  /** Rejects when it ends badly or says something on standard error. */
  run(place: string): Promise<string>;
  remove(): void;
}

const run = promisify(execFile);

export function createExampleProject(examples: readonly Example[]): ExampleProject {
  const folder = mkdtempSync(join(tmpdir(), 'interlock-docs-'));
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
    run: async (place) => {
      // Nothing of the user's: no key, no proxy, no home.
      const env = { PATH: process.env['PATH'] ?? '', HOME: folder, ...compileCache };
      const args = ['--conditions=@interlock/source', fileOf(place)];
      const { stdout, stderr } = await run(process.execPath, args, { cwd: folder, env });
      if (stderr !== '') throw new Error(`${place} says on standard error: ${stderr}`);
      return stdout.trimEnd();
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

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
