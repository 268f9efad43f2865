/** Words as one command of a shell, whatever is in them: a clone may be anywhere. */
export function quotedForShell(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
