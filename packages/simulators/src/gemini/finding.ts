/** The input of a check, and its findings. */
import type { JsonObject } from '../api/json.ts';
import type { World } from '../api/world.ts';
import type { GeminiContent } from './contents.ts';
import type { GeminiModel } from './models.ts';

export interface CheckedRequest {
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
  /** Silently accepted: a warning. */
  readonly silent?: boolean;
}

/** Findings in the order in which the real server finds them; the first that is not silent ends the check. */
export type Check = (checked: CheckedRequest) => Iterable<Finding>;

/** The server's message when it gives no details (GEM-036). */
export function opaque(path: string, rule = 'GEM-036'): Finding {
  return { rule, message: 'Request contains an invalid argument.', path };
}

/** The format of field validation errors: `* GenerateContentRequest.contents[1].parts: …`. */
export function fieldFinding(rule: string, path: string, why: string): Finding {
  return { rule, message: `* GenerateContentRequest.${path}: ${why}\n`, path };
}
