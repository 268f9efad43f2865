/** Rows as text in columns. Cells are made fit for a terminal here. */
import { plainText } from '../../print/plain-text.ts';

export function tableText(rows: readonly (readonly string[])[]): string {
  const clean = rows.map((row) => row.map(plainText));
  const columns = Math.max(0, ...clean.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...clean.map((row) => row[column]?.length ?? 0)),
  );
  return clean
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('');
}
