/** How many tokens a text is: four characters each, in every simulator. What a picture counts is each API's own. */

export const charactersPerToken = 4;

export function tokensOf(text: string): number {
  return tokensOfLength(text.length);
}

export function tokensOfLength(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
