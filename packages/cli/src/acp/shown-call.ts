/** A tool call as an editor shows it: title, kind, files and changes. Pure. */
import { resolve } from 'node:path';
import type { ToolCallContent, ToolCallLocation, ToolKind } from '@agentclientprotocol/sdk';
import type { Outcome, ToolKind as OwnKind } from '@interlock/runtime';
import { isJsonObject, type JsonObject, type JsonValue, type MediaBlock } from '@interlock/transcript';
import { summariseArguments } from '../wording/summarise-arguments.ts';

export interface CallFacts {
  readonly name: string;
  readonly args: JsonValue;
  /** The kind that the tool declares. Absent: the tool is no longer offered. */
  readonly kind?: OwnKind;
}

/** The content of a file before and after a call, as text in the editor. */
export interface FileEdit {
  readonly path: string;
  /** Null: the file did not exist. */
  readonly oldText: string | null;
  readonly newText: string;
}

const kindsByName: Readonly<Record<string, ToolKind>> = {
  list_files: 'search',
  search_files: 'search',
  update_todos: 'think',
  task: 'think',
  propose_plan: 'switch_mode',
};

const kinds: Readonly<Record<OwnKind, ToolKind>> = {
  read: 'read',
  write: 'edit',
  command: 'execute',
  network: 'fetch',
  mcp: 'other',
  agent: 'think',
  other: 'other',
};

export function kindOfCall({ name, kind }: CallFacts): ToolKind {
  return (Object.hasOwn(kindsByName, name) ? kindsByName[name] : undefined) ?? kinds[kind ?? 'other'];
}

const verbs: Readonly<Record<string, string>> = {
  read_file: 'Read',
  list_files: 'List',
  search_files: 'Search',
  edit_file: 'Edit',
  write_file: 'Write',
  fetch_url: 'Fetch',
};

/** One line. A command is its own title. */
export function titleOfCall({ name, args }: CallFacts): string {
  if (name === 'update_todos') return 'Update the to-do list';
  if (name === 'propose_plan') return 'Propose a plan';
  const about = summariseArguments(args).replaceAll(/\s+/gu, ' ').trim();
  if (name === 'run_command' && about !== '') return about;
  const verb = Object.hasOwn(verbs, name) ? (verbs[name] ?? name) : name;
  return about === '' ? verb : `${verb} ${about}`;
}

/** Absolute paths, as the protocol requires. Only built-in tools name what they touch in `path`. */
export function locationsOfCall({ name, args }: CallFacts, workspace: string): readonly ToolCallLocation[] {
  if (!withPath.includes(name) || !isJsonObject(args)) return [];
  const { path, offset } = args;
  if (typeof path !== 'string' || path === '' || path.includes('\0')) return [];
  const line = name === 'read_file' && typeof offset === 'number' ? { line: offset } : {};
  return [{ path: resolve(workspace, path), ...line }];
}

const withPath: readonly string[] = ['read_file', 'edit_file', 'write_file', 'list_files', 'search_files'];

/** The change as far as the arguments show it, until the actual content of the file is known. */
export function editOfArguments({ name, args }: CallFacts, workspace: string): FileEdit | undefined {
  if (!isJsonObject(args) || typeof args['path'] !== 'string' || args['path'].includes('\0')) return undefined;
  const path = resolve(workspace, args['path']);
  const { old_text: oldText, new_text: newText, content } = args;
  if (name === 'edit_file' && typeof oldText === 'string' && typeof newText === 'string')
    return { path, oldText, newText };
  if (name === 'write_file' && typeof content === 'string') return { path, oldText: null, newText: content };
  return undefined;
}

export function diffContent(edit: FileEdit): ToolCallContent {
  return { type: 'diff', path: edit.path, oldText: edit.oldText, newText: edit.newText };
}

export function textContent(text: string): ToolCallContent {
  return { type: 'content', content: { type: 'text', text } };
}

/** The content of a finished call, in addition to a diff or a terminal. */
export function contentOfOutcome(outcome: Outcome): readonly ToolCallContent[] {
  switch (outcome.state) {
    case 'complete':
      return [...textsOf(outcome.result), ...mediaOf(outcome.media)];
    case 'error':
      return [textContent(outcome.error), ...mediaOf(outcome.media)];
    default: {
      const partial = outcome.partial === undefined || outcome.partial === '' ? [] : [textContent(outcome.partial)];
      return [textContent(closureTexts[outcome.state]), ...partial];
    }
  }
}

const closureTexts: Readonly<Record<Exclude<Outcome['state'], 'complete' | 'error'>, string>> = {
  cancelled: 'Cancelled before it started.',
  interrupted: 'Interrupted while it was running.',
  timeout: 'Stopped: timed out.',
  denied: 'Not allowed.',
};

/** The outcome as data. ACP has no status for cancelled or denied calls: `state` distinguishes them. */
export function rawOutcome(outcome: Outcome): JsonObject {
  switch (outcome.state) {
    case 'complete':
      return { state: outcome.state, result: outcome.result };
    case 'error':
      return {
        state: outcome.state,
        error: outcome.error,
        ...(outcome.result === undefined ? {} : { result: outcome.result }),
      };
    default:
      return { state: outcome.state, ...(outcome.partial === undefined ? {} : { partial: outcome.partial }) };
  }
}

function textsOf(result: JsonValue): readonly ToolCallContent[] {
  const text = typeof result === 'string' ? result : JSON.stringify(result, undefined, 2);
  return text === '' || result === null ? [] : [textContent(text)];
}

function mediaOf(media: readonly MediaBlock[] = []): readonly ToolCallContent[] {
  return media.flatMap(({ mimeType, encoding, data }): readonly ToolCallContent[] =>
    mimeType.startsWith('image/') && encoding === 'base64'
      ? [{ type: 'content', content: { type: 'image', mimeType, data } }]
      : [],
  );
}
