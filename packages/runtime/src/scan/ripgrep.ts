/** Searches given files with ripgrep. We choose the files and their order, so that results are the same with and without it. */
import { spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import type { Workspace } from '../tool/tool.ts';
import { rootOf } from '../workspace/resolve-path.ts';
import type { FileHits } from './hits.ts';
import { RipgrepReader } from './ripgrep-messages.ts';

export interface RipgrepSearch {
  readonly program: string;
  readonly expression: string;
  readonly ignoreCase: boolean;
  readonly context: number;
  readonly limit: number;
  /** Absolute. */
  readonly files: readonly string[];
  readonly signal: AbortSignal;
  readonly onHits: (hits: FileHits) => void;
}

/** Total length of the file names for one start; systems allow a megabyte or more. */
const namesPerStart = 200_000;
/** A longer message comes from a file with one huge line; our own search needs less memory. */
const longestMessage = 32_000_000;

/** Whether there are more matches; `unusable` if ripgrep failed for any reason. */
export async function searchByRipgrep(search: RipgrepSearch): Promise<'all' | 'more' | 'unusable'> {
  let left = search.limit;
  for (const files of batches(search.files)) {
    const found = await runOnce({ ...search, files, limit: left });
    if (found === undefined) return 'unusable';
    for (const hits of found) {
      // A file that has become a link was read somewhere else.
      if ((await realpath(hits.path).catch(() => undefined)) !== hits.path) continue;
      left -= hits.matches;
      if (hits.matches > 0) search.onHits(hits);
      if (hits.more) return 'more';
    }
  }
  return 'all';
}

/** Finds ripgrep on the PATH, in absolute folders outside the workspace: a repository must not supply it. */
export function findRipgrep(path: string | undefined, workspace: Workspace): string | undefined {
  const names = process.platform === 'win32' ? ['rg.exe'] : ['rg'];
  return (path ?? '')
    .split(delimiter)
    .filter((folder) => isAbsolute(folder) && rootOf(workspace, folder) === undefined)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isProgram);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

function* batches(files: readonly string[]): Generator<readonly string[]> {
  let batch: string[] = [];
  let size = 0;
  for (const file of files) {
    if (size + file.length > namesPerStart && batch.length > 0) {
      yield batch;
      batch = [];
      size = 0;
    }
    batch.push(file);
    size += file.length + 1;
  }
  if (batch.length > 0) yield batch;
}

function ripgrepArguments({ expression, ignoreCase, context, files }: RipgrepSearch): string[] {
  return [
    ...['--json', '--no-config', '--no-ignore', '--no-mmap', '--threads=1', '--encoding=utf-8'],
    ignoreCase ? '--ignore-case' : '--case-sensitive',
    `--context=${context}`,
    // One argument each, with files after `--`: input of a model can never be taken for an option.
    `--regexp=${expression}`,
    '--',
    ...files,
  ];
}

/** Undefined: no reliable result. */
async function runOnce(search: RipgrepSearch): Promise<FileHits[] | undefined> {
  search.signal.throwIfAborted();
  const child = spawn(search.program, ripgrepArguments(search), {
    cwd: '/',
    env: {},
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const closed = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('close', () => resolve());
  });
  const kill = (): void => void child.kill('SIGKILL');
  search.signal.addEventListener('abort', kill, { once: true });
  try {
    const reader = new RipgrepReader(search.limit, search.context);
    const found: FileHits[] = [];
    for await (const line of linesOf(child.stdout)) {
      const hits = reader.take(line);
      if (hits !== undefined) found.push(hits);
      if (hits?.more === true) return found;
    }
    search.signal.throwIfAborted();
    return reader.isEnded ? found : undefined;
  } catch {
    search.signal.throwIfAborted();
    return undefined;
  } finally {
    kill();
    await closed;
    search.signal.removeEventListener('abort', kill);
  }
}

async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let pending: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    let from = 0;
    for (let end = chunk.indexOf(10); end !== -1; end = chunk.indexOf(10, from)) {
      yield Buffer.concat([...pending, chunk.subarray(from, end)]).toString('utf8');
      pending = [];
      size = 0;
      from = end + 1;
    }
    pending.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > longestMessage) throw new Error('a message without end');
  }
}
