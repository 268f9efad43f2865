/**
 * The prompt: the words of the command line, files that they name, files of `--file`, and standard input. Only words of the command line
 * can name files: piped text may come from anyone.
 */
import type { Input } from '@interlock/runtime';
import { attachFile, findMentions, withoutEscapes } from '../attachments/attach-files.ts';
import { attachResource, type Resources } from '../attachments/attach-resource.ts';
import { usageError } from '../io/command-error.ts';
import type { Io } from '../io/io.ts';
import { plainText } from '../print/plain-text.ts';
import { readPiped } from './read-piped.ts';

export interface PromptSource {
  readonly words: readonly string[];
  readonly files: readonly string[];
  /** The folder that paths are relative to. */
  readonly folder: string;
  /** There is something to do without a prompt, so standard input may stay open and silent. */
  readonly isPromptOptional?: boolean;
  /** Expands custom commands. */
  readonly expand?: (words: string) => Promise<string>;
  /** MCP servers whose resources may be named. */
  readonly servers?: Resources;
}

/** Undefined: there is no prompt at all. */
export async function readPrompt(source: PromptSource, io: Io): Promise<Input | undefined> {
  const typed = source.words.join(' ').trim();
  const words = (await source.expand?.(typed)) ?? typed;
  const piped = io.stdin.isTTY === true ? '' : await readPiped(io, words !== '' || source.isPromptOptional === true);
  const text = [withoutEscapes(words), piped].filter((part) => part.trim() !== '').join('\n\n');
  const { servers } = source;
  const { found, resources, missing } = await findMentions(words, source.folder, servers);
  const [first] = missing;
  if (first !== undefined)
    throw usageError(
      `There is no file or folder ${plainText(first)}, which @${plainText(first)} names.\nIf it is not a file, write \\@${plainText(first)}.`,
    );
  const named = new Set([...found, ...source.files]);
  if (text === '' && named.size === 0) return undefined;
  if (text === '') throw usageError('There are files, but no prompt.\nAdd one: interlock -p "…" --file …');
  if (named.size === 0 && resources.length === 0) return text;
  const blocks = await Promise.all([...named].map((path) => attachFile(path, source.folder)));
  const read = await Promise.all(
    resources.map(async (name) => (servers === undefined ? [] : attachResource(name, servers))),
  );
  return [{ type: 'text', text }, ...blocks, ...read.flat()];
}
