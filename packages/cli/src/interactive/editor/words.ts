/** Where words begin and end, for moving and cutting by words. */

/** `blank`: whatever is between blanks is a word, as for Ctrl-W; else letters and digits are. */
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

/** Halves of a pair belong to a word: a cut never goes through a character. */
function isWord(text: string, at: number, kind: WordKind): boolean {
  const one = text[at] ?? ' ';
  return kind === 'blank' ? !/\s/.test(one) : /[\p{L}\p{N}\p{M}_]/u.test(one) || isHalf(one);
}

function isHalf(one: string): boolean {
  const code = one.charCodeAt(0);
  return code >= 0xd800 && code <= 0xdfff;
}
