/** How an answer is sent, step by step: what `deliver` does, and what connection faults change. */
import { STATUS_CODES } from 'node:http';
import type { ApiResponse } from './api.ts';

export type Step =
  | { readonly step: 'head'; readonly status: number; readonly headers: Readonly<Record<string, string>> }
  /** Raw bytes on the connection, instead of a head. */
  | { readonly step: 'raw'; readonly bytes: Uint8Array }
  | { readonly step: 'write'; readonly bytes: Uint8Array }
  | { readonly step: 'wait'; readonly ms: number }
  /** The proper end, a broken connection, or silence until the client disconnects. */
  | { readonly step: 'end' }
  | { readonly step: 'drop' }
  | { readonly step: 'stall' };

/** A text is sent at once, with its length; a stream piece by piece. */
export function deliveryOf({ status, headers, body, encoding }: ApiResponse): readonly Step[] {
  if (typeof body !== 'string') {
    const writes = body
      .filter((piece) => piece !== '')
      .map((piece): Step => ({ step: 'write', bytes: bytesOf(piece, encoding) }));
    return [{ step: 'head', status, headers }, ...writes, { step: 'end' }];
  }
  const bytes = bytesOf(body, encoding);
  const length = { 'content-length': String(bytes.length) };
  return [
    { step: 'head', status, headers: { ...headers, ...length } },
    ...(bytes.length === 0 ? [] : [{ step: 'write', bytes } as const]),
    { step: 'end' },
  ];
}

/** An incomplete head, as it looks on the connection. */
export function partOfHead(status: number, headers: Readonly<Record<string, string>>): Uint8Array {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}\r\n${lines.join('')}`;
  // Cut in the last header, or in the status line if there is none.
  return bytesOf(head.slice(0, -4));
}

function bytesOf(text: string, encoding: ApiResponse['encoding'] = undefined): Uint8Array {
  return encoding === 'latin1' ? Buffer.from(text, encoding) : new TextEncoder().encode(text);
}
