/**
 * What all protocols share when they read a request body: what cannot be read is reported with its path, and the rest is still
 * read.
 */
import { type Content, isSameData, type JsonObject, type JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../json/json.ts';
import type { Settings, Tool } from '../traits/settings.ts';

/** A provider's own request, read as a canonical history. */
export interface ReadRequest {
  readonly model?: string;
  readonly contents: readonly Content[];
  readonly tools: readonly Tool[];
  readonly settings: Settings;
  /** The parts that could not be read, each with its JSON path. They are not in `contents`. */
  readonly problems: readonly ReadProblem[];
}

export interface ReadProblem {
  readonly path: string;
  readonly message: string;
  /** It was read, but only targets with this trait can be told. */
  readonly unless?: 'strictSchemas' | 'logprobs';
}

/** Reports something that could not be read: its JSON path, and what is wrong with it. */
export type Report = (path: string, message: string, unless?: ReadProblem['unless']) => void;

type Parts = Pick<ReadRequest, 'contents' | 'tools' | 'settings'>;

export function readRequest(body: JsonValue, read: (request: JsonObject, report: Report) => Parts): ReadRequest {
  const problems: ReadProblem[] = [];
  const report: Report = (path, message, unless) =>
    void problems.push({ path, message, ...(unless === undefined ? {} : { unless }) });
  const request = asObject(body);
  if (request === undefined) {
    report('', 'The body is not an object.');
    return { contents: [], tools: [], settings: {}, problems };
  }
  // Google's models have a path before their name.
  const model = asText(request['model']).replace(/^models\//, '');
  const { contents, tools, settings } = read(request, report);
  return { ...(model === '' ? {} : { model }), contents, tools: distinct(tools, report), settings, problems };
}

/** Names must be unique (ANT-062), but clients list a server's tools twice. The first is offered. */
function distinct(tools: readonly Tool[], report: Report): readonly Tool[] {
  const known = new Map<string, Tool>();
  for (const tool of tools) {
    const first = known.get(tool.name) ?? tool;
    known.set(tool.name, first);
    if (!isSameData(first, tool)) report(`tools.${tool.name}`, 'Two tools have this name: the first one is offered.');
  }
  return known.size === tools.length ? tools : [...known.values()];
}
