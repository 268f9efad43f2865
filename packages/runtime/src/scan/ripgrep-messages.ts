/** Reads the output of `rg --json` as the hits that our own search collects. */
import { type FileHits, HitCollector } from './hits.ts';

/** A part of a message: text, or bytes in Base64 if it is not valid UTF-8. */
interface Data {
  readonly text?: string;
  readonly bytes?: string;
}

interface Message {
  readonly type: string;
  readonly data: {
    readonly path?: Data;
    readonly lines?: Data;
    readonly line_number?: number | null;
    readonly submatches?: readonly { readonly start: number }[];
    readonly binary_offset?: number | null;
  };
}

export class RipgrepReader {
  readonly #context: number;
  #left: number;
  #collector: HitCollector | undefined;
  #ended = false;

  constructor(limit: number, context: number) {
    this.#left = limit;
    this.#context = context;
  }

  /** Whether ripgrep has reported that the search is complete. */
  get isEnded(): boolean {
    return this.#ended;
  }

  /** A file's hits when the file is done; if the limit was reached before, no matches but `more`. Throws for an invalid message. */
  take(line: string): FileHits | undefined {
    const { type, data } = JSON.parse(line) as Message;
    if (type === 'begin') this.#collector = new HitCollector(this.#left, this.#context);
    if (type === 'summary') this.#ended = true;
    if (type === 'match' || type === 'context') this.#addLine(data, type === 'match');
    return type === 'end' ? this.#end(data) : undefined;
  }

  #addLine({ lines, line_number, submatches }: Message['data'], isMatch: boolean): void {
    const whole = textOf(lines);
    const text = whole.replace(/\r?\n$|\r$/, '');
    const bytes = submatches?.[0]?.start ?? 0;
    const start = bytes === 0 ? 0 : Buffer.from(whole, 'utf8').subarray(0, bytes).toString('utf8').length;
    this.#collector?.add(line_number ?? 0, text, isMatch ? start : undefined);
  }

  #end({ path, binary_offset }: Message['data']): FileHits | undefined {
    const hits = this.#collector?.result(textOf(path));
    this.#collector = undefined;
    // Known only now: a NUL may come after the last match.
    if (hits === undefined || typeof binary_offset === 'number') return undefined;
    this.#left -= hits.matches;
    return hits;
  }
}

function textOf(data: Data | undefined): string {
  if (data?.text !== undefined) return data.text;
  return data?.bytes === undefined ? '' : Buffer.from(data.bytes, 'base64').toString('utf8');
}
