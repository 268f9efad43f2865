/** A text as one line of the demonstration, with its end left out where it is long. */
const longest = 60;

export function shortLine(text: string): string {
  const line = text.replaceAll(/\s+/gu, ' ');
  return line.length > longest ? `${line.slice(0, longest - 1).toWellFormed()}…` : line;
}
