/** Colours of the lines of a diff. */
import type { Palette, Style } from './palette.ts';

export function paintChange(line: string, paint: Palette): string {
  return paint(changeStyles.find(([start]) => line.startsWith(start))?.[1] ?? 'dim', line);
}

const changeStyles: readonly (readonly [start: string, style: Style])[] = [
  ['+++', 'dim'],
  ['---', 'dim'],
  ['@@', 'cyan'],
  ['+', 'green'],
  ['-', 'red'],
];
