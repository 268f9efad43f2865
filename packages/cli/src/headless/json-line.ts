/** A value as one line of JSON in which nothing is left that a terminal would obey; it reads back as the same value. */
const delicate = /[\u007f-\u009f\u2028\u2029\ufeff\p{Bidi_Control}]/gu;

export function jsonLine(value: object): string {
  const text = JSON.stringify(value).replace(
    delicate,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${text}\n`;
}
