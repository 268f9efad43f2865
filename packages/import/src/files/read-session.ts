/** Reads one session of another agent: a file, a session that was found, or bytes from anywhere. Nothing is written. */
import { basename } from 'node:path';
import { readerNamed, readers } from '../agents/readers.ts';
import type {
  AgentReader,
  AgentRecords,
  FileForm,
  Machine,
  ReadOptions,
  Verification,
} from '../reading/agent-reader.ts';
import { ImportError } from '../reading/import-error.ts';
import type { ImportedSession } from '../reading/imported-session.ts';
import type { FoundSession } from './find-sessions.ts';
import type { FileLimits } from './limits.ts';
import { openFile } from './open-file.ts';
import { openRecords, readDocument } from './open-records.ts';
import { type ReadFile, readLines } from './read-lines.ts';
import { sessionFiles } from './session-files.ts';
import { thisMachine } from './this-machine.ts';

/** A path, what `findSessions` found, or bytes (standard input). */
export type SessionSource = string | Pick<FoundSession, 'agent' | 'path' | 'id'> | SessionBytes;

export interface SessionBytes {
  readonly bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array>;
  /** Stands for the file's name in places. */
  readonly name?: string;
}

export interface ReadSessionOptions extends ReadOptions {
  /** The name of the reader; without it the file tells. */
  readonly agent?: string;
  /** Which session of a database. */
  readonly id?: string;
  readonly limits?: FileLimits;
  readonly machine?: Machine;
}

/** Rejects with an `ImportError` if there is nothing to read; what is wrong inside is in `problems`. */
export async function readSession(source: SessionSource, options: ReadSessionOptions = {}): Promise<ImportedSession> {
  const { reader, records } = await openSession(source, options);
  return reader.read(records, options);
}

/** Checks a session against the digests its agent wrote. Undefined: this agent writes none. */
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
  // What was found says in `bytes` how large it is.
  if (typeof source === 'object' && !('path' in source)) return openBytes(source, options);
  const path = typeof source === 'string' ? source : source.path;
  const agent = typeof source === 'string' ? options.agent : source.agent;
  const id = typeof source === 'string' ? options.id : source.id;
  const machine = options.machine ?? thisMachine();
  try {
    const reader = agent === undefined ? await recogniseFile(path, machine) : namedReader(agent);
    const form = formIn(reader, path, machine);
    const findRelative = async (part: string): Promise<string | undefined> =>
      (await sessionFiles(reader, machine)).find((file) => basename(file.path).includes(part))?.path;
    return { reader, records: await openRecords(reader, path, { form, id, limits: options.limits, findRelative }) };
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const said = error instanceof Error ? error.message : String(error);
    throw new ImportError('not-readable', `${path} cannot be read: ${said}`, { cause: error });
  }
}

function namedReader(name: string): AgentReader {
  const reader = readerNamed(name);
  if (reader !== undefined) return reader;
  const names = readers.map((each) => each.name).join(', ');
  throw new ImportError('unknown-agent', `There is no reader for ${JSON.stringify(name)}. Readers: ${names}.`);
}

/** The form of the agent's own files; a copy elsewhere goes by its name. */
function formIn(reader: AgentReader, path: string, machine: Machine): FileForm | undefined {
  const places = reader.places(machine);
  const own = places.find(
    ({ folder, files }) =>
      path.startsWith(`${folder}/`) && files.test(path.slice(folder.length + 1).replaceAll('\\', '/')),
  );
  if (own !== undefined) return own.form;
  return isDatabase(path) ? places.find(({ form }) => typeof form === 'object')?.form : undefined;
}

function isDatabase(path: string): boolean {
  return /\.(?:db|sqlite3?)$/.test(path);
}

/** Enough for the first records; a prompt with pictures may be among them. */
const headBytes = 2 * 1024 * 1024;
const headRecords = 50;

async function recogniseFile(path: string, machine: Machine): Promise<AgentReader> {
  if (isDatabase(path)) {
    const reader = readers.find(({ places }) => places(machine).some(({ files }) => files.test(basename(path))));
    if (reader !== undefined) return reader;
    throw unknownFormat(path);
  }
  const file = await openFile(path, 'follow');
  try {
    const packed = path.endsWith('.zst');
    return await recogniseText(await firstBytes(file.bytes(0, packed ? file.size : headBytes)), basename(path));
  } finally {
    await file.close();
  }
}

async function firstBytes(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= headBytes) break;
  }
  return Buffer.concat(chunks);
}

async function recogniseText(bytes: Uint8Array, name: string): Promise<AgentReader> {
  const { records } = await readLines([bytes], { name });
  const first = records.length > 0 ? records : readDocument(Buffer.from(bytes).toString('utf8'), name).records;
  const values = first.slice(0, headRecords).map(({ value }) => value);
  const reader = readers.find(({ recognises }) => recognises(values));
  if (reader === undefined) throw unknownFormat(name);
  return reader;
}

function unknownFormat(name: string): ImportError {
  return new ImportError('unknown-format', `${name} is not a session of an agent that is known here.`);
}

/** Bytes are held until it is clear whose they are. */
async function openBytes({ bytes, name = 'input' }: SessionBytes, options: ReadSessionOptions): Promise<OpenedSession> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of bytes) chunks.push(chunk);
  const all = Buffer.concat(chunks);
  const reader = options.agent === undefined ? await recogniseText(all, name) : namedReader(options.agent);
  const nothing = { beside: new Map(), related: new Map() };
  const isLines = reader.places(options.machine ?? thisMachine()).some(({ form }) => form === 'lines');
  const limits = options.limits;
  const asLines = (): Promise<ReadFile> => readLines([all], { name, slim: reader.slim, limits });
  const lines = isLines ? await asLines() : undefined;
  if (lines !== undefined && lines.records.length > 0) return { reader, records: { name, ...lines, ...nothing } };
  const document = readDocument(all.toString('utf8'), name, reader.slim);
  return {
    reader,
    records: { name, ...(document.records.length > 0 ? document : (lines ?? (await asLines()))), ...nothing },
  };
}
