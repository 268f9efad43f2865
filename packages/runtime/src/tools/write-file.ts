/** `write_file`: a whole file, new or in place of the old one. */
import Type from 'typebox';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool } from '../tool/tool.ts';
import { counted } from '../workspace/bounded-text.ts';
import { reporting } from '../workspace/file-problem.ts';
import { pathSubject, pathWrites } from '../workspace/path-access.ts';
import { resolvePath } from '../workspace/resolve-path.ts';
import { showPath } from '../workspace/show-path.ts';
import { writeAtomically } from '../workspace/write-atomically.ts';

export const writeFile: AgentTool = defineTool({
  name: 'write_file',
  description:
    'Writes a whole file of the workspace: a new one, with the folders it needs, or in place of the old one. ' +
    'To change a part of a file use edit_file.',
  parameters: Type.Object(
    {
      path: Type.String({ description: 'The file, from the workspace folder on or absolute.' }),
      content: Type.String({ description: 'All that will be in the file.' }),
    },
    { additionalProperties: false },
  ),
  kind: 'write',
  access: ({ path }, workspace) => pathWrites(workspace, path),
  subject: ({ path }, workspace) => pathSubject(workspace, path),
  run: ({ path, content }, { workspace, signal }) =>
    reporting(async () => {
      signal.throwIfAborted();
      const location = resolvePath(workspace, path, { mustExist: false });
      const overwritten = await writeAtomically(location, Buffer.from(content, 'utf8'), { signal });
      const lines = counted(content.split('\n').length - (content === '' || content.endsWith('\n') ? 1 : 0), 'line');
      return `${overwritten ? 'Overwrote' : 'Created'} ${showPath(location.name)} (${lines}).`;
    }),
});
