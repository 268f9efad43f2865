/** A stream as its frames, whatever pieces it is written in: what is lost, doubled or broken in the field is a frame. */
import type { ApiResponse } from '../api/api.ts';

export function framesOf({ headers, body }: ApiResponse): readonly string[] {
  if (typeof body === 'string') return [body];
  const type = contentTypeOf(headers);
  if (type.includes('event-stream')) return splitAfter(body.join(''), /\r?\n\r?\n/g);
  if (type.includes('ndjson')) return splitAfter(body.join(''), /\n/g);
  return body;
}

export function isStream({ body }: ApiResponse): boolean {
  return typeof body !== 'string';
}

function contentTypeOf(headers: ApiResponse['headers']): string {
  const found = Object.entries(headers).find(([name]) => name.toLowerCase() === 'content-type');
  return found?.[1] ?? '';
}

function splitAfter(text: string, end: RegExp): readonly string[] {
  const frames: string[] = [];
  let start = 0;
  for (const match of text.matchAll(end)) {
    frames.push(text.slice(start, match.index + match[0].length));
    start = match.index + match[0].length;
  }
  if (start < text.length) frames.push(text.slice(start));
  return frames;
}
