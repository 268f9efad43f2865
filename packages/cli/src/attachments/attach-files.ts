/** Files attached to a prompt: as text, or as an image or document if their first bytes say so. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { isResource, type Resources } from './attach-resource.ts';

const mostTextBytes = 2 * 1024 * 1024;
/** For a folder. */
const mostNames = 500;
const mostMediaBytes = 20 * 1024 * 1024;

export interface Mentions {
  /** Paths of files and folders. */
  readonly found: readonly string[];
  /** Resources of MCP servers. */
  readonly resources: readonly string[];
  /** Names that match nothing. */
  readonly missing: readonly string[];
}

/** `@path` at the start or after a space. `\\@someone` names no file: `withoutEscapes` removes the backslash. */
export async function findMentions(text: string, folder: string, servers?: Resources): Promise<Mentions> {
  const names = [...text.matchAll(/(?<=^|[\s("'])@(?:"([^"\n]+)"|([^\s"']+))/gu)].map(
    ([, quoted, bare]) => quoted ?? bare ?? '',
  );
  const looked = await Promise.all(names.map(async (name) => ({ name, path: await findPath(name, folder) })));
  const others = [...new Set(looked.flatMap(({ name, path }) => (path === undefined ? [name] : [])))];
  const isOfServer = (name: string): boolean => servers !== undefined && isResource(name, servers);
  return {
    found: [...new Set(looked.flatMap(({ path }) => path ?? []))],
    resources: others.filter(isOfServer),
    missing: others.filter((name) => !isOfServer(name)),
  };
}

export function withoutEscapes(text: string): string {
  return text.replaceAll(/(?<=^|[\s("'])\\@/gu, '@');
}

/** No system has longer paths. */
const longestName = 4_096;

/** A sentence may end after a name. */
async function findPath(name: string, folder: string): Promise<string | undefined> {
  if (name.length > longestName) return undefined;
  for (const path of [name, name.replace(/[.,:;!?)\]]+$/u, '')]) {
    if (path !== '' && (await isThere(resolve(folder, path)))) return path;
  }
  return undefined;
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile() || found.isDirectory(),
    () => false,
  );
}

/** For a folder, the list of its files. */
export async function attachFile(path: string, folder: string): Promise<TextBlock | MediaBlock> {
  const place = resolve(folder, path);
  const isFolder = await stat(place).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return attachFolder(path, place);
  const bytes = await readWhole(path, place);
  const mimeType = mediaType(bytes);
  if (mimeType !== undefined) {
    return { type: 'media', mimeType, encoding: 'base64', data: bytes.toString('base64'), filename: basename(path) };
  }
  if (bytes.length > mostTextBytes) {
    throw usageError(
      `${plainText(path)} is too large to attach (${bytes.length} bytes, at most ${mostTextBytes}).\nName it without @, and the agent reads the parts it needs.`,
    );
  }
  const text = decodeText(bytes);
  if (text === undefined) {
    throw usageError(`${plainText(path)} is not text, an image or a PDF, and cannot be attached.`);
  }
  return { type: 'text', text: `<file path=${JSON.stringify(path)}>\n${text}\n</file>` };
}

/** Without files that `.gitignore` excludes; nothing in it is run. */
async function attachFolder(path: string, place: string): Promise<TextBlock> {
  const { listFiles } = await import('./list-files.ts');
  const { names, isCut } = await listFiles(place, '**', mostNames, new AbortController().signal);
  const lines = names.length === 0 ? ['(no files)'] : names;
  const more = isCut ? [`(only the first ${names.length} are listed)`] : [];
  return { type: 'text', text: [`<folder path=${JSON.stringify(path)}>`, ...lines, ...more, '</folder>'].join('\n') };
}

/** Devices and pipes may be endless. */
async function readWhole(name: string, path: string): Promise<Buffer> {
  const shown = plainText(name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw usageError(`There is no file ${shown}.`);
  if (!found.isFile()) throw usageError(`${shown} is not a regular file.`);
  if (found.size > mostMediaBytes)
    throw usageError(`${shown} is too large to attach: ${found.size} bytes, at most ${mostMediaBytes}.`);
  try {
    return await readFile(path);
  } catch {
    throw usageError(`${shown} cannot be read: permission denied.`);
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

/** Undefined: the bytes are not text. */
export function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
