/**
 * The parts of a project that need trust: settings that would be ignored otherwise, and files of tools, providers, commands, skills,
 * agents and hooks. Each has a digest, so that later additions (by a pull, a branch or an agent) are not trusted.
 */
import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Config } from './config.ts';
import { type ListedFile, listFolder } from './list-folder.ts';

export interface TrustPart {
  /** `mcp.github`, `tools/deploy.mjs`, `providers/acme.mjs`. */
  readonly name: string;
  readonly digest: string;
}

/** `ignored`: as `narrowConfig` reports it. */
export function settingParts(values: Config, ignored: readonly string[]): readonly TrustPart[] {
  return ignored.map((each) => {
    const name = each.slice(0, each.indexOf(': '));
    return {
      name,
      digest: digestOf(name)
        .update(JSON.stringify(valueAt(values, name)))
        .digest('hex'),
    };
  });
}

/**
 * Every file of such a folder, recursively, since they may import or read each other. Imports from elsewhere are not covered. `shown`: the
 * name of the folder in messages.
 */
export async function fileParts(folder: string, shown: string = basename(folder)): Promise<readonly TrustPart[]> {
  const found = await listFolder(folder, limits);
  // The folder was not examined, so it cannot be trusted: a random digest matches no stored one.
  if (found === undefined) return [{ name: `${shown}/ (too large to check)`, digest: randomUUID() }];
  const parts = await Promise.all(found.slice(0, maxListed).map((file) => filePart(folder, shown, file)));
  const rest: TrustPart[] = [];
  for (const file of found.slice(maxListed)) rest.push(await filePart(folder, shown, file));
  if (rest.length === 0) return parts;
  const name = `${shown}/ (${rest.length} more files)`;
  const digest = digestOf(shown);
  for (const part of rest) digest.update(`${part.digest}\0`);
  return [...parts, { name, digest: digest.digest('hex') }];
}

/** The folder is read at every start. A larger one is not a folder of tools. */
const limits = { files: 10_000, bytes: 64 * 1024 * 1024 };

/** All files after these share one digest. */
const maxListed = 1_000;

async function filePart(folder: string, shown: string, { path, size }: ListedFile): Promise<TrustPart> {
  const name = `${shown}/${path}`;
  const digest = digestOf(name);
  try {
    // Without O_NONBLOCK a pipe put there meanwhile would block.
    const handle = await open(join(folder, path), constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      // The file may be growing: the rest is not read, and changes the digest.
      for await (const chunk of handle.createReadStream({ autoClose: false, end: size }))
        digest.update(chunk as Buffer);
    } finally {
      await handle.close();
    }
  } catch (error) {
    // It may be readable at the next start, and then counts as a different file.
    return {
      name,
      digest: digestOf(name)
        .update(`\0unreadable ${String(error)}`)
        .digest('hex'),
    };
  }
  return { name, digest: digest.digest('hex') };
}

function digestOf(name: string): ReturnType<typeof createHash> {
  return createHash('sha256').update(`${name}\0`);
}

/** All values if there is no such name: then the file is somewhere else. */
function valueAt(values: Config, name: string): unknown {
  const dot = name.indexOf('.');
  const [key, entry] = dot === -1 ? [name, undefined] : [name.slice(0, dot), name.slice(dot + 1)];
  if (!Object.hasOwn(values, key)) return values;
  const value: unknown = Reflect.get(values, key);
  return entry === undefined || typeof value !== 'object' || value === null ? value : Reflect.get(value, entry);
}
