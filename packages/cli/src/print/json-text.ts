/**
 * JSON that is safe for a terminal: `JSON.stringify` escapes C0 control characters, but neither those above 0x7f, some of which start
 * control sequences, nor direction marks. It parses to the same value.
 */
const unsafe = /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu;

/** On one line. */
export function jsonLine(value: object): string {
  return `${escapeUnsafe(JSON.stringify(value))}\n`;
}

/** On several lines, readable for people, too. */
export function jsonText(value: object): string {
  return `${escapeUnsafe(JSON.stringify(value, undefined, 2))}\n`;
}

/** `json`: a complete JSON text. Such characters can only be in its strings. */
export function escapeUnsafe(json: string): string {
  return json.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
