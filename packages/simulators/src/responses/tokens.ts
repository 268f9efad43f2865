/** How long a request is, by what the model sees of it; a picture counts what OpenAI takes for a small one. */
import type { Seen } from '../api/model.ts';
import { tokensOf } from '../api/tokens.ts';

const tokensPerMedium = 85;

export function countTokens({ system, tools, turns }: Seen): number {
  const said = turns.flatMap(({ text, thinking, calls, results }) => [
    text,
    thinking,
    ...calls.map(({ name, args }) => `${name}${JSON.stringify(args) ?? ''}`),
    ...results.map((result) => result.text),
  ]);
  const media = turns.flatMap((turn) => [...turn.media, ...turn.results.flatMap((result) => result.media)]);
  const declared = tools.length > 0 ? JSON.stringify(tools) : '';
  return tokensOf([system, declared, ...said].join('')) + media.length * tokensPerMedium;
}
