/** Text from a history or a body for a terminal: one line, sanitized, not too long. */
const longest = 300;

export function plainText(text: string): string {
  return cut(plainLine(text), longest);
}

/** The same for text that must not lose its end, such as how to fix something. */
export function plainLine(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
  return cut(clean, 4000);
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
