/** `list_files`: the names of files that match a glob, except those that `.gitignore` excludes. */

import { statSync } from 'node:fs';
import { relative, sep } from 'node:path';
import Type from 'typebox';
import { scan } from '../scan/scan.ts';
import type { ScanEnd } from '../scan/scan-request.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolOutput } from '../tool/tool.ts';
import { FileProblem, reporting } from '../workspace/file-problem.ts';
import { pathReads, pathSubject } from '../workspace/path-access.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';
import { placeName, showPath } from '../workspace/show-path.ts';
import { similarNames } from './similar-names.ts';

const defaultLimit = 500;
const highestLimit = 5_000;
const maxCharacters = 48_000;

export interface ListFilesOptions {
  readonly clock?: Clock;
  /** How long one folder may take. */
  readonly stallMs?: number;
}

interface ListArguments {
  readonly pattern?: string;
  readonly path?: string;
  readonly limit?: number;
}

export function createListFiles({ clock = systemClock, stallMs = 10_000 }: ListFilesOptions = {}): AgentTool {
  return defineTool({
    name: 'list_files',
    description:
      'Finds files by name: lists the paths that match a glob, sorted, relative to the workspace (absolute outside it). ' +
      'Use it instead of find or ls. Includes hidden files; excludes .git and whatever .gitignore excludes. ' +
      'A pattern without ** also lists folders, with a trailing slash: * shows one level.',
    parameters: Type.Object(
      {
        pattern: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_000,
            description:
              'Glob, relative to path: *.ts matches in that folder only, **/*.ts at any depth. Default: ** (all files).',
          }),
        ),
        path: Type.Optional(
          Type.String({ description: 'Folder, absolute or relative to the workspace. Default: the workspace.' }),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: highestLimit,
            description: `Maximum number of paths, up to ${highestLimit}. Default: ${defaultLimit}.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    kind: 'read',
    access: ({ path = '.' }, workspace) => pathReads(workspace, path),
    subject: ({ path = '.' }, workspace) => pathSubject(workspace, path),
    run: (args, context) => reporting(() => list(args, context, { clock, stallMs })),
  });
}

export const listFiles: AgentTool = createListFiles();

async function list(
  { pattern = '**', path = '.', limit = defaultLimit }: ListArguments,
  context: ToolContext,
  options: Required<ListFilesOptions>,
): Promise<ToolOutput> {
  const { workspace, signal, progress } = context;
  const location = resolvePath(workspace, path, { mustExist: false });
  const shown = showPath(location.name);
  if (!location.exists) {
    throw new FileProblem(`${shown} does not exist.${await similarNames(context, location.path)}`);
  }
  if (!statSync(location.path).isDirectory()) throw new FileProblem(`${shown} is a file. Use read_file to read it.`);
  const prefix = location.root === workspace.root ? '' : `${nameOf(workspace, location.root)}/`;
  const names: string[] = [];
  let size = 0;
  let isCut = false;
  const onPaths = (paths: readonly string[]): void => {
    const more: string[] = [];
    for (const found of paths) {
      const name = showPath(prefix + found);
      size += name.length + 1;
      isCut ||= size > maxCharacters;
      if (isCut) break;
      more.push(name);
    }
    names.push(...more);
    if (more.length > 0) progress(`${more.join('\n')}\n`);
  };
  const end = await scan(
    {
      root: location.root,
      start: relative(location.root, location.path).split(sep).join('/'),
      single: false,
      glob: pattern,
      anyDepth: false,
      wanted: pattern.includes('**') ? 'files' : 'files-and-folders',
      most: limit,
      largestFile: 0,
      denial: { rules: context.rules ?? [], tools: ['list_files'], prefix },
    },
    { signal, ...options, onPaths },
  );
  const hint = pattern.includes('/') || pattern.includes('**') ? '' : ` **/${pattern} would match at any depth.`;
  const lines = names.length === 0 ? [`No files match ${pattern} in ${placeName(location.name)}.${hint}`] : names;
  return [...lines, ...notices(end, names.length, isCut)].join('\n');
}

function notices(end: ScanEnd, shown: number, isCut: boolean): string[] {
  const unread = end.unread.names.map((name) => showPath(name)).join(', ');
  return [
    ...(end.more || isCut
      ? [`[Only the first ${shown} are shown. Narrow the pattern or the path to see others.]`]
      : []),
    ...(end.denied > 0 ? ['[A rule of the user hides some names.]'] : []),
    ...(end.unread.count > 0 ? [`[${end.unread.count} could not be read: ${unread}]`] : []),
  ];
}
