/** A text as one word of a shell's command line. */
export function quoteWord(word: string): string {
  return /^[\w./+@-]+$/.test(word) && !word.startsWith('-') ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
