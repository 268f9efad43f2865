/** Reads keys from a stream of bytes that may be split anywhere: inside a character, or inside a sequence. */
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import type { Key } from './key.ts';
import { KeyParser } from './keys.ts';
import type { Timer } from './timer.ts';

/** After this time a lone Esc is the key, not the start of a sequence. */
const escapeMs = 50;

export interface KeyListener {
  /** The keys of one read, in order. */
  keys(keys: readonly Key[]): void;
  /** The input has ended. */
  ended(): void;
}

/** Returns a function that stops reading. */
export function readKeys(stdin: Readable, timer: Timer, listener: KeyListener): () => void {
  const decoder = new StringDecoder('utf8');
  const parser = new KeyParser();
  let forget = (): void => {};
  const emit = (keys: readonly Key[]): void => {
    if (keys.length > 0) listener.keys(keys);
  };
  const onData = (chunk: Uint8Array | string): void => {
    forget();
    emit(parser.feed(typeof chunk === 'string' ? chunk : decoder.write(Buffer.from(chunk))));
    if (parser.isWaiting) forget = timer.after(escapeMs, () => emit(parser.flush()));
  };
  const end = (): void => listener.ended();
  stdin.on('data', onData);
  stdin.on('end', end);
  stdin.on('error', end);
  stdin.resume();
  return () => {
    forget();
    stdin.off('data', onData);
    stdin.off('end', end);
    // Later errors do not matter.
    stdin.pause();
  };
}
