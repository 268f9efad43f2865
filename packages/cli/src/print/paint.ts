/** Colours, if they can be shown: on a terminal, unless NO_COLOR is set or the terminal is dumb. */
import type { Io } from '../io/io.ts';

export type Paint = (style: 'error' | 'warning' | 'note' | 'dim' | 'bold', text: string) => string;

const codes = { error: 31, warning: 33, note: 36, dim: 2, bold: 1 } as const;

export function paintFor({ stdout, env }: Pick<Io, 'stdout' | 'env'>): Paint {
  const colours = stdout.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
  return (style, text) => (colours ? `\u001b[${codes[style]}m${text}\u001b[0m` : text);
}
