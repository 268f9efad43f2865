/** Sends an answer over a real connection. Stops quietly when the client disconnects. */
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { Step } from '../api/delivery.ts';

export async function deliver(response: ServerResponse, steps: readonly Step[]): Promise<void> {
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  for (const step of steps) {
    if (response.destroyed || gone.signal.aborted) return;
    await take(step, response, gone.signal);
  }
}

function take(step: Step, response: ServerResponse, gone: AbortSignal): Promise<unknown> | undefined {
  switch (step.step) {
    case 'head':
      response.writeHead(step.status, { ...step.headers });
      response.flushHeaders();
      return undefined;
    case 'write':
      // Waits for each write and yields to the reader, which keeps the pieces apart and waits for slow readers.
      return until(gone, (done) => void response.write(step.bytes, done)).then(() => turn());
    case 'raw':
      return until(gone, (done) => void response.socket?.write(step.bytes, done));
    case 'wait':
      return sleep(step.ms, undefined, { signal: gone }).catch(() => undefined);
    case 'stall':
      return until(gone, () => undefined);
    case 'drop':
      response.socket?.destroy();
      return undefined;
    case 'end':
      return until(gone, (done) => void response.end(done));
  }
}

/** Resolves when it is done or the client is gone. */
function until(gone: AbortSignal, start: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve();
    const done = (): void => {
      gone.removeEventListener('abort', done);
      resolve();
    };
    gone.addEventListener('abort', done);
    start(done);
  });
}
