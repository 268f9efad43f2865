/**
 * What a session found in the files of a workspace: by path, how to detect that a file is unchanged, and the hash of its content.
 * Another session then need not read unchanged files. Only a cache: losing it costs time.
 */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject } from '@interlock/transcript';
import { replacePrivateFile } from '../private-files.ts';
import type { FileSigns, SignedContent } from '../side-files.ts';

const fileName = 'file-signs.json';
const format = 1;

export async function readSigns(folder: string): Promise<FileSigns> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => '');
  return new Map(entriesIn(text));
}

/** The last writer wins. */
export async function writeSigns(folder: string, signs: FileSigns, token: string): Promise<void> {
  const files = Object.fromEntries([...signs].map(([path, { sign, hash }]) => [path, [sign, hash]]));
  const path = join(folder, fileName);
  await replacePrivateFile(path, `${path}.${token}`, JSON.stringify({ format, files }), false);
}

function entriesIn(text: string): readonly (readonly [path: string, SignedContent])[] {
  try {
    const read: unknown = JSON.parse(text);
    if (!isJsonObject(read) || read['format'] !== format || !isJsonObject(read['files'])) return [];
    return Object.entries(read['files']).flatMap(([path, entry]) => {
      const [sign, hash] = Array.isArray(entry) ? entry : [];
      if (typeof sign !== 'string' || typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return [];
      return [[path, { sign, hash }] as const];
    });
  } catch {
    return [];
  }
}
