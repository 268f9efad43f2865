/** Runs a small program and returns its output: limited in time and size, without provider keys in its environment, and never left running. */
import { type ExecFileException, execFile } from 'node:child_process';
import { outsideEnvironment } from '@interlock/runtime';
import type { Io } from '../../io/io.ts';
import { maxMediaBytes } from '../editor/read-media.ts';

export type ReadOutput =
  | { readonly end: 'done'; readonly output: Buffer }
  | { readonly end: 'missing' | 'failed' | 'too large' | 'too slow' };

/** Variables that the program needs to find the desktop. */
const inherited: readonly string[] = [
  'PATH',
  'HOME',
  'LANG',
  'DISPLAY',
  'XAUTHORITY',
  'WAYLAND_DISPLAY',
  'XDG_RUNTIME_DIR',
];

/** Twice the size of an image, because some programs print it in hexadecimal. */
const maxBytes = 2 * maxMediaBytes + 1_000;

export function readOutput(
  program: string,
  args: readonly string[],
  env: Io['env'],
  timeoutMs: number,
): Promise<ReadOutput> {
  const environment = Object.fromEntries(
    inherited.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
  return new Promise((resolve) => {
    execFile(
      program,
      [...args],
      {
        encoding: 'buffer',
        env: outsideEnvironment(environment),
        timeout: timeoutMs,
        killSignal: 'SIGKILL',
        maxBuffer: maxBytes,
      },
      (error, output) => resolve(error === null ? { end: 'done', output } : { end: endOf(error) }),
    ).stdin?.end();
  });
}

function endOf({ code, killed }: ExecFileException): 'missing' | 'failed' | 'too large' | 'too slow' {
  if (code === 'ENOENT' || code === 'EACCES') return 'missing';
  if (code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') return 'too large';
  return killed === true ? 'too slow' : 'failed';
}
