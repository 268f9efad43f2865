/**
 * What all protocols share when they read a request body: what cannot be read is reported with its path, and the rest is still
 * read.
 */
import type { Content, JsonObject, JsonValue } from '@interlock/transcript';
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
  return { ...(model === '' ? {} : { model }), ...read(request, report), problems };
}
