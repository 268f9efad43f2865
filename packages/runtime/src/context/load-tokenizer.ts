/** The tokenizer of OpenAI's models, loaded when the first text is to be counted by it: it is large. */

export type CountText = (text: string) => number;

/**
 * The tokenizer's time grows with the square of a run without spaces, so it gets the text in slices; a slice costs at most a token too
 * many. Of a very long text the beginning stands for the rest.
 */
const slice = 1_000;
const longestCounted = 100_000;

export async function loadTokenizer(): Promise<CountText> {
  const { countTokens } = await import('gpt-tokenizer/encoding/o200k_base');
  // Marks like <|endoftext|> are text when they come from people and tools.
  const asText = { disallowedSpecial: new Set<string>() };
  return (text) => {
    const counted = Math.min(text.length, longestCounted);
    let tokens = 0;
    for (let at = 0; at < counted; at += slice) {
      tokens += countTokens(text.slice(at, Math.min(at + slice, counted)), asText);
    }
    return counted === 0 ? 0 : Math.ceil((tokens * text.length) / counted);
  };
}
