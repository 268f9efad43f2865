/** Word boundaries, for moving and cutting by words. */

/** `blank`: words are separated by whitespace, as for Ctrl-W; otherwise they are letters and digits. */
export type WordKind = 'letters' | 'blank';

export function wordBefore(text: string, at: number, kind: WordKind = 'letters'): number {
  let place = at;
  while (place > 0 && !isWord(text, place - 1, kind)) place -= 1;
  while (place > 0 && isWord(text, place - 1, kind)) place -= 1;
  return place;
}

export function wordAfter(text: string, at: number): number {
  let place = at;
  while (place < text.length && !isWord(text, place, 'letters')) place += 1;
  while (place < text.length && isWord(text, place, 'letters')) place += 1;
  return place;
}

/** Surrogates belong to a word: a cut never splits a character. */
function isWord(text: string, at: number, kind: WordKind): boolean {
  const one = text[at] ?? ' ';
  return kind === 'blank' ? !/\s/.test(one) : /[\p{L}\p{N}\p{M}_]/u.test(one) || isHalf(one);
}

function isHalf(one: string): boolean {
  const code = one.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff;
}
