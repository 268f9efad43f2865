/** How long a chat is: four characters a token, a picture what a small vision encoder makes of it. */
import type { JsonObject } from '../chat/json.ts';
import type { ChatMessage } from './chat-request.ts';

const charactersPerToken = 4;
const tokensPerImage = 64;

export function tokensOf(text: string): number {
  return Math.ceil(text.length / charactersPerToken);
}

export function tokensOfMessage({ content, thinking, calls, images }: ChatMessage): number {
  const called = calls.map(({ name, args }) => name + JSON.stringify(args)).join('');
  return tokensOf(content + thinking + called) + images * tokensPerImage;
}

export function tokensOfTools(tools: readonly JsonObject[]): number {
  return tools.length === 0 ? 0 : tokensOf(JSON.stringify(tools));
}
