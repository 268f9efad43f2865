/** An answer as an HTTP response. A client that reads slowly is waited for, one that does not read is dropped. */
import type { ServerResponse } from 'node:http';
import type { JsonObject } from '@interlock/transcript';
import type { Frame } from '@interlock/wire';
import type { Headers, Outlet } from '../exchange/outlet.ts';
import type { Front } from '../fronts/front.ts';
import type { RequestHold } from '../holdings/holdings.ts';

export interface HttpOutletOptions {
  readonly front: Front;
  /** Google's streams without `alt=sse` are one long JSON list. */
  readonly asList: boolean;
  /** How long a client may stop reading, in milliseconds. */
  readonly stalledMs: number;
  /** What the request holds while its client does not read. */
  readonly hold?: RequestHold;
}

export function httpOutlet(response: ServerResponse, { front, asList, stalledMs, hold }: HttpOutletOptions): Outlet {
  let written = 0;
  const textOf = (frames: readonly Frame[]): string => {
    let text = '';
    for (const frame of frames) {
      text += asList ? `${written === 0 ? '[' : ',\n'}${frame.data}` : front.writeFrame(onOneLine(frame));
      written += 1;
    }
    return text;
  };
  const listEnd = (): string => (written === 0 ? '[]' : ']');
  return {
    whole: (status, headers, body) => sendJson(response, status, headers, body),
    open: (headers) => {
      if (response.destroyed) return;
      response.writeHead(200, {
        ...headers,
        'content-type': asList ? 'application/json; charset=utf-8' : front.streamType,
        'cache-control': 'no-cache',
        'x-accel-buffering': 'no',
      });
    },
    write: (frames) => {
      const text = textOf(frames);
      if (text === '' || response.destroyed || response.write(text)) return undefined;
      return drained(response, stalledMs, hold);
    },
    end: (frames) => {
      const text = textOf(frames);
      response.end(asList ? text + listEnd() : text);
    },
  };
}

/**
 * These are line breaks for some readers of lines (Python's httpx, and with it the client of Ollama) and for regular expressions (Google's
 * earlier SDK), but not in JSON. The providers escape them.
 */
const otherBreaks: RegExp = /[\u0085\u2028\u2029]/;

function onOneLine(frame: Frame): Frame {
  if (!otherBreaks.test(frame.data)) return frame;
  const data = frame.data
    .replaceAll('\u0085', '\\u0085')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  return { ...frame, data };
}

export function sendJson(response: ServerResponse, status: number, headers: Headers, body: JsonObject): void {
  if (response.headersSent || response.destroyed) return;
  const text = JSON.stringify(body);
  response.writeHead(status, {
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

/**
 * Resolves when the client has read a complete answer, or is gone. One that does not read is dropped; afterwards the server's limit for idle
 * connections applies.
 */
export async function wholeRead(response: ServerResponse, stalledMs: number, hold?: RequestHold): Promise<void> {
  const { writableEnded: isComplete, writableLength: left } = response;
  // Often, the system has taken all of it.
  if (!isComplete || left === 0 || response.writableFinished || response.destroyed) return;
  response.setTimeout(stalledMs);
  const reads = hold?.slow(() => response.destroy());
  await new Promise<void>((resolve) => response.once('close', () => resolve()));
  reads?.();
}

/** Resolves when the client has read enough, or is gone. */
function drained(response: ServerResponse, stalledMs: number, hold?: RequestHold): Promise<void> {
  return new Promise((resolve) => {
    const reads = hold?.slow(() => response.destroy());
    const timer = setTimeout(() => response.destroy(), stalledMs);
    const done = (): void => {
      clearTimeout(timer);
      reads?.();
      response.off('drain', done);
      response.off('close', done);
      resolve();
    };
    response.once('drain', done);
    response.once('close', done);
  });
}
