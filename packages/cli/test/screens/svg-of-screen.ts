/** The screen of a terminal as an SVG image, with its colours. */
import type headless from '@xterm/headless';

const cell = { width: 8.4, height: 18 } as const;
const margin = 14;
/** The sixteen colours, dark first. */
const colours: readonly string[] = [
  ...['#1e1e1e', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#d0d0d0'],
  ...['#7f848e', '#e06c75', '#98c379', '#e5c07b', '#61afef', '#c678dd', '#56b6c2', '#ffffff'],
];
const paper = '#1e1e1e';
const ink = '#d0d0d0';

interface Run {
  readonly column: number;
  readonly style: string;
  text: string;
}

export function svgOfScreen(terminal: headless.Terminal, title: string): string {
  const { cols, buffer } = terminal;
  const screen = buffer.active;
  const rows = Array.from({ length: terminal.rows }, (_, row) => runsOf(screen.getLine(screen.baseY + row), cols));
  const last = rows.findLastIndex((runs) => runs.some(({ text }) => text.trim() !== ''));
  const lines = rows.slice(0, last + 1).map((runs, row) => lineOf(runs, row));
  const width = Math.ceil(cols * cell.width + 2 * margin);
  const height = Math.ceil((last + 1) * cell.height + 2 * margin);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="100%" height="100%" rx="8" fill="${paper}"/>`,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" font-size="14" fill="${ink}">`,
    ...lines,
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function runsOf(line: headless.IBufferLine | undefined, cols: number): readonly Run[] {
  const runs: Run[] = [];
  for (let column = 0; line !== undefined && column < cols; column += 1) {
    const part = line.getCell(column);
    if (part === undefined || part.getWidth() === 0) continue;
    const style = styleOf(part);
    const previous = runs.at(-1);
    if (previous?.style === style) previous.text += part.getChars() || ' ';
    else runs.push({ column, style, text: part.getChars() || ' ' });
  }
  return runs;
}

function styleOf(part: headless.IBufferCell): string {
  const colour = part.isFgPalette() ? colours[part.getFgColor()] : undefined;
  return [
    ...(colour === undefined ? [] : [`fill="${colour}"`]),
    ...(part.isBold() ? ['font-weight="bold"'] : []),
    ...(part.isItalic() ? ['font-style="italic"'] : []),
    ...(part.isUnderline() ? ['text-decoration="underline"'] : []),
    ...(part.isDim() ? ['opacity="0.6"'] : []),
  ].join(' ');
}

function lineOf(runs: readonly Run[], row: number): string {
  const y = (margin + (row + 0.75) * cell.height).toFixed(1);
  return runs
    .filter(({ text }) => text.trim() !== '')
    .map(({ column, style, text }) => {
      const x = (margin + column * cell.width).toFixed(1);
      const length = (text.trimEnd().length * cell.width).toFixed(1);
      return `<text x="${x}" y="${y}" textLength="${length}" ${style}>${escaped(text.trimEnd())}</text>`;
    })
    .join('\n');
}

function escaped(text: string): string {
  // Non-breaking spaces, which no renderer collapses.
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll(' ', '\u00a0');
}
