/** Starts a tool's process through its relay. */
import { resolve } from 'node:path';
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ThreadStart } from './thread-messages.ts';

/** The memory limit of a tool. One that needs more, for example because it reads a whole repository, is badly written. */
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

/** The command line: Node with the file of a tool. */
export function toolProgram(url: string): { readonly file: string; readonly args: readonly string[] } {
  const program = `import(${JSON.stringify(urlOf('process-side'))}).then(({ serveTool }) => serveTool(${JSON.stringify(url)}));`;
  const conditions = isSource ? ['--conditions=@interlock/source'] : [];
  return { file: process.execPath, args: [`--max-old-space-size=${memoryMb}`, ...conditions, '-e', program] };
}

/** Our code that the process loads, so that a sandbox keeps it visible: this package and its siblings. */
export const packagesFolder: string = resolve(import.meta.dirname, '../../..');

/** When run from source, other packages are loaded from source, too. */
const isSource: boolean = import.meta.url.endsWith('.ts');

function urlOf(name: string): string {
  return new URL(`./${name}.${isSource ? 'ts' : 'js'}`, import.meta.url).href;
}

/** The worker does not run the module itself: importing that module must have no effect. */
const relay = `
  const { workerData } = require('node:worker_threads');
  import(${JSON.stringify(urlOf('relay-side'))}).then(({ relayTool }) => relayTool(workerData));
`;
