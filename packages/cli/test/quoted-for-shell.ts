/** Quotes words for a shell, because the path of the clone may contain any character. */
export function quotedForShell(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
