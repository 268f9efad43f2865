/** Reads one session of another agent: a file, a session that was found, or bytes from anywhere. Nothing is written. */
import { basename } from 'node:path';
import { readerNamed, readers } from '../agents/readers.ts';
import type {
  AgentReader,
  AgentRecords,
  DatabaseForm,
  FileForm,
  Machine,
  ReadOptions,
  Verification,
} from '../reading/agent-reader.ts';
import { ImportError } from '../reading/import-error.ts';
import type { ImportedSession } from '../reading/imported-session.ts';
import { isObject, parseJson } from '../reading/json.ts';
import type { FoundSession } from './find-sessions.ts';
import { recordsAtStart } from './glued-records.ts';
import { defaultLimits, type FileLimits } from './limits.ts';
import { openFile } from './open-file.ts';
import { openRecords, readDocument } from './open-records.ts';
import { formOfDatabase } from './read-database.ts';
import { type LineOptions, type ReadFile, readLines } from './read-lines.ts';
import { sessionFiles } from './session-files.ts';
import { thisMachine } from './this-machine.ts';
import { utf8Bytes } from './utf8-bytes.ts';

/** A path, what `findSessions` found, or bytes (standard input). */
export type SessionSource = string | Pick<FoundSession, 'agent' | 'path' | 'id'> | SessionBytes;

export interface SessionBytes {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Used instead of the file's name in locations. */
  readonly name?: string;
}

export interface ReadSessionOptions extends ReadOptions {
  /** The name of the reader; by default determined from the file. */
  readonly agent?: string;
  /** The id of the session in a database. */
  readonly id?: string;
  readonly limits?: FileLimits;
  readonly machine?: Machine;
}

/** Rejects with an `ImportError` if there is nothing to read; what is wrong inside is in `problems`. */
export async function readSession(source: SessionSource, options: ReadSessionOptions = {}): Promise<ImportedSession> {
  const { reader, records } = await openSession(source, options);
  return reader.read(records, options);
}

/** Checks a session against the digests its agent wrote. Undefined if this agent writes none. */
export async function verifySession(
  source: SessionSource,
  options: ReadSessionOptions = {},
): Promise<Verification | undefined> {
  const { reader, records } = await openSession(source, options);
  return reader.verify?.(records);
}

interface OpenedSession {
  readonly reader: AgentReader;
  readonly records: AgentRecords;
}

async function openSession(source: SessionSource, options: ReadSessionOptions): Promise<OpenedSession> {
  // `bytes` of a found session is its size.
  if (typeof source === 'object' && !('path' in source)) return openBytes(source, options);
  const path = typeof source === 'string' ? source : source.path;
  const agent = typeof source === 'string' ? options.agent : source.agent;
  const id = typeof source === 'string' ? options.id : source.id;
  const machine = options.machine ?? thisMachine();
  try {
    const reader = agent === undefined ? await recogniseFile(path, options, machine) : namedReader(agent);
    const form = formIn(reader, path, machine) ?? (await formOfFile(reader, path, machine));
    const findRelative = async (part: string): Promise<string | undefined> =>
      (await sessionFiles(reader, machine)).find((file) => basename(file.path).includes(part))?.path;
    return { reader, records: await openRecords(reader, path, { form, id, limits: options.limits, findRelative }) };
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const message = error instanceof Error ? error.message : String(error);
    throw new ImportError('not-readable', `${path} cannot be read: ${message}`, { cause: error });
  }
}

function namedReader(name: string): AgentReader {
  const reader = readerNamed(name);
  if (reader !== undefined) return reader;
  const names = readers.map((each) => each.name).join(', ');
  throw new ImportError('unknown-agent', `There is no reader for ${JSON.stringify(name)}. Readers: ${names}.`);
}

/** The form of the agent's own files. */
function formIn(reader: AgentReader, path: string, machine: Machine): FileForm | undefined {
  return reader
    .places(machine)
    .find(
      ({ folder, files }) =>
        path.startsWith(`${folder}/`) && files.test(path.slice(folder.length + 1).replaceAll('\\', '/')),
    )?.form;
}

function databaseOf(reader: AgentReader, machine: Machine): DatabaseForm | undefined {
  return reader
    .places(machine)
    .map(({ form }) => form)
    .find((form) => typeof form === 'object');
}

/** Copies of databases may have any name. */
function isDatabase(head: Uint8Array): boolean {
  return textOf(head.subarray(0, 16)) === 'SQLite format 3\0';
}

