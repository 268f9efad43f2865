/** What a check is given and what it finds. */
import type { JsonObject } from '../api/json.ts';
import type { World } from '../api/world.ts';
import type { GeminiContent } from './contents.ts';
import type { GeminiModel } from './models.ts';

export interface Asked {
  readonly model: GeminiModel;
  /** A GenerateContentRequest after parsing. */
  readonly request: JsonObject;
  readonly contents: readonly GeminiContent[];
  readonly world: World;
}

export interface Finding {
  readonly rule: string;
  readonly message: string;
  readonly path: string;
  /** Let through without a word: a warning. */
  readonly silent?: boolean;
}

/** Findings in the order in which the real server would come upon them; the first that is not silent ends it. */
export type Check = (asked: Asked) => Iterable<Finding>;

/** What the server says when it does not say what (GEM-036). */
export function opaque(path: string, rule = 'GEM-036'): Finding {
  return { rule, message: 'Request contains an invalid argument.', path };
}

/** The form of what the field validation says: `* GenerateContentRequest.contents[1].parts: …`. */
export function fieldFinding(rule: string, path: string, why: string): Finding {
  return { rule, message: `* GenerateContentRequest.${path}: ${why}\n`, path };
}
