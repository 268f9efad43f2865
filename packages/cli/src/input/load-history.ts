/** Loads a history, and what else a request needs, from a file of the user. */
import { type Content, checkContents, type JsonObject, type JsonValue, type Problem } from '@interlock/transcript';
import { importRequest, type Settings, type Tool } from '@interlock/wire';
import { inputError, usageError } from '../io/command-error.ts';
import { plainText } from '../print/plain-text.ts';
import { detectShape } from './detect-shape.ts';
import { recordOf } from './read-json.ts';
import { toolsOf } from './tools-of.ts';

export interface LoadedHistory {
  readonly contents: readonly Content[];
  readonly tools: readonly Tool[];
  readonly settings: Settings;
  /** The parts of a request body that could not be read, one line each. */
  readonly unread: readonly string[];
}

/** `from`: the protocol of the request body. Without it the value is a history. */
export function loadHistory(value: JsonValue, name: string, from: string | undefined): LoadedHistory {
  if (from !== undefined) return loadRequest(value, name, from);
  const shape = detectShape(value);
  if (shape !== undefined && shape !== 'history') {
    throw usageError(`${name} looks like a request body, not like a history.\nIf it is one, add --from ${shape}.`);
  }
  const { contents, problems } = checkContents(contentsOf(value));
  if (contents === undefined) throw inputError(unreadable(name, value, problems));
  return { contents, tools: toolsOf(recordOf(value)?.['tools']) ?? [], settings: {}, unread: [] };
}

/** The list itself, an object's `contents`, or a single content. Anything else is checked as it is. */
export function contentsOf(value: JsonValue): JsonValue {
  const record = recordOf(value);
  if (record === undefined) return value;
  return record['contents'] ?? (typeof record['speaker'] === 'string' ? [record] : value);
}

export function bodyOf(value: JsonValue, name: string): JsonObject {
  const body = recordOf(value);
  if (body === undefined) throw inputError(`${name} is not a request body: a body is a JSON object.`);
  return body;
}

/** Paths of problems start at the list; in the file it may be under `contents`. */
export function pathInFile(path: string, value: JsonValue): string {
  return recordOf(value)?.['contents'] === undefined ? path : path.replace('$', '$.contents');
}

function loadRequest(value: JsonValue, name: string, from: string): LoadedHistory {
  const { contents, tools, settings, problems } = importRequest(from, bodyOf(value, name));
  return { contents, tools, settings, unread: problems.map(({ path, message }) => plainText(`${path}: ${message}`)) };
}

const maxShown = 10;

function unreadable(name: string, value: JsonValue, problems: readonly Problem[]): string {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const shown = errors.slice(0, maxShown).map(({ path, message, fix }) => {
    return `  ${pathInFile(path, value)}: ${plainText(message)} ${plainText(fix)}`;
  });
  const more =
    errors.length > maxShown ? [`  … and ${errors.length - maxShown} more (interlock check lists them)`] : [];
  return [`${name} cannot be read as a history.`, ...shown, ...more].join('\n');
}
