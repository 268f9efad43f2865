/** Parts of a text that never contain half a character. */

/** The start, and an ellipsis if there is more. */
export function clip(text: string, longest: number): string {
  return text.length <= longest ? text.toWellFormed() : `${firstPart(text, longest)}…`;
}

export function firstPart(text: string, length: number): string {
  const cut = length < text.length && isLow(text.charCodeAt(length)) ? length - 1 : length;
  return text.slice(0, Math.max(0, cut)).toWellFormed();
}

export function lastPart(text: string, length: number): string {
  const from = Math.max(0, text.length - length);
  return text.slice(isLow(text.charCodeAt(from)) ? from + 1 : from).toWellFormed();
}

/** The second half of a surrogate pair. */
function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}
