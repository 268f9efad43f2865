/** Files that are sent along with a prompt: as text, or as a picture or document where their first bytes say so. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import { usageError } from '../command-error.ts';
import { plainText } from '../print/plain-text.ts';

const mostTextBytes = 2 * 1024 * 1024;
const mostMediaBytes = 20 * 1024 * 1024;

/** `@path` at the beginning or after a space, where there is such a file; `@someone` stays what it is. */
export async function findMentions(text: string, folder: string): Promise<readonly string[]> {
  const names = [...text.matchAll(/(?<=^|[\s("'])@(?:"([^"\n]+)"|([^\s"']+))/gu)].map(
    ([, quoted, bare]) => quoted ?? bare,
  );
  const found = await Promise.all(names.map((name) => findFile(name ?? '', folder)));
  return [...new Set(found.filter((path) => path !== undefined))];
}

/** No system has longer ones. */
const longestName = 4_096;

/** A sentence may end behind a name. */
async function findFile(name: string, folder: string): Promise<string | undefined> {
  if (name.length > longestName) return undefined;
  for (const path of [name, name.replace(/[.,:;!?)\]]+$/u, '')]) {
    if (path !== '' && (await isFile(resolve(folder, path)))) return path;
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

export async function attachFile(path: string, folder: string): Promise<TextBlock | MediaBlock> {
  const bytes = await readWhole(path, resolve(folder, path));
  const mimeType = mediaType(bytes);
  if (mimeType !== undefined) {
    return { type: 'media', mimeType, encoding: 'base64', data: bytes.toString('base64'), filename: basename(path) };
  }
  if (bytes.length > mostTextBytes) {
    throw usageError(
      `${plainText(path)} is too large to be sent whole (${bytes.length} bytes, at most ${mostTextBytes}).\nName it without @, and the agent reads what it needs.`,
    );
  }
  const text = decode(bytes);
  if (text === undefined) {
    throw usageError(`${plainText(path)} is neither text nor a picture nor a PDF, and cannot be sent along.`);
  }
  return { type: 'text', text: `<file path=${JSON.stringify(path)}>\n${text}\n</file>` };
}

/** Devices and pipes have no end; folders have no text. */
async function readWhole(name: string, path: string): Promise<Buffer> {
  const shown = plainText(name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw usageError(`There is no file ${shown}.`);
  if (found.isDirectory()) throw usageError(`${shown} is a folder. Name a file in it.`);
  if (!found.isFile()) throw usageError(`${shown} is no ordinary file.`);
  if (found.size > mostMediaBytes)
    throw usageError(`${shown} is too large to be sent along: ${found.size} bytes, at most ${mostMediaBytes}.`);
  try {
    return await readFile(path);
  } catch {
    throw usageError(`${shown} may not be read by you.`);
  }
}

function mediaType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12);
  if (start.startsWith('\u0089PNG\r\n\u001a\n')) return 'image/png';
  if (start.startsWith('\u00ff\u00d8\u00ff')) return 'image/jpeg';
  if (/^GIF8[79]a/.test(start)) return 'image/gif';
  if (/^RIFF.{4}WEBP/s.test(start)) return 'image/webp';
  return start.startsWith('%PDF-') ? 'application/pdf' : undefined;
}

function decode(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
