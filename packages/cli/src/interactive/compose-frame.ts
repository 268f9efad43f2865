/** Stacks the parts of the live region so that they fit on the screen. The prompt is always visible. */
import type { Frame, Size } from '../terminal/live-region.ts';

export interface FrameParts {
  /** Unfinished blocks. If they do not fit, their end is shown. */
  readonly body: readonly string[];
  /** A question to the user. Its beginning says what is asked, its end how to answer. */
  readonly question: readonly string[];
  /** Queued messages. */
  readonly waiting: readonly string[];
  readonly prompt: readonly string[];
  /** How many lines of the prompt are shown. Absent: a third of the screen. */
  readonly promptRows?: number;
  readonly cursor: { readonly row: number; readonly column: number };
  /** Suggestions. */
  readonly below: readonly string[];
  readonly status: readonly string[];
}

/** Even a small screen shows this much of the prompt. */
const minPromptRows = 3;

export interface ComposedFrame extends Frame {
  /** Lines of the question are left out because the screen is too small. */
  readonly cutsQuestion: boolean;
}

export function composeFrame(parts: FrameParts, { rows }: Size): ComposedFrame {
  const { status, below } = parts;
  // The last row stays free: some terminals scroll when it is written.
  const max = Math.max(2, rows - 1);
  const promptRows = parts.promptRows ?? Math.max(minPromptRows, Math.floor(rows / 3));
  const prompt = windowOn(parts.prompt, parts.cursor.row, promptRows);
  let room = max - prompt.lines.length;
  const take = (
    lines: readonly string[],
    cut: (lines: readonly string[], max: number) => readonly string[],
  ): readonly string[] => {
    const taken = cut(lines, Math.max(0, room));
    room -= taken.length;
    return taken;
  };
  const shownStatus = take(status, firstLines);
  const shownBelow = take(below, firstLines);
  const question = take(parts.question, withoutMiddle);
  const waiting = take(parts.waiting, firstLines);
  const body = take(room > 1 ? [...parts.body, ''] : [], lastLines);
  const above = [...body, ...question, ...waiting];
  return {
    lines: [...above, ...prompt.lines, ...shownBelow, ...shownStatus],
    cursor: { row: above.length + parts.cursor.row - prompt.from, column: parts.cursor.column },
    cutsQuestion: question.length < parts.question.length || question.some((line, at) => line !== parts.question[at]),
  };
}

function windowOn(
  lines: readonly string[],
  row: number,
  max: number,
): { readonly lines: readonly string[]; readonly from: number } {
  const from = Math.max(0, Math.min(row - Math.floor(max / 2), lines.length - max));
  return { lines: lines.slice(from, from + max), from };
}

function firstLines(lines: readonly string[], max: number): readonly string[] {
  return lines.slice(0, max);
}

function lastLines(lines: readonly string[], max: number): readonly string[] {
  return max === 0 ? [] : lines.slice(-max);
}

function withoutMiddle(lines: readonly string[], max: number): readonly string[] {
  if (lines.length <= max) return lines;
  if (max < 3) return lastLines(lines, max);
  const first = Math.ceil((max - 1) / 2);
  return [...lines.slice(0, first), '    …', ...lines.slice(lines.length - (max - 1 - first))];
}
