/** What is known about the bytes of a request, so that equal bytes, and bytes that continue them, are not parsed and read again. */
import type { JsonObject } from '@interlock/transcript';
import type { ReadRequest, RequestReading } from '@interlock/wire';
import type { BodyLayout } from './body-layout.ts';

export interface KnownRequest {
  readonly bytes: Buffer;
  /** With the requested model, wherever the client named it. */
  readonly body: JsonObject & { readonly model: string };
  /** Its contents are the objects of the thread. */
  readonly read: ReadRequest;
  /** Estimated tokens of the whole request. */
  readonly tokens: number;
  /** The reader that has read it, and reads what continues it. */
  readonly reading: RequestReading;
  /** The positions of its parts; absent: not examined yet. */
  readonly layout?: BodyLayout;
}

const samples = 4;
const sampleLength = 16;

/**
 * A cheap fingerprint of bytes: their length and an even sample. Others may have the same one, so matches are compared.
 */
export function sampleOf(bytes: Buffer): string {
  let name = `${bytes.length}`;
  for (let count = 0; count < samples; count += 1) {
    const from = Math.floor(((bytes.length - sampleLength) * count) / (samples - 1));
    name += `:${bytes.toString('latin1', Math.max(0, from), Math.max(0, from) + sampleLength)}`;
  }
  return name;
}
