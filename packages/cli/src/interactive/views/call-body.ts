/** The lines below a call: the end of its output while it runs, then the beginning of its result, or the reason why there is none. */

import type { Outcome } from '@interlock/runtime';
import { counted } from '../../print/counted.ts';
import { cut, hang, plain, wrapProse } from '../../terminal/lines.ts';
import type { Drawing, ToolView } from '../screen.ts';
import { paintChange } from './change-styles.ts';
import { type Palette, paletteOf } from './palette.ts';

const indent = '  ';
const progressLines = 3;
const previewLines = 5;
const diffLines = 24;
const errorLines = 8;
const hint = ' (Ctrl-O)';
/** Enough for any preview. A result may be large, and is drawn again and again. */
const maxCharacters = 100_000;

/** Tools whose result is shown from its end. */
const showsEnd: readonly string[] = ['run_command'];
const changes: readonly string[] = ['edit_file', 'write_file'];

export function callBody(call: ToolView, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const width = drawing.width - indent.length;
  const lines =
    call.outcome === undefined ? progressOf(call, width, paint) : outcomeLines(call, call.outcome, width, paint);
  return hang(lines, indent);
}

function progressOf({ progress, state }: ToolView, width: number, paint: Palette): readonly string[] {
  return state === 'running' ? tail(progress, progressLines, width).map((line) => paint('dim', line)) : [];
}

function outcomeLines(call: ToolView, outcome: Outcome, width: number, paint: Palette): readonly string[] {
  switch (outcome.state) {
    case 'complete': {
      const text = resultText(outcome.result);
      if (changes.includes(call.name)) return head(text, diffLines, width).map((line) => paintChange(line, paint));
      const lines = showsEnd.includes(call.name) ? tail(text, previewLines, width) : head(text, previewLines, width);
      return lines.map((line) => paint('dim', line));
    }
    case 'error':
      return reason(outcome.error, width).map((line) => paint('red', line));
    case 'cancelled':
      return [];
    case 'denied':
      return reason(outcome.partial ?? '', width).filter((line) => line !== '');
    case 'interrupted':
    case 'timeout':
      return [
        ...(call.reads === true ? [] : wrapProse('It may have taken effect, partly or fully.', width)),
        ...tail(outcome.partial ?? '', progressLines, width).map((line) => paint('dim', line)),
      ];
  }
}

/** Wrapped lines, and how many more there are. */
function reason(text: string, width: number): readonly string[] {
  return limitLines(wrapProse(plain(text).trim(), width), errorLines).map((line) => cut(line, width));
}

function resultText(result: unknown): string {
  if (typeof result === 'string') return result;
  return result === null || result === undefined ? '' : (JSON.stringify(result, undefined, 2) ?? '');
}

/** The first lines, each cut to the width, and how many more there are. */
function head(text: string, max: number, width: number): readonly string[] {
  const lines = linesOf(text.slice(0, maxCharacters));
  const total = lines.length + (text.length > maxCharacters ? linesOf(text.slice(maxCharacters)).length - 1 : 0);
  return limitLines(lines, max, total).map((line) => cut(line, width));
}

function tail(text: string, max: number, width: number): readonly string[] {
  const lines = linesOf(text.slice(-maxCharacters));
  const shown = lines.slice(-max).map((line) => cut(line, width));
  const hidden =
    lines.length - shown.length + (text.length > maxCharacters ? linesOf(text.slice(0, -maxCharacters)).length - 1 : 0);
  return hidden === 0 ? shown : [cut(`… ${counted(hidden, 'earlier line')}${hint}`, width), ...shown];
}

function limitLines(lines: readonly string[], max: number, total: number = lines.length): readonly string[] {
  // A single hidden line is shown instead of a line that counts it.
  if (total <= max + 1 && total === lines.length) return lines;
  return [...lines.slice(0, max), `… ${counted(total - max, 'more line')}${hint}`];
}

function linesOf(text: string): readonly string[] {
  const lines = plain(text).trimEnd();
  return lines === '' ? [] : lines.split('\n');
}
