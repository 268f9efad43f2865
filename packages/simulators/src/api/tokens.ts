/**
 * The number of tokens of a text: four characters each, in every simulator. What a picture counts depends on the API.
 */

export const charactersPerToken = 4;

export function tokensOf(text: string): number {
  return tokensOfLength(text.length);
}

export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
