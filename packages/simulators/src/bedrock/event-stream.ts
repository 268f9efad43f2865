/**
 * Messages of `application/vnd.amazon.eventstream`, byte by byte: prelude, headers, payload and the two checksums (BDR-015).
 * A message is a string whose characters are bytes, as every frame of a binary answer is here (`ApiResponse.encoding`).
 */
import type { JsonObject } from '../api/json.ts';

/** The type of a header value that is a string. */
const stringType = 7;
const preludeLength = 12;
const checksumLength = 4;

/** A normal event: a chunk, the start of a block, the usage. */
export function eventMessage(type: string, payload: JsonObject): string {
  return encodeMessage({ ':event-type': type, ...kindOf('event') }, payload);
}

/** BDR-017: an error after the stream had started. */
export function exceptionMessage(type: string, payload: JsonObject): string {
  return encodeMessage({ ':exception-type': type, ...kindOf('exception') }, payload);
}

function kindOf(kind: 'event' | 'exception'): Readonly<Record<string, string>> {
  return { ':content-type': 'application/json', ':message-type': kind };
}

export function encodeMessage(headers: Readonly<Record<string, string>>, payload: JsonObject): string {
  const head = Buffer.concat(Object.entries(headers).map(([name, value]) => encodeHeader(name, value)));
  const body = Buffer.from(JSON.stringify(payload), 'utf8');
  const total = preludeLength + head.length + body.length + checksumLength;
  const lengths = Buffer.concat([uint32(total), uint32(head.length)]);
  const checked = Buffer.concat([lengths, uint32(crc32(lengths)), head, body]);
  return Buffer.concat([checked, uint32(crc32(checked))]).toString('latin1');
}

function encodeHeader(name: string, value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8');
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([
    Buffer.from([name.length]),
    Buffer.from(name, 'latin1'),
    Buffer.from([stringType]),
    length,
    bytes,
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value >>> 0);
  return bytes;
}

const polynomial = 0xedb88320;

const table: readonly number[] = Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
  return value >>> 0;
});

/** CRC-32 of IEEE 802.3. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}
