/** Keys as they are typed, from a stream of bytes that may be cut anywhere: inside a character, or inside a sequence. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Key } from './key.ts';
import { KeyParser } from './keys.ts';
import type { Timer } from './timer.ts';

/** After so long a lone Esc is the key and not the beginning of a sequence that is on its way. */
const escapeMs = 50;

export interface KeyListener {
  /** All that one read brought, in order. */
  keys(keys: readonly Key[]): void;
  /** No one can type anymore. */
  ended(): void;
}

/** Returns how to stop. */
export function readKeys(stdin: Readable, timer: Timer, listener: KeyListener): () => void {
  const decoder = new StringDecoder('utf8');
  const parser = new KeyParser();
  let forget = (): void => {};
  const tell = (keys: readonly Key[]): void => {
    if (keys.length > 0) listener.keys(keys);
  };
  const take = (chunk: Uint8Array | string): void => {
    forget();
    tell(parser.feed(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))));
    if (parser.isWaiting) forget = timer.after(escapeMs, () => tell(parser.flush()));
  };
  const end = (): void => listener.ended();
  stdin.on('data', take);
  stdin.on('end', end);
  stdin.on('error', end);
  stdin.resume();
  return () => {
    forget();
    stdin.off('data', take);
    stdin.off('end', end);
    // Whatever goes wrong from here on concerns no one.
    stdin.pause();
  };
}
