/** A session file as records, together with the files next to it and the sessions it refers to. */
import { basename, dirname, join, resolve } from 'node:path';
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { AgentReader, AgentRecord, AgentRecords, FileForm } from '../reading/agent-reader.ts';
import type { ImportProblem } from '../reading/imported-session.ts';
import { isObject, listOf, parseJson } from '../reading/json.ts';
import { recordsAtStart } from './glued-records.ts';
import { defaultLimits, type FileLimits } from './limits.ts';
import { openFile } from './open-file.ts';
import { readDatabase } from './read-database.ts';
import { type ReadFile, readLines } from './read-lines.ts';
import { filesBelow } from './session-files.ts';
import { parseTornDocument } from './torn-document.ts';

export interface OpenOptions {
  readonly form?: FileForm | undefined;
  /** In a database: which session. */
  readonly id?: string | undefined;
  readonly links?: 'follow' | 'refuse';
  readonly limits?: FileLimits | undefined;
  /** Finds another session of the agent by a part of its file's name. */
  readonly findRelative?: ((part: string) => Promise<string | undefined>) | undefined;
}

export async function openRecords(reader: AgentReader, path: string, options: OpenOptions = {}): Promise<AgentRecords> {
  return openAll({ reader, options, opened: new Set([path]), files: new Map() }, path, options);
}

interface Opening {
  readonly reader: AgentReader;
  readonly options: OpenOptions;
  /** Sessions that are in the result together with those they started, which is so once for each. */
  readonly opened: Set<string>;
  /** Many subagents may begin with the same session. */
  readonly files: Map<string, ReadFile>;
}

async function openAll(opening: Opening, path: string, options: OpenOptions): Promise<AgentRecords> {
  const { reader, opened } = opening;
  const file = await readOnce(opening, path, options);
  const { beside, passedOver } = await openBeside(reader, path, file.records, options);
  const related = await openBases(opening, file, new Set([path]));
  for (const part of reader.relatives?.(file.records) ?? []) {
    const other = await options.findRelative?.(part);
    if (other === undefined || opened.has(other)) continue;
    opened.add(other);
    related.set(part, await openAll(opening, other, { ...options, links: 'refuse' }));
  }
  const name = basename(path);
  const problems = [...file.problems, ...(passedOver === 0 ? [] : [tooMany(name, passedOver)])];
  return { name, project: reader.projectOf?.(resolve(path)), ...file, problems, beside, related };
}

/** `later`: the sessions that begin with this one. One that begins with itself has no earlier session. */
async function openBases(
  opening: Opening,
  { records }: ReadFile,
  later: ReadonlySet<string>,
): Promise<Map<string, AgentRecords>> {
  const { reader, options } = opening;
  const bases = new Map<string, AgentRecords>();
  for (const part of reader.bases?.(records) ?? []) {
    const path = await options.findRelative?.(part);
    if (path === undefined || later.has(path)) continue;
    const file = await readOnce(opening, path, { ...options, links: 'refuse' });
    const related = await openBases(opening, file, new Set([...later, path]));
    bases.set(part, { name: basename(path), ...file, beside: new Map(), related });
  }
  return bases;
}

async function readOnce({ reader, files }: Opening, path: string, options: OpenOptions): Promise<ReadFile> {
  const file = files.get(path) ?? (await readFile(reader, path, options));
  files.set(path, file);
  return file;
}

/** Undefined format: determined by the name. */
async function readFile(reader: AgentReader, path: string, options: OpenOptions): Promise<ReadFile> {
  const { form = formOf(path), links = 'follow', limits = defaultLimits } = options;
  if (typeof form === 'object') return readDatabase(path, form, options.id);
  const file = await openFile(path, links);
  try {
    const name = basename(path);
    if (form === 'lines') return await readLines(file.bytes(), { name, slim: reader.slim, limits });
    if (file.size > limits.lineBytes) return { records: [], problems: [tooLarge(name, file.size)] };
    const chunks: Uint8Array[] = [];
    for await (const chunk of file.bytes()) chunks.push(chunk);
    return readDocument(Buffer.concat(chunks).toString('utf8'), name, reader.slim);
  } finally {
    await file.close();
  }
}

function formOf(path: string): FileForm {
  return /\.jsonl(?:\.zst)?$/.test(path) ? 'lines' : 'document';
}

function tooLarge(name: string, size: number): ImportProblem {
  return { code: 'file-too-large', place: name, message: `The file has ${size} bytes and is not read.` };
}

function tooMany(name: string, count: number): ImportProblem {
  const files = count === 1 ? 'A file' : `${count} files`;
  const message = `${files} next to the session ${count === 1 ? 'is' : 'are'} not read: there are too many.`;
  return { code: 'too-many-files', place: name, message };
}