/** Enough for the first records; a prompt with pictures may be among them. */
const headBytes = 2 * 1024 * 1024;
const headRecords = 50;
/** This many lines may be torn or unknown before the first complete one. */
const formLines = 20;

async function recogniseFile(path: string, { limits }: ReadSessionOptions, machine: Machine): Promise<AgentReader> {
  const name = basename(path);
  const head = await startOf(path, headBytes);
  if (isDatabase(head)) return recogniseDatabase(path, machine);
  // Of a document the beginning alone says little.
  const isCut = head.length >= headBytes && formOfText(textOf(head), name) === 'document';
  return recogniseText(isCut ? await startOf(path, limits?.lineBytes ?? defaultLimits.lineBytes) : head, name);
}

/** By its tables and their columns. */
async function recogniseDatabase(path: string, machine: Machine): Promise<AgentReader> {
  const forms = new Map(readers.map((reader) => [databaseOf(reader, machine), reader]));
  const form = await formOfDatabase(
    path,
    [...forms.keys()].filter((each) => each !== undefined),
  );
  const reader = form === undefined ? undefined : forms.get(form);
  if (reader === undefined) throw unknownFormat(basename(path));
  return reader;
}

async function formOfFile(reader: AgentReader, path: string, machine: Machine): Promise<FileForm> {
  const head = await startOf(path, headBytes);
  const database = isDatabase(head) ? databaseOf(reader, machine) : undefined;
  return database ?? formOfText(textOf(head), basename(path));
}

/** The first bytes, at least `most` of them if there are as many. A compressed file is read until enough of it is plain. */
async function startOf(path: string, most: number): Promise<Uint8Array> {
  const file = await openFile(path, 'follow');
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of file.bytes(0, path.endsWith('.zst') ? file.size : Math.min(most, file.size))) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= most) break;
    }
  } finally {
    await file.close();
  }
  return Buffer.concat(chunks);
}

function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('utf8');
}

async function recogniseText(bytes: Uint8Array, name: string): Promise<AgentReader> {
  const first = (await readText(bytes, { name })).records;
  const values = first.slice(0, headRecords).map(({ value }) => value);
  const reader = readers.find(({ recognises }) => recognises(values));
  if (reader === undefined) throw unknownFormat(name);
  return reader;
}

function unknownFormat(name: string): ImportError {
  return new ImportError('unknown-format', `${name} is not a session of a known agent.`);
}

/** Bytes are held until the agent is known. */
async function openBytes({ bytes, name = 'input' }: SessionBytes, options: ReadSessionOptions): Promise<OpenedSession> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of utf8Bytes(bytes)) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const reader = options.agent === undefined ? await recogniseText(all, name) : namedReader(options.agent);
  const nothing = { beside: new Map(), related: new Map() };
  const file = await readText(all, { name, slim: reader.slim, limits: options.limits });
  return { reader, records: { name, ...file, ...nothing } };
}

/** In the form it seems to have; if there is nothing in it, in the other one. */
async function readText(bytes: Uint8Array, options: LineOptions): Promise<ReadFile> {
  const text = textOf(bytes);
  const asDocument = (): ReadFile => readDocument(text, options.name, options.slim);
  const asLines = (): Promise<ReadFile> => readLines([bytes], options);
  if (formOfText(text, options.name) === 'lines') {
    const lines = await asLines();
    const document = lines.records.length === 0 ? asDocument() : lines;
    return document.records.length === 0 ? lines : document;
  }
  const document = asDocument();
  return document.records.length === 0 ? asLines() : document;
}

/**
 * Whether a file is lines or one document. Its first lines decide, because copies and archives of sessions may have any name.
 * `text`: the beginning of the file.
 */
function formOfText(text: string, name: string): 'lines' | 'document' {
  const start = text.replace(/^[\0\ufeff\s]+/, '');
  if (start.startsWith('[')) return 'document';
  const first = start.split('\n', formLines);
  const isOpen = start.startsWith('{');
  if (first.some((line) => line.startsWith('{') && isRecord(line))) return 'lines';
  // A document of one line may have no end.
  const mayBeLines = !isOpen || first.length === 1;
  return mayBeLines && /\.jsonl(?:\.|$)/.test(name) ? 'lines' : 'document';
}

/** The first line of a formatted document ends before its object does. */
function isRecord(line: string): boolean {
  return isObject(parseJson(line)) || recordsAtStart(line).records.length > 0;
}
