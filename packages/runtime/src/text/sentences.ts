/** Joins texts of several sources (a provider, a route, a tool): each starts with a capital letter and ends with one full stop. */

/** Ends with exactly one full stop. */
export function asSentence(text: string): string {
  const plain = text.trim().replace(/(?<![.])\.\.$/, '.');
  if (plain === '') return '';
  return /[.!?…][)"'”’`]*$/.test(plain) ? plain : `${plain.replace(/[,;:]$/, '')}.`;
}

/** Like `asSentence`, and starts with a capital letter. */
export function asWholeSentence(text: string): string {
  const sentence = asSentence(text);
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`;
}

export function joinSentences(...texts: readonly string[]): string {
  return texts
    .map(asSentence)
    .filter((text) => text !== '')
    .join(' ');
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
