/** `edit_file`: replaces an exact text in a file, or changes nothing. */
import type { BigIntStats } from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolOutput } from '../tool/tool.ts';
import { counted, sizeText } from '../workspace/bounded-text.ts';
import { FileProblem, previewing, reporting } from '../workspace/file-problem.ts';
import { openFile } from '../workspace/open-file.ts';
import { pathSubject, pathWrites } from '../workspace/path-access.ts';
import { assertWritable } from '../workspace/protected-path.ts';
import { type Location, resolvePath } from '../workspace/resolve-path.ts';
import { showPath } from '../workspace/show-path.ts';
import { encodingOf, type TextEncoding } from '../workspace/text-encoding.ts';
import { writeAtomically } from '../workspace/write-atomically.ts';
import { writeBuffer } from '../workspace/write-buffer.ts';
import { changeText, type Replacement } from './edit/change-text.ts';
import { unifiedDiff, wholeDiff } from './edit/unified-diff.ts';
import { filePath } from './file-path.ts';
import { similarNames } from './similar-names.ts';

const largestFile = 16_000_000;

interface EditArguments {
  readonly path: string;
  readonly old_text: string;
  readonly new_text: string;
  readonly replace_all?: boolean;
}

export const editFile: AgentTool = defineTool({
  name: 'edit_file',
  description:
    'Changes part of an existing file: replaces old_text with new_text. Read the file first and copy old_text from it: ' +
    'it must match exactly, including indentation, and must occur only once unless replace_all is true; include surrounding ' +
    'lines to make it unique. If it does not match, nothing is changed. Both are literal text, without line numbers, patterns ' +
    'or placeholders. Line endings and encoding are preserved. Several edits of one file in one response are applied in order. ' +
    'Returns a diff, so there is no need to read the file again.',
  parameters: Type.Object(
    {
      path: filePath,
      old_text: Type.String({ minLength: 1, description: 'The exact text to replace, as it is in the file.' }),
      new_text: Type.String({ description: 'The text to put in its place. An empty string removes old_text.' }),
      replace_all: Type.Optional(
        Type.Boolean({ description: 'Replace every occurrence, for example to rename a variable. Default: false.' }),
      ),
    },
    { additionalProperties: false },
  ),
  kind: 'write',
  access: ({ path }, workspace) => pathWrites(workspace, path),
  subject: ({ path }, workspace) => pathSubject(workspace, path),
  preview: (args, workspace) =>
    previewing(async () => {
      const { location, encoding, before, after } = await planEdit(args, { workspace });
      return wholeDiff(location.name, encoding.show(before), encoding.show(after));
    }),
  run: (args, context) => reporting(() => edit(args, context)),
});

async function edit(args: EditArguments, context: ToolContext): Promise<ToolOutput> {
  const { signal } = context;
  signal.throwIfAborted();
  const { location, encoding, before, after, count, stats, isUnsaved } = await planEdit(args, context);
  const write = context.workspace.buffers?.write;
  if (write !== undefined && encoding.name !== 'unknown') await writeBuffer(write, location, after, signal);
  else if (isUnsaved) throw new FileProblem(unsavedText(location));
  else await writeAtomically(location, encoding.encode(after), { expected: stats, signal });
  const diff = unifiedDiff(location.name, encoding.show(before), encoding.show(after));
  return `Edited ${showPath(location.name)} (${counted(count, 'replacement')}).\n${diff}`;
}

interface PlannedEdit {
  readonly location: Location;
  readonly encoding: TextEncoding;
  readonly before: string;
  readonly after: string;
  readonly count: number;
  readonly stats: BigIntStats;
  /** The editor has changes that are not on disk. */
  readonly isUnsaved: boolean;
}

function unsavedText({ name }: Location): string {
  return `${showPath(name)} has unsaved changes in the editor. Nothing was changed. Ask the user to save it, and try again.`;
}

/** The new content of the file, or why it cannot be changed. Writes nothing. */
async function planEdit(args: EditArguments, context: Pick<ToolContext, 'workspace' | 'rules'>): Promise<PlannedEdit> {
  const { workspace } = context;
  const location = resolvePath(workspace, args.path, { mustExist: false });
  const shown = showPath(location.name);
  assertWritable(location);
  if (!location.exists) {
    const similar = await similarNames(context, location.path);
    throw new FileProblem(`${shown} does not exist.${similar} Use write_file to create a file.`);
  }
  const { bytes, stats } = await readWhole(location, shown);
  const encoding = encodingOf(bytes);
  if (encoding === undefined) throw new FileProblem(`${shown} is a binary file (${sizeText(bytes.length)}), not text.`);

  const saved = encoding.decode(bytes);
  const shownText = encoding.name === 'unknown' ? undefined : await workspace.buffers?.read?.(location.path);
  const isUnsaved = shownText !== undefined && shownText !== saved && `\ufeff${shownText}` !== saved;
  const before = isUnsaved ? shownText : saved;
  const replacement: Replacement = {
    old: encoding.insert(args.old_text),
    new: encoding.insert(args.new_text),
    all: args.replace_all ?? false,
  };
  return { location, encoding, before, stats, isUnsaved, ...changeText(before, replacement, shown) };
}

async function readWhole(
  location: Location,
  shown: string,
): Promise<{ readonly bytes: Buffer; readonly stats: BigIntStats }> {
  const { handle, stats } = await openFile(location.path, location.name);
  try {
    if (stats.size > BigInt(largestFile)) {
      const sizes = `${sizeText(Number(stats.size))}; at most ${sizeText(largestFile)} can be edited`;
      throw new FileProblem(`${shown} has ${sizes}. Use a command to change it.`);
    }
    return { bytes: await readAll(handle, Number(stats.size), shown), stats };
  } finally {
    await handle.close();
  }
}

/** Reads at most the size that the file had when it was opened: a process may be writing to it endlessly. */
async function readAll(handle: FileHandle, size: number, shown: string): Promise<Buffer> {
  const bytes = Buffer.alloc(size + 1);
  let filled = 0;
  for (let read = -1; read !== 0 && filled < bytes.length; filled += read) {
    read = (await handle.read(bytes, filled, bytes.length - filled, filled)).bytesRead;
  }
  if (filled > size)
    throw new FileProblem(`${shown} is being written by another process. Nothing was changed; try again.`);
  return bytes.subarray(0, filled);
}
