/**
 * Sessions of other agents on this machine, newest first, with what a list shows about them. Only both ends of long
 * files are read.
 */
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { JsonObject } from '@interlock/transcript';
import { readers } from '../agents/readers.ts';
import type { AgentReader, AgentRecord, Machine } from '../reading/agent-reader.ts';
import type { ImportedSession } from '../reading/imported-session.ts';
import { numberOf, textOf, timeOf } from '../reading/json.ts';
import { openFile } from './open-file.ts';
import { openBeside, readDocument } from './open-records.ts';
import { listDatabase } from './read-database.ts';
import { readLines } from './read-lines.ts';
import { type SessionFile, sessionFiles } from './session-files.ts';
import { thisMachine } from './this-machine.ts';

export interface FoundSession {
  readonly agent: string;
  /** The agent's display name. */
  readonly label: string;
  readonly path: string;
  /** The agent's own id of the session; in a database it identifies the session. */
  readonly id: string;
  readonly title?: string;
  /** The folder the agent worked in. */
  readonly folder?: string;
  readonly version?: string;
  /** The model of the last answer. */
  readonly model?: string;
  /** Absent for files of which only both ends were read. */
  readonly turns?: number;
  /** When it was last written: milliseconds since 1970. */
  readonly time: number;
  readonly bytes: number;
}

export interface FindOptions {
  /** Names of agents; without it: all. */
  readonly agents?: readonly string[];
  /** At most this many, the newest. Default: 500. */
  readonly limit?: number;
  readonly machine?: Machine;
}

/** `folder`: only sessions of agents that worked in it. Undefined: in any. */
export async function findSessions(
  folder: string | undefined,
  options: FindOptions = {},
): Promise<readonly FoundSession[]> {
  const { agents, limit = 500, machine = thisMachine() } = options;
  const wanted = readers.filter(({ name }) => agents === undefined || agents.includes(name));
  const files = (await Promise.all(wanted.map((reader) => datedFiles(reader, machine)))).flat();
  const found: FoundSession[] = [];
  for (const file of files.sort((a, b) => b.modified - a.modified)) {
    if (found.length >= limit) break;
    const sessions = await describe(file).catch(() => []); // gone or locked since it was listed
    for (const session of sessions) if (folder === undefined || isSame(session.folder, folder)) found.push(session);
  }
  return found.sort((a, b) => b.time - a.time).slice(0, limit);
}

interface DatedFile extends SessionFile {
  readonly reader: AgentReader;
  readonly modified: number;
  readonly size: number;
}

async function datedFiles(reader: AgentReader, machine: Machine): Promise<readonly DatedFile[]> {
  const files = await sessionFiles(reader, machine);
  const dated = await Promise.all(
    files.map(async (file): Promise<readonly DatedFile[]> => {
      const stats = await stat(file.path).catch(() => undefined);
      return stats === undefined ? [] : [{ ...file, reader, modified: stats.mtimeMs, size: stats.size }];
    }),
  );
  return dated.flat();
}

function isSame(one: string | undefined, other: string): boolean {
  return one !== undefined && one !== '' && resolve(one) === resolve(other);
}

async function describe(file: DatedFile): Promise<readonly FoundSession[]> {
  const { reader, path, place } = file;
  const common = { agent: reader.name, label: reader.label, path };
  if (typeof place.form === 'object') {
    const folder = reader.projectOf?.(path);
    const project = folder === undefined ? {} : { folder };
    return (await listDatabase(path, place.form)).map((row) => ({ ...common, ...project, ...fromRow(row, file) }));
  }
  const { records, whole } = await readEnds(file);
  if (records.length === 0) return [];
  const nothing = { problems: [], beside: new Map(), related: new Map() };
  const own = { name: basename(path), project: reader.projectOf?.(path), records, ...nothing };
  const alone = reader.read(own);
  // Some agents (Cline) write the folder only into a file next to the session. Others need not be opened for a list.
  const isElsewhere = alone.folder === undefined && reader.besides !== undefined;
  const session = isElsewhere
    ? reader.read({ ...own, beside: (await openBeside(reader, path, records)).beside })
    : alone;
  return [{ ...common, ...fromSession(session, whole), time: file.modified, bytes: file.size }];
}

function fromRow(row: JsonObject, file: DatedFile): Omit<FoundSession, 'agent' | 'label' | 'path'> {
  const title = textOf(row['title']);
  const folder = textOf(row['folder']);
  const turns = numberOf(row['turns']);
  const model = textOf(row['model']);
  return {
    id: textOf(row['id']) || String(row['id'] ?? ''),
    ...(title === '' ? {} : { title }),
    ...(folder === '' ? {} : { folder }),
    ...(model === '' ? {} : { model }),
    ...(turns === undefined ? {} : { turns }),
    time: timeOf(row['time']) ?? file.modified,
    bytes: file.size,
  };
}

type Described = Omit<FoundSession, 'agent' | 'label' | 'path' | 'time' | 'bytes'>;

function fromSession({ id, title, folder, version, log }: ImportedSession, whole: boolean): Described {
  const contents = log.flatMap((entry) => (entry.kind === 'content' ? entry.content : []));
  const model = contents.findLast(({ speaker }) => speaker === 'ai')?.metadata?.model;
  return {
    id,
    ...(title === undefined ? {} : { title }),
    ...(folder === undefined ? {} : { folder }),
    ...(version === undefined ? {} : { version }),
    ...(model === undefined ? {} : { model }),
    ...(whole ? { turns: new Set(contents.map(({ metadata }) => metadata?.turnId)).size } : {}),
  };
}

const headBytes = 512 * 1024;
const tailBytes = 128 * 1024;

/** A document cannot be read in part. */
const largestDocument = 16 * 1024 * 1024;

async function readEnds(
  file: DatedFile,
): Promise<{ readonly records: readonly AgentRecord[]; readonly whole: boolean }> {
  const { reader, path, place } = file;
  const opened = await openFile(path, 'refuse');
  try {
    const name = basename(path);
    const { size } = opened;
    if (place.form === 'document') {
      if (size > largestDocument) return { records: [], whole: false };
      const chunks: Uint8Array[] = [];
      for await (const chunk of opened.bytes()) chunks.push(chunk);
      return { records: readDocument(Buffer.concat(chunks).toString('utf8'), name, reader.slim).records, whole: true };
    }
    const whole = size <= headBytes + tailBytes;
    const isPacked = path.endsWith('.zst');
    const head = await readLines(opened.bytes(0, whole ? size : headBytes), { name, slim: reader.slim }).catch(
      () => none,
    );
    if (whole || isPacked) return { records: head.records, whole };
    // The first line of the tail is incomplete.
    const tail = await readLines(opened.bytes(size - tailBytes, size), { name, slim: reader.slim });
    const offset = head.records.at(-1)?.at ?? 0;
    return { records: [...head.records, ...tail.records.map(({ at, value }) => ({ at: at + offset, value }))], whole };
  } finally {
    await opened.close();
  }
}

const none: { readonly records: readonly AgentRecord[] } = { records: [] };
