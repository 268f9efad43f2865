/** Files for the tests of one test file, in a folder that is removed when they are done. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { temporaryFolder } from '../../../test/program/temporary-folder.ts';

export function writtenFiles(): (name: string, content: string | Uint8Array) => string {
  const folder = temporaryFolder('cli');
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return (name, content) => {
    const file = join(folder, name);
    writeFileSync(file, content);
    return file;
  };
}
