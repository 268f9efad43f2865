/**
 * Reads anything that contains a conversation: a history, a request body of any protocol, a session of another agent. Damaged input is read
 * as far as possible, with its problems and their positions.
 */

import { currentContents, ImportError, type ImportedSession, readerNamed, readSession } from '@interlock/import';
import type { ReadProblem } from '@interlock/inspector';
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
import { detectProtocol, importRequest } from '@interlock/wire';
import { parse } from 'jsonc-parser';
import { readableContents } from '../check/repair-history.ts';
import { decodeText } from '../input/decode-text.ts';
import { detectShape } from '../input/detect-shape.ts';
import { contentsOf } from '../input/load-history.ts';
import { parseInput } from '../input/parse-input.ts';
import { isList, recordOf } from '../input/read-json.ts';
import { toolsOf } from '../input/tools-of.ts';
import { CommandError } from '../io/command-error.ts';
import type { InspectedDocument, LogItem } from './document.ts';
import { compactedText } from './record-note.ts';

export async function readDocument(bytes: Uint8Array, name: string): Promise<InspectedDocument> {
  const { value, problems } = parseBytes(Buffer.from(bytes), name);
  if (isForeign(value)) {
    const session = await foreignSession(bytes, name);
    // Messages of an API have more content than their text.
    const isTextOnly = session?.problems.some(({ code }) => code === 'text-only') === true && value !== undefined;
    if (session !== undefined && !(isTextOnly && messagesOnly(value) !== undefined))
      return agentDocument(session, name);
  }
  if (value === undefined) return unreadable(name, problems);
  return valueDocument(value, name, problems);
}

function valueDocument(value: JsonValue, name: string, problems: readonly ReadProblem[]): InspectedDocument {
  const whole = messagesOnly(value);
  if (whole !== undefined) {
    const note = {
      place: '$',
      message: `This is a list of messages without a request around it. It is read as ${whole.protocol}.`,
    };
    return bodyDocument(whole.body, whole.protocol, name, [...problems, note]);
  }
  const shape = detectShape(value);
  const body = recordOf(value);
  if (shape !== undefined && shape !== 'history' && body !== undefined)
    return bodyDocument(body, shape, name, problems);
  return historyDocument(value, name, problems);
}

interface Parsed {
  readonly value?: JsonValue;
  readonly problems: readonly ReadProblem[];
}

function parseBytes(bytes: Buffer, name: string): Parsed {
  let text: string;
  try {
    text = decodeText({ name, bytes });
  } catch (error) {
    const { problems } = problemsFrom(error, name);
    return { problems };
  }
  try {
    return { value: parseInput(text, name), problems: [] };
  } catch (error) {
    return { ...salvage(text), ...problemsFrom(error, name) };
  }
}

/** `name:3:14: What is wrong.`, the line itself, a caret, and how to fix it. */
function problemsFrom(error: unknown, name: string): { readonly problems: readonly ReadProblem[] } {
  if (!(error instanceof CommandError)) throw error;
  const [first = '', ...rest] = error.message.split('\n');
  const detail = first.startsWith(`${name}:`) ? first.slice(name.length + 1) : first;
  const [, line, column, what] = /^(\d+):(\d+): (.*)$/s.exec(detail) ?? [];
  const excerpt = rest.filter((text) => text.startsWith('    ')).map((text) => text.slice(4));
  const fix = rest.filter((text) => !text.startsWith('    '));
  const place = line === undefined ? '' : `line ${line}, column ${column}`;
  const message = [what ?? detail, ...fix].join(' ');
  return { problems: [{ place, message, ...(excerpt.length === 0 ? {} : { excerpt: excerpt.join('\n') }) }] };
}

/** JSON Lines: the valid lines. A single value: the part before the error, with open brackets closed. */
function salvage(text: string): { readonly value?: JsonValue } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const values = lines.flatMap((line): readonly JsonValue[] => {
    if (!line.trimStart().startsWith('{')) return [];
    try {
      return [JSON.parse(line)];
    } catch {
      return [];
    }
  });
  if (values.length > 0 && values.length * 2 >= lines.length && lines.length > 1) return { value: values };
  const value: JsonValue | undefined = parse(text, [], { allowTrailingComma: true });
  return typeof value === 'object' && value !== null ? { value } : {};
}

/** Whether it may be a session of another agent: it is neither a history nor a request body. */
function isForeign(value: JsonValue | undefined): boolean {
  if (value === undefined) return true;
  if (isList(value)) return !value.some((entry) => typeof recordOf(entry)?.['speaker'] === 'string');
  return detectShape(value) === undefined;
}

