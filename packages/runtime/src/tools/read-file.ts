/** `read_file`: some lines of a text file, or an image or PDF. */

import { basename } from 'node:path';
import type { MediaBlock } from '@interlock/transcript';
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolOutput } from '../tool/tool.ts';
import { counted, sizeText } from '../workspace/bounded-text.ts';
import { type FileKind, fileKind, kindSample } from '../workspace/file-kind.ts';
import { FileProblem, reporting } from '../workspace/file-problem.ts';
import { type OpenFile, openFile } from '../workspace/open-file.ts';
import { pathReads, pathSubject } from '../workspace/path-access.ts';
import { type ByteSource, bytesInMemory, type LinesRead, readLines } from '../workspace/read-lines.ts';
import { resolvePath } from '../workspace/resolve-path.ts';
import { showPath } from '../workspace/show-path.ts';
import { filePath } from './file-path.ts';
import { similarNames } from './similar-names.ts';

const defaultLimit = 2_000;
const maxCharacters = 48_000;
const maxLine = 4_000;
const countUntil = 64_000_000;
/** The limits of the providers; a larger file would end the turn, not just the call. */
const largestMedia: Readonly<Record<string, number>> = { 'application/pdf': 20_000_000 };
const largestImage = 5_000_000;

interface ReadArguments {
  readonly path: string;
  readonly offset?: number;
  readonly limit?: number;
}

export const readFile: AgentTool = defineTool({
  name: 'read_file',
  description:
    'Reads a file. Text is returned exactly as it is, without line numbers; images (PNG, JPEG, GIF, WebP) and PDFs are ' +
    `returned as attachments. Returns ${defaultLimit} lines by default, and never more than ${maxCharacters} characters or ${maxLine} of ` +
    'one line; if anything is missing, a first line in [brackets] says so and gives the offset to continue with. ' +
    'Read a file whole rather than in small pieces, and several files with parallel calls. ' +
    'To see what is in a folder use list_files; to find text use search_files.',
  parameters: Type.Object(
    {
      path: filePath,
      offset: Type.Optional(
        Type.Integer({ minimum: 1, description: 'First line to read, counted from 1. Default: 1.' }),
      ),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, description: `Maximum number of lines. Default: ${defaultLimit}.` }),
      ),
    },
    { additionalProperties: false },
  ),
  kind: 'read',
  access: ({ path }, workspace) => pathReads(workspace, path),
  subject: ({ path }, workspace) => pathSubject(workspace, path),
  run: (args, context) => reporting(() => read(args, context)),
});

async function read(args: ReadArguments, context: ToolContext): Promise<ToolOutput> {
  const { workspace } = context;
  context.signal.throwIfAborted();
  const { path, name, exists } = resolvePath(workspace, args.path, { mustExist: false });
  const shown = showPath(name);
  const buffer = async (): Promise<string | undefined> => workspace.buffers?.read?.(path, context.signal);
  if (!exists) {
    const text = await buffer();
    if (text !== undefined) return readBuffer(text, args, shown, context.signal);
    throw new FileProblem(`${shown} does not exist.${await similarNames(context, path)}`);
  }
  const file = await openFile(path, name);
  try {
    const sample = Buffer.alloc(kindSample);
    const { bytesRead } = await file.handle.read(sample, 0, kindSample, 0);
    const kind = fileKind(sample.subarray(0, bytesRead));
    if (kind.type === 'media') return await readMedia(file, kind, path, shown);
    if (bytesRead > 0 && kind.type === 'binary') throw binaryProblem(kind, file, shown);
    const text = await buffer();
    if (text !== undefined) return await readBuffer(text, args, shown, context.signal);
    if (bytesRead === 0) return `[${shown} is empty.]`;
    return await readText(file.handle, Number(file.stats.size), args, shown, context.signal);
  } finally {
    await file.handle.close();
  }
}

function binaryProblem(kind: FileKind & { readonly type: 'binary' }, file: OpenFile, shown: string): FileProblem {
  const size = sizeText(Number(file.stats.size));
  return new FileProblem(`${shown} is not text: ${kind.name}, ${size}. Only text, images and PDFs can be read.`);
}

async function readMedia(
  file: OpenFile,
  { mimeType }: FileKind & { readonly type: 'media' },
  path: string,
  shown: string,
): Promise<ToolOutput> {
  const most = largestMedia[mimeType] ?? largestImage;
  const size = Number(file.stats.size);
  if (size > most) {
    throw new FileProblem(`${shown} (${mimeType}) has ${sizeText(size)}; at most ${sizeText(most)} can be shown.`);
  }
  // Into a buffer of fixed size: the file may be growing.
  const bytes = Buffer.alloc(size);
  let filled = 0;
  while (filled < size) {
    const { bytesRead } = await file.handle.read(bytes, filled, size - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  const data = bytes.subarray(0, filled).toString('base64');
  const block: MediaBlock = { type: 'media', mimeType, data, encoding: 'base64', filename: basename(path) };
  return { text: `${shown}: ${mimeType}, ${sizeText(filled)}.`, media: [block] };
}

async function readBuffer(text: string, args: ReadArguments, shown: string, signal: AbortSignal): Promise<ToolOutput> {
  if (text === '') return `[${shown} is empty.]`;
  const bytes = Buffer.from(text, 'utf8');
  return readText(bytesInMemory(bytes), bytes.length, args, shown, signal);
}

async function readText(
  source: ByteSource,
  size: number,
  args: ReadArguments,
  shown: string,
  signal: AbortSignal,
): Promise<ToolOutput> {
  const { offset = 1, limit = defaultLimit } = args;
  const found = await readLines(source, { offset, limit, maxCharacters, maxLine, countUntil, signal });
  if (found.lines.length === 0) {
    throw new FileProblem(`${shown} has only ${counted(found.total ?? 0, 'line')}; offset ${offset} is past its end.`);
  }
  const notice = noticeOf(found, offset, size);
  return notice === '' ? found.lines.join('\n') : `${notice}\n${found.lines.join('\n')}`;
}

function noticeOf({ lines, next, total, shortened, replaced }: LinesRead, offset: number, size: number): string {
  const last = offset + lines.length - 1;
  const whole = total === undefined ? ` of a file of ${sizeText(size)}` : ` of ${total}`;
  const onward = next === undefined ? '' : ` Continue with offset ${next}.`;
  const notices = [
    ...(offset > 1 || next !== undefined ? [`Lines ${offset}-${last}${whole}.${onward}`] : []),
    ...(shortened.length > 0 ? [`Only the first ${maxLine} characters of ${lineNames(shortened)} are shown.`] : []),
    ...(replaced ? ['Some bytes are not valid text and are shown as \ufffd.'] : []),
  ];
  return notices.length === 0 ? '' : `[${notices.join(' ')}]`;
}

function lineNames(numbers: readonly number[]): string {
  const most = 10;
  const more = numbers.length > most ? ` and ${numbers.length - most} more` : '';
  return `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.slice(0, most).join(', ')}${more}`;
}
