/** `write_file`: a whole file, new or replacing an existing one. */
import { readFile, stat } from 'node:fs/promises';
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, Workspace } from '../tool/tool.ts';
import { counted, sizeText } from '../workspace/bounded-text.ts';
import { FileProblem, previewing, reporting } from '../workspace/file-problem.ts';
import { pathSubject, pathWrites } from '../workspace/path-access.ts';
import { assertWritable } from '../workspace/protected-path.ts';
import { resolvePath } from '../workspace/resolve-path.ts';
import { showPath } from '../workspace/show-path.ts';
import { encodingOf } from '../workspace/text-encoding.ts';
import { writeAtomically } from '../workspace/write-atomically.ts';
import { writeBuffer } from '../workspace/write-buffer.ts';
import { wholeDiff } from './edit/unified-diff.ts';
import { filePath } from './file-path.ts';

export const writeFile: AgentTool = defineTool({
  name: 'write_file',
  description:
    'Creates a file, with the folders it needs, or overwrites an existing one completely. ' +
    'To change part of an existing file, use edit_file.',
  parameters: Type.Object(
    {
      path: filePath,
      content: Type.String({
        description: 'The complete content of the file: nothing may be left out or abbreviated.',
      }),
    },
    { additionalProperties: false },
  ),
  kind: 'write',
  access: ({ path }, workspace) => pathWrites(workspace, path),
  subject: ({ path }, workspace) => pathSubject(workspace, path),
  preview: ({ path, content }, workspace) => previewing(() => previewWrite(path, content, workspace)),
  run: ({ path, content }, { workspace, signal }) =>
    reporting(async () => {
      signal.throwIfAborted();
      const location = resolvePath(workspace, path, { mustExist: false });
      const write = workspace.buffers?.write;
      if (write !== undefined) await writeBuffer(write, location, content, signal);
      const overwritten =
        write === undefined
          ? await writeAtomically(location, Buffer.from(content, 'utf8'), { signal })
          : location.exists;
      const lines = counted(content.split('\n').length - (content === '' || content.endsWith('\n') ? 1 : 0), 'line');
      return `${overwritten ? 'Overwrote' : 'Created'} ${showPath(location.name)} (${lines}).`;
    }),
});

/** Larger files are not compared. */
const largestCompared = 16_000_000;

/** A new file shows only additions; an existing one shows removals and additions. */
async function previewWrite(path: string, content: string, workspace: Workspace): Promise<string> {
  const location = resolvePath(workspace, path, { mustExist: false });
  assertWritable(location);
  if (!location.exists) return `new file ${location.name}\n${wholeDiff(location.name, '', content)}`;
  const stats = await stat(location.path);
  if (!stats.isFile()) throw new FileProblem(`${showPath(location.name)} is not a regular file, so it is not written.`);
  const shown = await workspace.buffers?.read?.(location.path);
  if (shown !== undefined) return `replaces ${location.name}\n${wholeDiff(location.name, shown, content)}`;
  const old = stats.size > largestCompared ? undefined : await readFile(location.path);
  const encoding = old === undefined ? undefined : encodingOf(old);
  if (old === undefined || encoding === undefined) {
    const what = old === undefined ? 'file' : 'binary file';
    return `replaces a ${what} of ${sizeText(stats.size)}: ${location.name}\n${wholeDiff(location.name, '', content)}`;
  }
  return `replaces ${location.name}\n${wholeDiff(location.name, encoding.show(encoding.decode(old)), content)}`;
}
