/** Thinking that a client returns as a text in a tag, as Droid does if there is no signature. Undefined: it is a text. */
export function taggedThinking(text: string): string | undefined {
  const words = text.trim();
  // Most texts are long, and none of them is read further.
  if (!words.startsWith('<think')) return undefined;
  return /^<(think|thinking)>(.*)<\/\1>$/s.exec(words)?.[2]?.trim();
}
