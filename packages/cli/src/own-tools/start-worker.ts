/** Starts a tool's process by way of its relay, and says how the process is started. */
import { resolve } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ThreadStart } from './thread-messages.ts';

/** What reads a whole repository into memory is a mistake. */
const memoryMb = 1_024;

export function startWorker(start: ThreadStart): Worker {
  return new Worker(relay, {
    eval: true,
    workerData: start,
    transferList: [start.port, start.answers],
    stdout: true,
    stderr: true,
    ...(isSource ? { execArgv: [...process.execArgv, '--conditions=@interlock/source'] } : {}),
  });
}

/** Node with the file of a tool, as a program and its arguments. */
export function toolProgram(url: string): { readonly file: string; readonly args: readonly string[] } {
  const program = `import(${JSON.stringify(urlOf('process-side'))}).then(({ serveTool }) => serveTool(${JSON.stringify(url)}));`;
  const conditions = isSource ? ['--conditions=@interlock/source'] : [];
  return { file: process.execPath, args: [`--max-old-space-size=${memoryMb}`, ...conditions, '-e', program] };
}

/** What the process loads of our code, for a sandbox to keep visible: this package and its siblings. */
export const packagesFolder: string = resolve(import.meta.dirname, '../../..');

/** From source, other packages are taken from source, too. */
const isSource: boolean = import.meta.url.endsWith('.ts');

function urlOf(name: string): string {
  return new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url).href;
}

/** Not the module as the worker's own file: loading it would then do something. */
const relay = `
  const { workerData } = require('node:worker_threads');
  import(${JSON.stringify(urlOf('relay-side'))}).then(({ relayTool }) => relayTool(workerData));
`;
