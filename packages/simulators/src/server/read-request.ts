/** Reads a request from the connection. Any input gives a request that can be judged. */

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { ApiRequest } from '../api/api.ts';
import { isDeeperThan } from '../api/nesting.ts';

/** Undefined if the body is larger than the limit; it is still read to its end, so that the answer arrives. */
export async function readRequest(incoming: IncomingMessage, limit: number): Promise<ApiRequest | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of incoming) {
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    if (size <= limit) chunks.push(bytes);
  }
  if (size > limit) return undefined;
  const bytes = Buffer.concat(chunks);
  const raw = bytes.toString('utf8');
  // A body that is not UTF-8 is not JSON, even if it parses with the invalid bytes replaced.
  return { ...readTarget(incoming), headers: headersOf(incoming), body: isUtf8(bytes) ? parse(raw) : undefined, raw };
}

export function readTarget({ method, url = '/' }: IncomingMessage): Pick<ApiRequest, 'method' | 'path' | 'query'> {
  const [path = '/', ...query] = url.split('?');
  return { method: method ?? 'GET', path, query: new URLSearchParams(query.join('?')) };
}

function headersOf({ headers }: IncomingMessage): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value = '']) => [name, typeof value === 'string' ? value : value.join(', ')]),
  );
}

/** Undefined if it is not JSON, or nested too deeply for real servers. */
function parse(raw: string): unknown {
  try {
    const body: unknown = JSON.parse(raw);
    return isDeeperThan(body, deepest) ? undefined : body;
  } catch {
    return undefined;
  }
}

const deepest = 1000;
