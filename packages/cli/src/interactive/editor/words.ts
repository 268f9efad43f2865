/** Word boundaries, for moving and cutting by words. */

/** `blank`: words are separated by whitespace, as for Ctrl-W; otherwise they are letters and digits. */
export type WordKind = 'letters' | 'blank';

export function wordBefore(text: string, at: number, kind: WordKind = 'letters'): number {
  let index = at;
  while (index > 0 && !isWord(text, index - 1, kind)) index -= 1;
  while (index > 0 && isWord(text, index - 1, kind)) index -= 1;
  return index;
}

export function wordAfter(text: string, at: number): number {
  let index = at;
  while (index < text.length && !isWord(text, index, 'letters')) index += 1;
  while (index < text.length && isWord(text, index, 'letters')) index += 1;
  return index;
}

/** Surrogates belong to a word: a cut never splits a character. */
function isWord(text: string, at: number, kind: WordKind): boolean {
  const one = text[at] ?? ' ';
  return kind === 'blank' ? !/\s/.test(one) : /[\p{L}\p{N}\p{M}_]/u.test(one) || isSurrogate(one);
}

function isSurrogate(one: string): boolean {
  const code = one.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff;
}
