/** Text as Markdown code, as a block or inline, with enough backticks that nothing inside can close it. */

export function fencedText(text: string, language: string): string {
  const ticks = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return `${ticks}${language}\n${text}\n${ticks}`;
}

/** `text`: one line. */
export function inlineCode(text: string): string {
  const ticks = '`'.repeat(longestRun(text) + 1);
  const space = text.startsWith('`') || text.endsWith('`') ? ' ' : '';
  return `${ticks}${space}${text}${space}${ticks}`;
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
}
