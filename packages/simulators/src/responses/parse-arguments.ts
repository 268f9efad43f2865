/** The arguments of a call as the model sees them: the value their text stands for, where it can be one. */
import { parseJson } from '../api/json.ts';
import { isDeeperThan } from '../api/nesting.ts';
import { deepest } from './gate.ts';

/** The text itself if it is no JSON, or deeper than a request may be. */
export function parseArguments(text: string): unknown {
  const parsed = parseJson(text);
  return parsed && !isDeeperThan(parsed.value, deepest) ? parsed.value : text;
}
