/** Runs a small program and returns its output: limited in time and size, without provider keys in its environment, and never left running. */
import { type ExecFileException, execFile } from 'node:child_process';
import type { Io } from '../../io/io.ts';
import { largestMedia } from '../editor/read-media.ts';

export type ReadOutput =
  | { readonly end: 'done'; readonly output: Buffer }
  | { readonly end: 'missing' | 'failed' | 'too large' | 'too slow' };

/** Variables that it needs to find the desktop. */
const passedOn: readonly string[] = [
  'PATH',
  'HOME',
  'LANG',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
];

/** Hexadecimal output is twice as long. */
const mostBytes = 2 * largestMedia + 1_000;

export function readOutput(
  program: string,
  args: readonly string[],
  env: Io['env'],
  patienceMs: number,
): Promise<ReadOutput> {
  const environment = Object.fromEntries(
    passedOn.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      { encoding: 'buffer', env: environment, timeout: patienceMs, killSignal: 'SIGKILL', maxBuffer: mostBytes },
      (error, output) => resolve(error === null ? { end: 'done', output } : { end: endOf(error) }),
    ).stdin?.end();
  });
}

function endOf({ code, killed }: ExecFileException): 'missing' | 'failed' | 'too large' | 'too slow' {
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'too large';
  return killed === true ? 'too slow' : 'failed';
}