/** A JSON document: each element of a list is a record. Anything else is a text. */
export function readDocument(text: string, name: string, slim: AgentReader['slim'] = (record) => record): ReadFile {
  const isNamedJson = /\.json$/.test(name);
  const body = text.replace(/^[\0\ufeff\s]+/, '');
  const whole = isNamedJson || /^[[{]/.test(body) ? elementsIn(body) : undefined;
  const read = whole?.elements.some(isObject) ? whole : (elementsAfterLines(body, isNamedJson) ?? whole);
  if (read === undefined) return { records: [{ at: 1, value: { text } }], problems: [] };
  const { elements, lines, problem } = read;
  const records = elements.flatMap((element, index): readonly AgentRecord[] =>
    isObject(element) ? [{ at: index + 1, value: slim(element as JsonObject) }] : [],
  );
  const odd = elements.length - records.length;
  const message = problem ?? (odd === 0 ? undefined : `${odd} elements of the list are not objects.`);
  const messages = [lines, message].filter((each) => each !== undefined);
  return { records, problems: messages.map((each) => ({ code: 'not-json', place: name, message: each })) };
}

interface Elements {
  readonly elements: readonly JsonValue[];
  /** About lines before the document. */
  readonly lines?: string;
  readonly problem?: string;
}

/** A document, or several, one after the other: lines that another program has formatted. Its end may be missing. */
function elementsIn(text: string): Elements {
  const value = parseJson(text);
  if (value !== undefined) return { elements: isObject(value) ? [value] : listOf(value) };
  const { records, rest } = recordsAtStart(text);
  const problem = 'The file is not complete: it is being written, or its writer was killed.';
  if (records.length > 0) return rest === '' ? { elements: records } : { elements: records, problem };
  const start = parseTornDocument(text);
  return { elements: isObject(start) ? [start] : listOf(start), problem };
}

/** The most lines before a document. */
const mostLines = 20;

/** Output that was captured together with messages of the program (`2>&1`) has them before the document, on their own lines. */
function elementsAfterLines(text: string, mayBeTorn: boolean): Elements | undefined {
  const start = text.split('\n', mostLines + 1).join('\n');
  for (const { index } of start.matchAll(/(?<=\n)[[{]/g)) {
    const read = elementsIn(text.slice(index));
    const isWhole = read.problem === undefined || (mayBeTorn && text[index] === '{');
    if (!isWhole || !read.elements.some(isObject)) continue;
    const before = text.slice(0, index).trim().split('\n');
    const what = before.length === 1 ? 'a line that is' : `${before.length} lines that are`;
    return { ...read, lines: `The document begins after ${what} not JSON: ${(before[0] ?? '').slice(0, 100).trim()}` };
  }
  return undefined;
}

export async function openBeside(
  reader: AgentReader,
  path: string,
  records: readonly AgentRecord[],
  { limits = defaultLimits }: OpenOptions = {},
): Promise<{ readonly beside: ReadonlyMap<string, AgentRecords>; readonly passedOver: number }> {
  const found = new Map<string, AgentRecords>();
  let passedOver = 0;
  for (const { folder, files, depth = 0, belongs } of reader.besides?.(basename(path), records) ?? []) {
    const inside = join(dirname(path), folder);
    const names: string[] = [];
    for await (const name of filesBelow(inside, '', depth, { entries: limits.entries })) {
      if (files.test(name)) names.push(name);
    }
    for (const name of names.sort()) {
      if (belongs !== undefined && !belongs(await firstRecord(join(inside, name)))) continue;
      if (found.size >= limits.besideFiles) {
        passedOver += 1;
        continue;
      }
      found.set(
        folder === '' || folder === '.' ? name : `${folder}/${name}`,
        await openOne(reader, join(inside, name), limits),
      );
    }
  }
  return { beside: found, passedOver };
}

/** The most bytes that are read to see whose file it is. */
const mostOfFirst = 1024 * 1024;

/** Empty if it cannot be read. */
async function firstRecord(path: string): Promise<JsonObject> {
  const chunks: Uint8Array[] = [];
  try {
    const file = await openFile(path, 'refuse');
    try {
      for await (const chunk of file.bytes(0, Math.min(mostOfFirst, file.size))) {
        chunks.push(chunk);
        if (chunk.includes(0x0a)) break;
      }
    } finally {
      await file.close();
    }
  } catch {
    return {};
  }
  const value = parseJson(Buffer.concat(chunks).toString('utf8').split('\n', 1)[0] ?? '');
  return isObject(value) ? value : {};
}

/** An unreadable file next to a session is a problem of that file, not of the session. */
async function openOne(reader: AgentReader, path: string, limits: FileLimits): Promise<AgentRecords> {
  const name = basename(path);
  const nothing = { beside: new Map(), related: new Map() };
  try {
    return { name, ...(await readFile(reader, path, { links: 'refuse', limits })), ...nothing };
  } catch (error) {
    const message = `The file cannot be read: ${error instanceof Error ? error.message : String(error)}`;
    return { name, records: [], problems: [{ code: 'unreadable-file', place: name, message }], ...nothing };
  }
}
