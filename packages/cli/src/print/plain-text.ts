/** Text from a history or a body for a terminal: one line, sanitized, not too long. */
const maxLength = 300;

export function plainText(text: string): string {
  return cut(plainLine(text), maxLength);
}

/** The same for text whose end must not be cut off, such as how to fix a problem. */
export function plainLine(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
  return cut(clean, 4000);
}

function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text.slice(0, max - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
