/** Texts of several authors (a provider, a route, a tool) put behind each other: each begins large and ends with one full stop. */

/** Ends with a sentence's end, exactly one. */
export function asSentence(text: string): string {
  const plain = text.trim().replace(/(?<![.])\.\.$/, '.');
  if (plain === '') return '';
  return /[.!?…][)"'”’`]*$/.test(plain) ? plain : `${plain.replace(/[,;:]$/, '')}.`;
}

/** As `asSentence`, with a capital letter. */
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

/** Of whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
