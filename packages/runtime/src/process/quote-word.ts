/** Quotes a text as one word of a shell command line. */
export function quoteWord(word: string): string {
  return /^[\w./+@:,%-][\w./+@:,%=-]*$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
