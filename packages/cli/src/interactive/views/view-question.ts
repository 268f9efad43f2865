/**
 * The question whether a call may run. What is shown is what would be done: control characters are written out, and of something long
 * the beginning and the end are there.
 */
import { counted } from '../../print/counted.ts';
import { showControls } from '../../terminal/show-controls.ts';
import type { Drawing, Question } from '../screen.ts';
import { cut, hang, plainLine, wrapExact, wrapProse } from './lines.ts';
import { paletteOf } from './palette.ts';

/** How many lines of the beginning and of the end. All together, question and answers fit on a small screen. */
const subjectLines: Bounds = [5, 3];
const argumentLines: Bounds = [3, 2];
/** Beside a short subject, such as a path: what is to be written there. */
const moreArgumentLines: Bounds = [10, 2];
const ruleLines: Bounds = [2, 1];
const mostCharacters = 20_000;

type Bounds = readonly [first: number, last: number];

/** What is typed to answer. */
export const answerKeys: { readonly yes: 'y'; readonly always: 'a'; readonly no: 'n' } = {
  yes: 'y',
  always: 'a',
  no: 'n',
};

export function viewQuestion({ tool, subject, args, rule }: Question, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const { width } = drawing;
  const what = subject === '' ? args : subject;
  const first = exact(what, width - 4, subjectLines);
  const bounds = first.length > 2 ? argumentLines : moreArgumentLines;
  const rest = subject === '' || saysNoMore(args, subject) ? [] : exact(args, width - 4, bounds);
  const option = (key: string, lines: readonly string[]): readonly string[] =>
    hang(lines, `  ${paint('bold', `[${key}]`)} `, ' '.repeat(6));
  return [
    ...wrapProse(`${paint('yellow', '?')} May ${paint('bold', cut(plainLine(tool), width - 12))} run?`, width),
    ...hang(first, '    '),
    ...hang(
      rest.map((line) => paint('dim', line)),
      '    ',
    ),
    ...option(answerKeys.yes, ['yes, once']),
    ...option(answerKeys.always, exact(`yes, always: ${rule}`, width - 6, ruleLines)),
    ...option(answerKeys.no, ['no']),
  ];
}

/** The arguments are the subject and nothing else. */
function saysNoMore(args: string, subject: string): boolean {
  if (args === '' || args === subject) return true;
  try {
    return Object.values(JSON.parse(args)).every((value) => value === subject);
  } catch {
    return false;
  }
}

function exact(text: string, width: number, [first, last]: Bounds): readonly string[] {
  const shown = showControls(text.length <= mostCharacters ? text : middleCut(text));
  const lines = wrapExact(shown, width);
  const left = lines.length - first - last;
  if (left <= 1) return lines;
  return [...lines.slice(0, first), cut(`… ${counted(left, 'line')} …`, width), ...lines.slice(-last)];
}

function middleCut(text: string): string {
  const half = mostCharacters / 2;
  return `${text.slice(0, half)}\n… ${text.length - mostCharacters} characters …\n${text.slice(-half)}`;
}
