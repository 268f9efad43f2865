/** Starts the thread in which a tool's file is run. Nothing it prints reaches the terminal, and nothing that is typed reaches it. */
import process from 'node:process';
import { Worker } from 'node:worker_threads';
import type { ThreadStart } from './thread-messages.ts';

/** What reads a whole repository into memory is a mistake, and must not take the agent with it. */
const memoryMb = 1_024;

export function startWorker(start: ThreadStart, environment: Readonly<Record<string, string>>): Worker {
  return new Worker(program(), {
    eval: true,
    workerData: start,
    transferList: [start.port, start.answers],
    env: environment,
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    ...(isSource ? { execArgv: [...process.execArgv, '--conditions=@interlock/source'] } : {}),
  });
}

/** From source, other packages are taken from source, too. */
const isSource: boolean = import.meta.url.endsWith('.ts');

/** Not the module as the worker's own file: loading it would then do something. */
function program(): string {
  const url = new URL(`./thread-side.${isSource ? 'ts' : 'js'}`, import.meta.url).href;
  return `
    const { workerData } = require('node:worker_threads');
    import(${JSON.stringify(url)}).then(({ serveTool }) => serveTool(workerData));
  `;
}
