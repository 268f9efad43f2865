/**
 * Runs a scan in a worker thread until it ends, is stopped, or stalls. The time limit starts with the worker's first report: before
 * that it only loads our modules, which is slow on a busy machine but always ends.
 */
import { Worker } from 'node:worker_threads';
import type { Clock } from '../time/clock.ts';
import { FileProblem } from '../workspace/file-problem.ts';
import { showPath } from '../workspace/show-path.ts';
import type { FileHits } from './hits.ts';
import type { ScanEnd, ScanMessage, ScanRequest } from './scan-request.ts';

export interface ScanOptions {
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** How long one file or folder may take. */
  readonly stallMs: number;
  readonly onPaths?: (paths: readonly string[]) => void;
  readonly onHits?: (hits: FileHits) => void;
}

/** More than the largest file and its hits need. */
const memoryMb = 768;

export async function scan(request: ScanRequest, scanning: ScanOptions): Promise<ScanEnd> {
  scanning.signal.throwIfAborted();
  const worker = new Worker(program(), {
    eval: true,
    workerData: request,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  });
  const over = new AbortController();
  try {
    return await new Promise<ScanEnd>((resolve, reject) => {
      let at = request.start;
      let beats = 0;
      const awake = Promise.withResolvers<void>();
      const hear = (message: ScanMessage): void => {
        beats += 1;
        awake.resolve();
        if (message.type === 'at') at = message.path;
        else if (message.type === 'paths') scanning.onPaths?.(message.paths);
        else if (message.type === 'hits') scanning.onHits?.(message.hits);
        else if (message.type === 'problem') reject(new FileProblem(message.text));
        else resolve(message.end);
      };
      worker.on('message', (message: ScanMessage) => {
        try {
          hear(message);
        } catch (error) {
          reject(error);
        }
      });
      worker.on('error', (error) => reject(new FileProblem(`Stopped at ${shown(at)}: ${error.message}.`)));
      worker.on('exit', () => reject(new FileProblem(`Stopped at ${shown(at)}: the search ended without an answer.`)));
      scanning.signal.addEventListener('abort', () => reject(scanning.signal.reason), { signal: over.signal });
      void awake.promise
        .then(() => watch(scanning, over.signal, () => beats))
        .then((stalled) => {
          if (stalled) reject(new FileProblem(stallText(at, scanning.stallMs)));
        });
    });
  } finally {
    over.abort();
    await worker.terminate();
  }
}

/** Whether it has been silent for too long. */
async function watch({ clock, stallMs }: ScanOptions, over: AbortSignal, beats: () => number): Promise<boolean> {
  for (;;) {
    const seen = beats();
    await clock.sleep(stallMs, over);
    if (over.aborted) return false;
    if (beats() === seen) return true;
  }
}

function stallText(at: string, stallMs: number): string {
  return (
    `Stopped at ${shown(at)}, which took longer than ${stallMs / 1_000} s: the pattern, the glob or a .gitignore there is too ` +
    'slow to match. Write the pattern without nested repetitions, or exclude that place.'
  );
}

function shown(at: string): string {
  return at === '' ? 'the first folder' : showPath(at);
}

/** The worker does not start with the module itself, because importing that must have no effects. */
function program(): string {
  const ending = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const url = new URL(`./scan-worker.${ending}`, import.meta.url).href;
  return `
    const { parentPort, workerData } = require('node:worker_threads');
    const post = (message) => parentPort.postMessage(message);
    import(${JSON.stringify(url)})
      .then(({ runScan }) => {
        post({ type: 'at', path: workerData.start });
        runScan(workerData, post);
      })
      .catch((error) => post({ type: 'problem', text: String(error?.message ?? error) }));
  `;
}
