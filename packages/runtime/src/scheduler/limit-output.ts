/**
 * Limits output to a size a model can handle: start and end, cut at line breaks, with a notice in between that says what is missing
 * and how to read it. The notice is not counted.
 */
import { firstPart, lastPart } from '../text/clip.ts';

/** Stores the whole text and returns a sentence that says how to read it. */
export type KeepWhole = (whole: string) => Promise<string>;

/** The share of the start; the rest is for the end, where commands report their result. */
const headShare = 0.75;
/** How much of a part may be dropped to end it at a line break. */
const lineShare = 0.5;

export async function limitOutput(text: string, limit: number, keepWhole?: KeepWhole): Promise<string> {
  const whole = text.toWellFormed();
  if (whole.length <= limit) return whole;
  const headLength = Math.ceil(limit * headShare);
  const head = endAtLine(firstPart(whole, headLength), Math.floor(headLength * lineShare));
  const tailLength = Math.max(0, limit - headLength);
  const tail = startAtLine(lastPart(whole, tailLength), Math.floor(tailLength * lineShare));
  const missing = whole.slice(head.length, whole.length - tail.length);
  const notice = `[${sizeOf(missing)} left out here. ${await howToRead(whole, keepWhole)}]`;
  const before = head === '' || head.endsWith('\n') ? head : `${head}\n`;
  return `${before}${notice}${tail === '' || tail.startsWith('\n') ? '' : '\n'}${tail}`;
}

/** The end of an output that was stopped, with a note about the length of the rest. */
export function limitPartial(tail: string, left: number, limit: number): string {
  const kept =
    tail.length > limit || left > 0 ? startAtLine(lastPart(tail, limit), Math.floor(limit * lineShare)) : tail;
  const missing = left + tail.length - kept.length;
  return (missing > 0 ? `[${missing} characters before this were left out]\n${kept}` : kept).toWellFormed();
}

async function howToRead(whole: string, keepWhole: KeepWhole | undefined): Promise<string> {
  try {
    const sentence = await keepWhole?.(whole);
    if (typeof sentence === 'string' && sentence !== '') return sentence;
  } catch {
    // The text could not be stored. The model can still request less.
  }
  return 'To see it, call the tool again for less at a time.';
}

function sizeOf(text: string): string {
  const lines = text.split('\n').length - 1;
  return lines > 1 ? `${lines} lines (${text.length} characters)` : `${text.length} characters`;
}

function endAtLine(text: string, most: number): string {
  const end = text.lastIndexOf('\n') + 1;
  return end > 0 && text.length - end <= most ? text.slice(0, end) : text;
}

function startAtLine(text: string, most: number): string {
  const start = text.indexOf('\n') + 1;
  return start > 0 && start <= most ? text.slice(start) : text;
}
