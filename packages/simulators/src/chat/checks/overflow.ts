/** Whether a request fits into the window of its model. */
import { type JsonObject, textOf } from '../../api/json.ts';
import type { ChatModel } from '../profile.ts';
import { countTokens } from '../tokens.ts';
import type { Found } from './found.ts';

export interface Overflow extends Found {
  readonly tokens: number;
  readonly window: number;
}

export function findOverflow(body: JsonObject, models: readonly ChatModel[]): Overflow | undefined {
  const window = models.find(({ id }) => id === textOf(body['model']))?.window;
  const tokens = countTokens(body);
  if (window === undefined || tokens <= window) return undefined;
  return { message: -1, path: 'messages', value: tokens, tokens, window };
}
