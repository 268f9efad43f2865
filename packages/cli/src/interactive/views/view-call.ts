/** One call: its sign, name and arguments, its state and time; below it the end of its output, or how it ended. */

import { cut, plainLine, widthOf } from '../../terminal/lines.ts';
import type { Drawing, ToolView } from '../screen.ts';
import { callBody } from './call-body.ts';
import { describeCall } from './describe-call.ts';
import { paletteOf } from './palette.ts';

const fewestForArguments = 6;
const fewestForName = 8;

export function viewCall(call: ToolView, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const { width, now } = drawing;
  const { sign, style, words, time } = describeCall(call, now);
  const tail = tailOf(words, time, width - 2 - fewestForName);
  const name = cut(plainLine(call.name), width - 2 - widthOf(tail));
  const room = width - 2 - widthOf(name) - 1 - widthOf(tail);
  const summary = room < fewestForArguments ? '' : cut(plainLine(call.summary), room);
  const head = [
    `${paint(style, sign)} ${paint('bold', name)}`,
    summary === '' ? '' : ` ${summary}`,
    paint(words === '' || call.state !== 'ended' ? 'dim' : style, tail),
  ].join('');
  return [head, ...callBody(call, drawing)];
}

/** The time gives way to the words. */
function tailOf(words: string, time: string, room: number): string {
  const write = (...parts: readonly string[]): string =>
    parts
      .filter((part) => part !== '')
      .map((part) => ` · ${part}`)
      .join('');
  const whole = write(words, time);
  return widthOf(whole) <= room ? whole : cut(write(words), room);
}
