/**
 * A stream of bytes as records, one JSON object per line. Only one line is held in addition to what was read from the
 * lines before. What is not a record is reported with its line: the last one may be incomplete, and the next record may
 * be appended to a line cut off by a crash.
 */
import type { JsonObject } from '@interlock/transcript';
import type { AgentRecord } from '../reading/agent-reader.ts';
import { type ImportProblem, mostProblems } from '../reading/imported-session.ts';
import { isObject, parseJson } from '../reading/json.ts';
import { gluedRecords } from './glued-records.ts';
import { defaultLimits, type FileLimits } from './limits.ts';

export interface LineOptions {
  /** For locations: the file's name. */
  readonly name: string;
  readonly slim?: ((record: JsonObject) => JsonObject) | undefined;
  readonly limits?: FileLimits | undefined;
}

export interface ReadFile {
  readonly records: readonly AgentRecord[];
  readonly problems: readonly ImportProblem[];
}

export async function readLines(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: LineOptions,
): Promise<ReadFile> {
  const lines = new LineReader(options);
  for await (const chunk of chunks) if (!lines.add(chunk)) break;
  return lines.end();
}

const newline = 0x0a;

/** Most lines are in one piece and need not be copied. */
function textOf(pieces: readonly Uint8Array[]): string {
  const [first] = pieces;
  if (first === undefined || pieces.length > 1) return Buffer.concat(pieces).toString('utf8');
  return Buffer.from(first.buffer, first.byteOffset, first.length).toString('utf8');
}

/** A crash of the machine leaves zeros where data was to be written. */
const padding = /^[\0\ufeff\s]+/;

class LineReader {
  readonly #name: string;
  readonly #slim: (record: JsonObject) => JsonObject;
  readonly #limits: FileLimits;
  readonly #records: AgentRecord[] = [];
  readonly #problems: ImportProblem[] = [];
  /** The pieces of the line that is being read; none while it is skipped. */
  #pieces: Uint8Array[] = [];
  #length = 0;
  #line = 1;
  #total = 0;

  constructor({ name, slim = (record) => record, limits = defaultLimits }: LineOptions) {
    this.#name = name;
    this.#slim = slim;
    this.#limits = limits;
  }

  /** False if nothing more is wanted. */
  add(chunk: Uint8Array): boolean {
    this.#total += chunk.length;
    if (this.#total > this.#limits.fileBytes) {
      this.#report('file-too-large', `The file has more than ${this.#limits.fileBytes} bytes; the rest is not read.`);
      this.#drop();
      return false;
    }
    let from = 0;
    for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
      this.#hold(chunk.subarray(from, end));
      this.#take(false);
      this.#line += 1;
      from = end + 1;
    }
    this.#hold(chunk.subarray(from));
    return true;
  }

  end(): ReadFile {
    if (this.#length > 0) this.#take(true);
    return { records: this.#records, problems: this.#problems };
  }

  #hold(piece: Uint8Array): void {
    this.#length += piece.length;
    if (this.#length > this.#limits.lineBytes) this.#pieces = [];
    else if (piece.length > 0) this.#pieces.push(piece);
  }

  #drop(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  #take(isLast: boolean): void {
    const length = this.#length;
    const pieces = this.#pieces;
    this.#drop();
    if (length > this.#limits.lineBytes) this.#report('line-too-long', `The line has ${length} bytes and is not read.`);
    else this.#read(textOf(pieces).replace(padding, ''), isLast);
  }

  #read(text: string, isLast: boolean): void {
    if (text === '') return;
    const value = parseJson(text);
    const { records, torn } = value === undefined ? gluedRecords(text) : { records: [], torn: false };
    if (isObject(value)) this.#keep(value);
    else if (records.length > 0) {
      if (torn) this.#report('not-json', 'A record on the line is truncated.');
      for (const record of records) this.#keep(record);
    } else if (isLast) {
      this.#report('torn-line', 'The last line is incomplete: it is being written, or its writer was killed.');
    } else {
      this.#report('not-json', 'The line is not a JSON object.');
    }
  }

  #keep(value: JsonObject): void {
    this.#records.push({ at: this.#line, value: this.#slim(value) });
  }

  #report(code: ImportProblem['code'], message: string): void {
    if (this.#problems.length < mostProblems)
      this.#problems.push({ code, place: `${this.#name}:${this.#line}`, message });
  }
}
