/** The length of a chat; a picture counts as much as in a small vision encoder. */

import type { JsonObject } from '../api/json.ts';
import { tokensOf } from '../api/tokens.ts';
import type { ChatMessage } from './chat-request.ts';

const tokensPerImage = 64;

export function tokensOfMessage({ content, thinking, calls, images }: ChatMessage): number {
  const called = calls.map(({ name, args }) => name + JSON.stringify(args)).join('');
  return tokensOf(content + thinking + called) + images * tokensPerImage;
}

export function tokensOfTools(tools: readonly JsonObject[]): number {
  return tools.length === 0 ? 0 : tokensOf(JSON.stringify(tools));
}
