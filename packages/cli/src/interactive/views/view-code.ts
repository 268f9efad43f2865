/** Code of a Markdown block: indented, highlighted if possible, wrapped only where a line is full. */

import { minTextWidth, wrapExact } from '../../terminal/lines.ts';
import type { CodeRun, Drawing } from '../screen.ts';
import { type Palette, paletteOf, type Style } from './palette.ts';

const indent = '  ';

/** `code` is plain text. */
export function viewCode(code: string, language: string, drawing: Drawing): readonly string[] {
  const trimmed = code
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
  const runs = drawing.colour ? drawing.highlight?.(trimmed, language.toLowerCase()) : undefined;
  const text = runs === undefined ? trimmed : paintRuns(runs, paletteOf(drawing));
  const margin = drawing.width - indent.length < minTextWidth ? '' : indent;
  return wrapExact(text, drawing.width - margin.length).map((line) => (line === '' ? '' : margin + line));
}

function paintRuns(runs: readonly CodeRun[], paint: Palette): string {
  return runs
    .map(({ text, scope }) => {
      const style = scope === undefined ? undefined : styles[scope];
      return style === undefined ? text : paint(style, text);
    })
    .join('');
}

const styles: Readonly<Record<string, Style>> = {
  addition: 'green',
  attr: 'blue',
  attribute: 'blue',
  built_in: 'cyan',
  bullet: 'cyan',
  comment: 'dim',
  deletion: 'red',
  doctag: 'dim',
  keyword: 'magenta',
  literal: 'cyan',
  meta: 'dim',
  name: 'blue',
  number: 'cyan',
  property: 'blue',
  quote: 'dim',
  regexp: 'red',
  section: 'bold',
  'selector-class': 'blue',
  'selector-id': 'blue',
  'selector-tag': 'magenta',
  string: 'green',
  subst: 'cyan',
  symbol: 'cyan',
  tag: 'blue',
  'template-variable': 'cyan',
  title: 'blue',
  type: 'yellow',
  variable: 'cyan',
};
