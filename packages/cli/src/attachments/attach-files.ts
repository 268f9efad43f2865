/** Files attached to a prompt: as text, or as an image or document if their first bytes say so. */
import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import { usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { isResource, type Resources } from './attach-resource.ts';

const maxTextBytes = 2 * 1024 * 1024;
/** Files of a folder that are listed. */
const maxNames = 500;
const maxMediaBytes = 20 * 1024 * 1024;

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
  const candidates = await Promise.all(names.map(async (name) => ({ name, path: await findPath(name, folder) })));
  const others = [...new Set(candidates.flatMap(({ name, path }) => (path === undefined ? [name] : [])))];
  const isOfServer = (name: string): boolean => servers !== undefined && isResource(name, servers);
  return {
    found: [...new Set(candidates.flatMap(({ path }) => path ?? []))],
    resources: others.filter(isOfServer),
    missing: others.filter((name) => !isOfServer(name)),
  };
}

export function withoutEscapes(text: string): string {
  return text.replaceAll(/(?<=^|[\s("'])\\@/gu, '@');
}

/** The longest path of any system. */
const maxPathLength = 4_096;

/** Tries the name without punctuation too, because a sentence may end after it. */
async function findPath(name: string, folder: string): Promise<string | undefined> {
  if (name.length > maxPathLength) return undefined;
  for (const path of [name, name.replace(/[.,:;!?)\]]+$/u, '')]) {
    if (path !== '' && (await exists(resolve(folder, path)))) return path;
  }
  return undefined;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile() || found.isDirectory(),
    () => false,
  );
}

/** A folder becomes the list of its files. */
export async function attachFile(path: string, folder: string): Promise<TextBlock | MediaBlock> {
  const absolute = resolve(folder, path);
  const isFolder = await stat(absolute).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (isFolder) return attachFolder(path, absolute);
  const bytes = await readWhole(path, absolute);
  const mimeType = mediaType(bytes);
  if (mimeType !== undefined) {
    return { type: 'media', mimeType, encoding: 'base64', data: bytes.toString('base64'), filename: basename(path) };
  }
  if (bytes.length > maxTextBytes) {
    throw usageError(
      `${plainText(path)} is too large to attach (${bytes.length} bytes, at most ${maxTextBytes}).\nName it without @, and the agent reads the parts it needs.`,
    );
  }
  const text = decodeText(bytes);
  if (text === undefined) {
    throw usageError(`${plainText(path)} is not text, an image or a PDF, and cannot be attached.`);
  }
  return { type: 'text', text: `<file path=${JSON.stringify(path)}>\n${text}\n</file>` };
}

/** Files that `.gitignore` excludes are not listed, and nothing in the folder is run. */
async function attachFolder(path: string, absolute: string): Promise<TextBlock> {
  const { listFiles } = await import('./list-files.ts');
  const { names, isCut } = await listFiles(absolute, '**', maxNames, new AbortController().signal);
  const lines = names.length === 0 ? ['(no files)'] : names;
  const more = isCut ? [`(only the first ${names.length} are listed)`] : [];
  return { type: 'text', text: [`<folder path=${JSON.stringify(path)}>`, ...lines, ...more, '</folder>'].join('\n') };
}

/** Refuses devices and pipes, which may be endless. */
async function readWhole(name: string, path: string): Promise<Buffer> {
  const shown = plainText(name);
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) throw usageError(`There is no file ${shown}.`);
  if (!found.isFile()) throw usageError(`${shown} is not a regular file.`);
  if (found.size > maxMediaBytes)
    throw usageError(`${shown} is too large to attach: ${found.size} bytes, at most ${maxMediaBytes}.`);
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
