/**
 * Colours and styles of the views: the sixteen colours of every terminal, which its user can read on light and dark backgrounds, and never
 * black or white. Without colours the text is unchanged, so everything a colour says must also be said in words or signs.
 */
export type Style =
  | 'bold'
  | 'dim'
  | 'italic'
  | 'underline'
  | 'strike'
  | 'red'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'magenta'
  | 'cyan';

export type Palette = (style: Style, text: string) => string;

const codes: Readonly<Record<Style, readonly [open: number, close: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  underline: [4, 24],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
};

export function paletteOf({ colour }: { readonly colour: boolean }): Palette {
  return colour ? paint : (_style, text) => text;
}

/** Each line separately: a line may be drawn without the one before it. */
function paint(style: Style, text: string): string {
  return text
    .split('\n')
    .map((line) => paintLine(style, line))
    .join('\n');
}

function paintLine(style: Style, line: string): string {
  if (line === '') return '';
  const [open, close] = codes[style];
  // A nested style that ends must not end the outer one.
  return `${sgr(open)}${line.replaceAll(sgr(close), sgr(close) + sgr(open))}${sgr(close)}`;
}

function sgr(code: number): string {
  return `\u001b[${code}m`;
}
