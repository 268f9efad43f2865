/** A title for a session that has none: the first line of a text, short enough for a list, safe to print. */

const longest = 80;

/** Undefined if the text has nothing to show. */
export function titleFrom(text: string): string | undefined {
  const clean = text
    .slice(0, 4 * longest)
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, '\n')
    .trimStart();
  const line = clean.split('\n', 1)[0]?.trim() ?? '';
  if (line === '') return undefined;
  return line.length <= longest ? line : `${line.slice(0, longest - 1).toWellFormed()}…`;
}
