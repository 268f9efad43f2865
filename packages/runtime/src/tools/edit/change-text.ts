/** Replaces an exact text, or says why not and where to look. Line breaks follow the file's. */
import { counted, cutText } from '../../workspace/bounded-text.ts';
import { FileProblem } from '../../workspace/file-problem.ts';
import { holdsText, placesOf } from './find-text.ts';

export interface Replacement {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Further occurrences are not counted. */
const mostPositions = 10_000;
const mostLines = 20;

export function changeText(
  text: string,
  replacement: Replacement,
  shown: string,
): { readonly after: string; readonly count: number } {
  if (replacement.old === '') throw new FileProblem('old_text is empty. Give the text to replace.');
  if (replacement.old === replacement.new)
    throw new FileProblem('old_text and new_text are identical: nothing to change.');
  const wanted = inStyleOf(text, replacement);
  if (!holdsText(text, wanted.old)) throw new FileProblem(notFound(text, wanted.old, shown));
  if (wanted.all) {
    const pieces = splitAt(text, wanted.old);
    return { after: pieces.join(wanted.new), count: pieces.length - 1 };
  }
  const positions = firstPositions(text, wanted.old);
  const [position] = positions;
  if (position === undefined || positions.length > 1) throw new FileProblem(ambiguous(text, positions, shown));
  return { after: text.slice(0, position) + wanted.new + text.slice(position + wanted.old.length), count: 1 };
}

/** Models write \n. In a file with \r\n it means \r\n; in a mixed file only if the text is not found unchanged. */
function inStyleOf(text: string, { old, new: fresh, all }: Replacement): Replacement {
  const dos = (part: string): string => part.replaceAll(/\r?\n/g, '\r\n');
  const isDos = text.includes('\r\n') && !/(?<!\r)\n/.test(text);
  const isThere = !isDos && holdsText(text, old);
  return isDos || (!isThere && holdsText(text, dos(old)))
    ? { old: dos(old), new: dos(fresh), all }
    : { old, new: fresh, all };
}

/** Overlapping ones too: they are just as ambiguous. */
function firstPositions(text: string, part: string): number[] {
  const positions: number[] = [];
  for (const position of placesOf(text, part, true)) if (positions.push(position) > mostPositions) break;
  return positions;
}

function splitAt(text: string, part: string): string[] {
  const pieces: string[] = [];
  let from = 0;
  for (const position of placesOf(text, part)) {
    pieces.push(text.slice(from, position));
    from = position + part.length;
  }
  return [...pieces, text.slice(from)];
}

function ambiguous(text: string, positions: readonly number[], shown: string): string {
  const howOften =
    positions.length > mostPositions ? `more than ${mostPositions} times` : counted(positions.length, 'time');
  return (
    `old_text occurs in ${shown} ${howOften}, at ${lineList(linesOf(text, positions))}. Nothing was changed. ` +
    'Add surrounding lines to old_text to make it unique, or set replace_all to true.'
  );
}

function notFound(text: string, old: string, shown: string): string {
  const first = old.split('\n').find((line) => line.trim() !== '');
  const plain = (line: string): string => line.replaceAll(/\s+/g, ' ').trim();
  const near = first === undefined ? [] : linesWith(text, (line) => plain(line) === plain(first));
  const hint =
    near.length === 0
      ? 'Read the file again and copy old_text from it exactly, including whitespace.'
      : `Its line ${JSON.stringify(cutText(plain(first ?? ''), 80))} is at ${lineList(near)}: the whitespace or the lines after it differ. ` +
        'Read the file there and copy old_text exactly.';
  return `old_text was not found in ${shown}. Nothing was changed. ${hint}`;
}

function linesWith(text: string, matches: (line: string) => boolean): number[] {
  const numbers: number[] = [];
  let number = 0;
  for (const line of text.split('\n')) {
    number += 1;
    if (line.length < 10_000 && matches(line)) numbers.push(number);
  }
  return numbers;
}

/** Ascending positions as line numbers. */
function linesOf(text: string, positions: readonly number[]): number[] {
  let line = 1;
  let end = text.indexOf('\n');
  return positions.slice(0, mostLines + 1).map((position) => {
    while (end !== -1 && end < position) {
      line += 1;
      end = text.indexOf('\n', end + 1);
    }
    return line;
  });
}

function lineList(numbers: readonly number[]): string {
  const more = numbers.length > mostLines ? ' and more' : '';
  return `${numbers.length === 1 ? 'line' : 'lines'} ${numbers.slice(0, mostLines).join(', ')}${more}`;
}