async function foreignSession(bytes: Uint8Array, name: string): Promise<ImportedSession | undefined> {
  try {
    return await readSession({ bytes: [bytes], name });
  } catch (error) {
    if (error instanceof ImportError) return undefined;
    throw error;
  }
}

export function agentDocument(session: ImportedSession, name: string): InspectedDocument {
  const contents = session.log.flatMap((entry): readonly LogItem[] => {
    const at = entry.kind !== 'closed' && entry.time !== undefined ? { at: entry.time } : {};
    if (entry.kind === 'content') return [{ kind: 'content', content: entry.content, ...at }];
    if (entry.kind === 'compaction') return [{ kind: 'note', text: compactedText(entry.contents.length), ...at }];
    return [];
  });
  const closed = session.log.flatMap((entry) => (entry.kind === 'closed' ? [entry] : []));
  const entries = session.log.filter((entry) => entry.kind !== 'closed');
  return {
    name,
    kind: 'agent-session',
    format: readerNamed(session.agent)?.label ?? session.agent,
    log: contents,
    current: async () => currentContents(session),
    tools: [],
    system: '',
    settings: {},
    calls: new Map(closed.map(({ callId, reason }) => [callId, { state: reason }])),
    usages: entries.flatMap((entry, after) => {
      if (entry.kind !== 'content' || entry.usage === undefined) return [];
      const { metadata } = entry.content;
      const target = [metadata?.provider, metadata?.model].filter((part) => part !== undefined).join('/');
      return [
        { after: after + 1, target, usage: entry.usage, ...(entry.time === undefined ? {} : { at: entry.time }) },
      ];
    }),
    outcomes: new Map(),
    problems: session.problems.map(({ place, message }) => ({ place, message })),
    source: plain(currentContents(session)),
  };
}

/** `[{ role, content }, …]`: the messages of a body without the body. */
function messagesOnly(value: JsonValue): { readonly body: JsonObject; readonly protocol: string } | undefined {
  if (!isList(value) || typeof recordOf(value[0])?.['role'] !== 'string') return undefined;
  const fields = ['messages', 'input', 'contents'];
  const bodies = fields.map((field): JsonObject => ({ model: '', [field]: value }));
  const found = bodies.find((body) => detectProtocol(body) !== undefined);
  const protocol = found === undefined ? undefined : detectProtocol(found);
  return found === undefined || protocol === undefined ? undefined : { body: found, protocol: protocol.name };
}

function bodyDocument(
  body: JsonObject,
  protocol: string,
  name: string,
  problems: readonly ReadProblem[],
): InspectedDocument {
  const read = importRequest(protocol, body);
  return {
    ...documentOf(read.contents, name),
    kind: 'request',
    format: protocol,
    tools: read.tools,
    settings: read.settings,
    problems: [...problems, ...read.problems.map(({ path, message }) => ({ place: path, message }))],
    source: body,
    body: { protocol, value: body },
  };
}

function historyDocument(value: JsonValue, name: string, problems: readonly ReadProblem[]): InspectedDocument {
  const { contents, leftOut } = readableContents(contentsOf(value));
  const lost = leftOut.map((line): ReadProblem => {
    const [, place = '', message = line] = /^(\$\[\d+\]): (.*)$/s.exec(line) ?? [];
    return { place, message };
  });
  const all = [...problems, ...lost];
  if (contents.length === 0) return unreadable(name, all.length > 0 ? all : [notAHistory]);
  return {
    ...documentOf(contents, name),
    kind: 'history',
    tools: toolsOf(recordOf(value)?.['tools']) ?? [],
    problems: all,
    source: value,
  };
}

const notAHistory: ReadProblem = {
  place: '$',
  message:
    'This is not a history, a request body or a session of a known agent. A history is a JSON array of contents.',
};

function unreadable(name: string, problems: readonly ReadProblem[]): InspectedDocument {
  return { ...documentOf([], name), kind: 'unreadable', problems: problems.length > 0 ? problems : [notAHistory] };
}

function documentOf(contents: readonly Content[], name: string): InspectedDocument {
  return {
    name,
    kind: 'history',
    log: contents.map((content) => ({ kind: 'content', content })),
    current: async () => contents,
    tools: [],
    system: '',
    settings: {},
    calls: new Map(),
    usages: [],
    outcomes: new Map(),
    problems: [],
  };
}

function plain(contents: readonly Content[]): JsonValue {
  return JSON.parse(JSON.stringify(contents));
}
