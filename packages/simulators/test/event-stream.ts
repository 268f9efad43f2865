/** Reads the messages of Amazon's event stream, as the simulators write them, including the checksums. */
import { crc32 } from 'node:zlib';

export interface ReadMessage {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** Throws if a length or a checksum is wrong. */
export function readMessages(bytes: Uint8Array): readonly ReadMessage[] {
  const all = Buffer.from(bytes);
  const messages: ReadMessage[] = [];
  for (let at = 0; at < all.length; ) {
    const total = all.readUInt32BE(at);
    const message = all.subarray(at, at + total);
    const headersLength = message.readUInt32BE(4);
    if (message.length !== total) throw new Error('cut off');
    if (crc32(message.subarray(0, 8)) !== message.readUInt32BE(8)) throw new Error('prelude');
    if (crc32(message.subarray(0, total - 4)) !== message.readUInt32BE(total - 4)) throw new Error('message');
    messages.push({
      headers: readHeaders(message.subarray(12, 12 + headersLength)),
      payload: JSON.parse(message.subarray(12 + headersLength, total - 4).toString('utf8')),
    });
    at += total;
  }
  return messages;
}

function readHeaders(bytes: Buffer): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const valueAt = nameEnd + 3;
    const end = valueAt + bytes.readUInt16BE(nameEnd + 1);
    if (bytes.readUInt8(nameEnd) !== 7) throw new Error('no string');
    headers[bytes.subarray(at + 1, nameEnd).toString('utf8')] = bytes.subarray(valueAt, end).toString('utf8');
    at = end;
  }
  return headers;
}

/** The text of an answer in any format; chunks of InvokeModel are read as Anthropic's events. */
export async function answerText(response: Response): Promise<string> {
  if (!response.headers.get('content-type')?.includes('amazon.eventstream')) return response.text();
  return readMessages(await response.bytes())
    .map(({ payload }) =>
      typeof payload['bytes'] === 'string'
        ? Buffer.from(payload['bytes'], 'base64').toString('utf8')
        : JSON.stringify(payload),
    )
    .join('\n');
}
