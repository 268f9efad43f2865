/** Wraps lines for a terminal between words and indents the rest to its column. If the width is unknown (a pipe, a file), nothing is wrapped. */
const minColumns = 20;

export function fitWidth(text: string, columns: number | undefined): string {
  if (columns === undefined || columns < minColumns) return text;
  return text
    .split('\n')
    .flatMap((line) => (widthOf(line) <= columns ? [line] : breakLine(line, columns)))
    .join('\n');
}

function breakLine(line: string, columns: number): readonly string[] {
  const indent = ' '.repeat(hangOf(line, columns));
  const lines: string[] = [];
  let current = '';
  for (const [piece, word = ''] of line.matchAll(/ *([^ ]+)/gu)) {
    if (current.trim() !== '' && widthOf(current) + widthOf(piece) > columns) {
      lines.push(current);
      current = indent + word;
    } else current += piece;
  }
  return [...lines, current];
}

/** The start of the last column that begins in the left half. Columns are separated by two or more spaces. */
function hangOf(line: string, columns: number): number {
  const ends = [...bare(line).matchAll(/^ +| {2,}/gu)].map(({ index, 0: gap }) => index + gap.length);
  return ends.findLast((end) => end <= columns / 2) ?? 0;
}

/** An approximation without a table of all characters: East Asian characters and emoji take two columns. */
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\p{Emoji_Presentation}]/gu;

function widthOf(line: string): number {
  const text = bare(line);
  if (/^[ -~]*$/.test(text)) return text.length;
  return Array.from(text.replaceAll(/\p{M}/gu, ''), (one) => (one.search(wide) === -1 ? 1 : 2)).reduce<number>(
    (sum, each) => sum + each,
    0,
  );
}

/** Removes our own colours. */
function bare(line: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return line.replaceAll(/\u001b\[[\d;]*m/gu, '');
}
