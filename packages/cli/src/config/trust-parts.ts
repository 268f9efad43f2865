/**
 * What a project gains by trust, part by part: the settings that would be left out, and the files of its tools. Each has a digest, so
 * that what is put there later, by a pull, a branch or an agent, is not taken for what somebody has vouched for.
 */
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { toolFolderName } from '../own-tools/tool-files.ts';
import type { Config } from './config.ts';

export interface TrustPart {
  /** `mcp.github`, `tools/deploy.mjs`. */
  readonly name: string;
  readonly digest: string;
}

/** `left`: as `narrowConfig` tells it. */
export function settingParts(values: Config, left: readonly string[]): readonly TrustPart[] {
  return left.map((each) => {
    const name = each.slice(0, each.indexOf(': '));
    return {
      name,
      digest: digestOf(name)
        .update(JSON.stringify(valueAt(values, name)))
        .digest('hex'),
    };
  });
}

/** Also what lies beside them, which they may import. What they take from elsewhere is not seen. */
export async function toolParts(folder: string): Promise<readonly TrustPart[]> {
  const names = await readdir(folder).catch((): string[] => []);
  const code = names.filter((name) => /\.([cm]?[jt]s|json|node|wasm)$/.test(name)).toSorted();
  const parts = await Promise.all(code.slice(0, mostFiles).map((name) => toolPart(folder, name)));
  return parts.filter((part) => part !== undefined);
}

const mostFiles = 1_000;

/** Undefined for what is no file. */
async function toolPart(folder: string, file: string): Promise<TrustPart | undefined> {
  const name = `${toolFolderName}/${file}`;
  const digest = digestOf(name);
  try {
    // Without O_NONBLOCK a pipe that nobody writes to would never open.
    const handle = await open(join(folder, file), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      if (!(await handle.stat()).isFile()) return undefined;
      for await (const chunk of handle.createReadStream({ autoClose: false })) digest.update(chunk as Buffer);
    } finally {
      await handle.close();
    }
  } catch {
    // It cannot be run either.
    return undefined;
  }
  return { name, digest: digest.digest('hex') };
}

function digestOf(name: string): ReturnType<typeof createHash> {
  return createHash('sha256').update(`${name}\0`);
}

/** All of it where the name is none: a file that lies elsewhere. */
function valueAt(values: Config, name: string): unknown {
  const dot = name.indexOf('.');
  const [key, entry] = dot === -1 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
  if (!Object.hasOwn(values, key)) return values;
  const value: unknown = Reflect.get(values, key);
  return entry === undefined || typeof value !== 'object' || value === null ? value : Reflect.get(value, entry);
}
