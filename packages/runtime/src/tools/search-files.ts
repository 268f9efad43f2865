/** `search_files`: lines that match a regular expression. Uses ripgrep if available, otherwise our own search, with the same results. */
import { statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import Type from 'typebox';
import { findRipgrep, searchByRipgrep } from '../scan/ripgrep.ts';
import { scan } from '../scan/scan.ts';
import type { ScanEnd, ScanRequest } from '../scan/scan-request.ts';
import { parsePattern, type SearchPattern } from '../scan/search-pattern.ts';
import { SearchReport } from '../scan/search-report.ts';
import { type Clock, systemClock } from '../time/clock.ts';
import { defineTool } from '../tool/define-tool.ts';
import type { AgentTool, ToolContext, ToolOutput } from '../tool/tool.ts';
import { FileProblem, reporting } from '../workspace/file-problem.ts';
import { assertRegular } from '../workspace/open-file.ts';
import { pathReads, pathSubject } from '../workspace/path-access.ts';
import { nameOf, resolvePath } from '../workspace/resolve-path.ts';
import { placeName, showPath } from '../workspace/show-path.ts';
import { similarNames } from './similar-names.ts';

const defaultLimit = 100;
const highestLimit = 2_000;
const mostFiles = 200_000;
const largestFile = 64_000_000;

export interface SearchFilesOptions {
  /** The program, or false for none. Default: `rg` on the PATH of commands. */
  readonly ripgrep?: string | false;
  readonly clock?: Clock;
  /** How long one file may take. */
  readonly stallMs?: number;
}

interface SearchArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly ignore_case?: boolean;
  readonly context?: number;
  readonly limit?: number;
}

export function createSearchFiles(options: SearchFilesOptions = {}): AgentTool {
  return defineTool({
    name: 'search_files',
    description:
      'Searches the contents of files for a regular expression and returns each matching line as path:line: text. ' +
      'Use it instead of grep or rg. Long lines are shortened to the part around the match. ' +
      'Includes hidden files; skips binary files, .git and whatever .gitignore excludes.',
    parameters: Type.Object(
      {
        pattern: Type.String({
          minLength: 1,
          maxLength: 2_000,
          description:
            'JavaScript regular expression, matched line by line. Escape special characters to search for them: foo\\(bar\\).',
        }),
        path: Type.Optional(
          Type.String({
            description: 'Folder or file, absolute or relative to the workspace. Default: the workspace.',
          }),
        ),
        glob: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 1_000,
            description:
              'Only files that match this glob: *.ts, src/**/*.{js,jsx}, !*.test.ts. Relative to path; without a slash it matches at any depth.',
          }),
        ),
        ignore_case: Type.Optional(Type.Boolean({ description: 'Case-insensitive. Default: false.' })),
        context: Type.Optional(
          Type.Integer({
            minimum: 0,
            maximum: 20,
            description: 'Lines to show before and after each match, as path-line- text. Default: 0.',
          }),
        ),
        limit: Type.Optional(
          Type.Integer({
            minimum: 1,
            maximum: highestLimit,
            description: `Maximum number of matching lines, up to ${highestLimit}. Default: ${defaultLimit}.`,
          }),
        ),
      },
      { additionalProperties: false },
    ),
    kind: 'read',
    access: ({ path = '.' }, workspace) => pathReads(workspace, path),
    subject: ({ path = '.' }, workspace) => pathSubject(workspace, path),
    run: (args, context) => reporting(() => search(args, context, options)),
  });
}

export const searchFiles: AgentTool = createSearchFiles();

async function search(args: SearchArguments, context: ToolContext, options: SearchFilesOptions): Promise<ToolOutput> {
  const { workspace, environment } = context;
  const pattern = parsePattern(args.pattern, args.ignore_case ?? false);
  const location = resolvePath(workspace, args.path ?? '.', { mustExist: false });
  const shown = showPath(location.name);
  if (!location.exists) {
    throw new FileProblem(`${shown} does not exist.${await similarNames(context, location.path)}`);
  }
  const stats = statSync(location.path, { bigint: true });
  if (!stats.isDirectory()) assertRegular(stats, location.name);

  const prefix = location.root === workspace.root ? '' : `${nameOf(workspace, location.root)}/`;
  const request: ScanRequest = {
    root: location.root,
    start: relative(location.root, location.path).split(sep).join('/'),
    single: stats.isFile(),
    ...(args.glob === undefined ? {} : { glob: args.glob }),
    anyDepth: true,
    wanted: 'searchable',
    most: mostFiles,
    largestFile,
    denial: { rules: context.rules ?? [], tools: ['read_file', 'search_files'], prefix },
  };
  const asked: SearchRequest = {
    request,
    pattern,
    limit: args.limit ?? defaultLimit,
    around: args.context ?? 0,
    options,
    context,
    newReport: () => new SearchReport(prefix, args.context ?? 0, (text) => context.progress(text)),
  };
  const program = options.ripgrep ?? findRipgrep(environment['PATH'], workspace);
  const byRipgrep = typeof program === 'string' && pattern.rust !== undefined;
  const found =
    (byRipgrep ? await findByRipgrep(asked, program, pattern.rust) : undefined) ?? (await findOurselves(asked));
  return found.report.text(found.end, `${JSON.stringify(args.pattern)} in ${placeName(location.name)}`);
}

interface SearchRequest {
  readonly request: ScanRequest;
  readonly pattern: SearchPattern;
  readonly limit: number;
  readonly around: number;
  readonly options: SearchFilesOptions;
  readonly context: ToolContext;
  readonly newReport: () => SearchReport;
}

interface FoundLines {
  readonly report: SearchReport;
  readonly end: ScanEnd;
}

async function findOurselves({
  request,
  pattern,
  limit,
  around,
  options,
  context,
  newReport,
}: SearchRequest): Promise<FoundLines> {
  const report = newReport();
  const query = { source: pattern.source, flags: pattern.flags, context: around, limit };
  const { clock = systemClock, stallMs = 10_000 } = options;
  const onHits = report.add.bind(report);
  const end = await scan({ ...request, query }, { signal: context.signal, clock, stallMs, onHits });
  return { report, end };
}

/** Undefined: ripgrep failed. */
async function findByRipgrep(
  asked: SearchRequest,
  program: string,
  expression: string,
): Promise<FoundLines | undefined> {
  const { request, pattern, limit, around, options, context, newReport } = asked;
  const { clock = systemClock, stallMs = 10_000 } = options;
  const files: string[] = [];
  const onPaths = (paths: readonly string[]): void => void files.push(...paths.map((path) => join(request.root, path)));
  const end = await scan(request, { signal: context.signal, clock, stallMs, onPaths });
  const report = newReport();
  const outcome = await searchByRipgrep({
    program,
    expression,
    ignoreCase: pattern.flags === 'iu',
    context: around,
    limit,
    files,
    signal: context.signal,
    onHits: (hits) => report.add({ ...hits, path: relative(request.root, hits.path).split(sep).join('/') }),
  });
  if (outcome === 'unusable') return undefined;
  return { report, end: { ...end, more: end.more || outcome === 'more' } };
}
