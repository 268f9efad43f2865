/**
 * Colours and weights of the views: the sixteen colours that every terminal has in a form its user can read, on light and on dark, and
 * never black or white. Without colours a text is itself, so whatever a colour says has to be said in words or signs as well.
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

/** Every line by itself: a line may be drawn without the one before it. */
function paint(style: Style, text: string): string {
  return text
    .split('\n')
    .map((line) => paintLine(style, line))
    .join('\n');
}

function paintLine(style: Style, line: string): string {
  if (line === '') return '';
  const [open, close] = codes[style];
  // What ends inside of it ends only there.
  return `${sgr(open)}${line.replaceAll(sgr(close), sgr(close) + sgr(open))}${sgr(close)}`;
}

function sgr(code: number): string {
  return `\u001b[${code}m`;
}
