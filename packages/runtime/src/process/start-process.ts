/** Starts a process as the leader of its own session, with optional input; a failure to start is returned with its reason. */
import { type ChildProcess, type ChildProcessByStdio, type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import type { Readable, Writable } from 'node:stream';
import { isFolder } from '../workspace/is-folder.ts';
import type { Environment } from './clean-environment.ts';
import { markVariable } from './process-tree.ts';

export type Child = ChildProcessByStdio<Writable | null, Readable, Readable> & { readonly pid: number };

export interface StartRequest {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly environment: Environment;
  /** Written to its standard input. Absent: nothing. */
  readonly input?: string;
  /** Opens a pipe for reading at descriptor 4. */
  readonly reports?: boolean;
  /** Put into the environment, so that processes that leave the group are found. Unique for every run. */
  readonly mark?: string;
}

export interface StartFailure {
  /** The system's error code: ENOENT, EACCES, E2BIG … */
  readonly code: string;
  readonly message: string;
}

export type StartResult = { readonly child: Child } | { readonly failure: StartFailure };

/** `begun`: called with the group's id as soon as there is one. */
export async function startProcess(request: StartRequest, begun?: (group: number) => void): Promise<StartResult> {
  const { file, args, cwd, input, reports = false } = request;
  const stdio: StdioOptions = [
    input === undefined ? 'ignore' : 'pipe',
    'pipe',
    'pipe',
    ...(reports ? ['ignore' as const, 'pipe' as const] : []),
  ];
  try {
    const child = spawn(file, args, { cwd, env: environmentOf(request), detached: true, stdio });
    // A process may stop reading its input.
    child.stdin?.on('error', () => {}).end(input);
    if (hasStarted(child)) {
      begun?.(child.pid);
      return { child };
    }
    const [error] = await once(child, 'error');
    return { failure: explain(error, request) };
  } catch (error) {
    return { failure: explain(error, request) };
  }
}

/** No mark is a part of another, and none equals the mark of another agent's process. */
export function markText(mark: string): string {
  return `<${process.pid} ${plainMark(mark)}>`;
}

/** One word without special meaning to a shell; different marks stay different. */
export function plainMark(mark: string): string {
  const inHex = (letter: string): string => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(mark.toWellFormed()).replaceAll(/[!'()*~]/g, inHex);
}

function environmentOf({ environment, mark }: StartRequest): Environment {
  if (mark === undefined) return environment;
  return { ...environment, [markVariable]: `${environment[markVariable] ?? ''}${markText(mark)}` };
}

function hasStarted(child: ChildProcess): child is Child {
  return child.pid !== undefined;
}

function explain(error: unknown, { file, cwd }: StartRequest): StartFailure {
  const { code = 'unknown', message }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  return { code, message: sentenceFor(code, file, cwd) ?? `${file} could not be started: ${message}` };
}

function sentenceFor(code: string, file: string, cwd: string): string | undefined {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      // The system does not say whether the program or the folder is missing.
      if (!isFolder(cwd)) return `The folder ${cwd} does not exist: nothing was started.`;
      return `The program ${file} was not found: nothing was started.`;
    case 'EACCES':
    case 'EPERM':
      return `The program ${file} cannot be run, or the folder ${cwd} cannot be entered (permission denied): nothing was started.`;
    case 'E2BIG':
      return 'The command line and the environment are longer than the system allows: nothing was started.';
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return `The system cannot start another process (${code}): nothing was started.`;
    case 'ERR_INVALID_ARG_VALUE':
      return 'The command line contains a NUL character: nothing was started.';
    default:
      return undefined;
  }
}
