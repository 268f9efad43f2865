/** Thinking that a client returns as a text in a tag, as Droid does if there is no signature. Undefined: it is a text. */
export function taggedThinking(text: string): string | undefined {
  const words = text.trim();
  // Most texts are long, and none of them is read further.
  if (!words.startsWith('<think')) return undefined;
  return /^<(think|thinking)>(.*)<\/\1>$/s.exec(words)?.[2]?.trim();
}

/** Thinking in a tag before the text that followed it, as clients return it that got both in one text. Undefined: the text has none. */
export function leadingThinking(text: string): { readonly thinking: string; readonly rest: string } | undefined {
  const [tagged, , thinking] = /^\s*<(think|thinking)>(.*?)<\/\1>\s*/s.exec(text) ?? [];
  return tagged === undefined || thinking === undefined ? undefined : { thinking, rest: text.slice(tagged.length) };
}
