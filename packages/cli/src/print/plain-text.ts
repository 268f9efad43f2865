/** Text from a history or a body, fit for a terminal: one line, nothing the terminal would obey, not too long. */
const longest = 300;

export function plainText(text: string): string {
  const clean = text.toWellFormed().replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ');
  if (clean.length <= longest) return clean;
  return `${clean.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}
