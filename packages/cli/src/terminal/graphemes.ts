/** Characters as people see them: an emoji of five code points is one, and takes two columns. */

/** Each with its offset. */
export function graphemesOf(text: string): readonly { readonly text: string; readonly at: number }[] {
  if (/^[\t\n -~]*$/.test(text)) return Array.from(text, (one, at) => ({ text: one, at }));
  const segments = new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text);
  return Array.from(segments, ({ segment, index }) => ({ text: segment, at: index }));
}

/** The start of the character before this offset. */
export function graphemeBefore(text: string, at: number): number {
  // A character is never longer than its line, and rarely longer than this.
  const from = Math.max(text.lastIndexOf('\n', at - 1), at - 200, 0);
  return from + (graphemesOf(text.slice(from, at)).at(-1)?.at ?? 0);
}

/** The end of the character at this offset. */
export function graphemeAfter(text: string, at: number): number {
  return Math.min(text.length, at + (graphemesOf(text.slice(at, at + 200))[0]?.text.length ?? 0));
}
