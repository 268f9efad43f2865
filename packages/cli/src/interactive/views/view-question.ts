/**
 * The question whether a call may run. It shows what would be done: invisible characters and look-alikes are written as escapes. Only the
 * beginning and the end of a long text are shown; all of it can be unfolded.
 */
import { counted } from '../../print/counted.ts';
import { cut, hang, plainLine, wrapExact, wrapProse } from '../../terminal/lines.ts';
import { showControls } from '../../terminal/show-controls.ts';
import { showLookAlikes } from '../../terminal/show-look-alikes.ts';
import type { Block, Drawing, Question } from '../screen.ts';
import { hasOnlySubject, isUnfolded } from '../unfold-question.ts';
import { paintChange } from './change-styles.ts';
import { paletteOf } from './palette.ts';

/** Lines of the beginning and of the end, so that question and answers fit on a small screen. */
const subjectLines: Bounds = [5, 3];
const detailLines: Bounds = [3, 2];
/** For the content that would be written, after a short subject such as a path. */
const moreDetailLines: Bounds = [10, 2];
const ruleLines: Bounds = [2, 1];
const maxCharacters = 20_000;

type Bounds = readonly [first: number, last: number];

/** The letters that answer the question. */
export const answerKeys: { readonly yes: 'y'; readonly always: 'a'; readonly no: 'n'; readonly view: 'v' } = {
  yes: 'y',
  always: 'a',
  no: 'n',
  view: 'v',
};

export interface QuestionLayout {
  readonly lines: readonly string[];
  /** Some lines are hidden. */
  readonly isCut: boolean;
}

export function viewQuestion(question: Question, drawing: Drawing): readonly string[] {
  return layoutQuestion(question, drawing).lines;
}

export function layoutQuestion(question: Question, drawing: Drawing): QuestionLayout {
  const { tool, subject, asks, details, offers } = question;
  const paint = paletteOf(drawing);
  const { width } = drawing;
  const first = exactLines(subject === '' ? details : subject, width - 4, subjectLines, subject !== '');
  const bounds = first.lines.length > 2 ? detailLines : moreDetailLines;
  const isSubjectAll = subject === '' || hasOnlySubject(details, subject);
  const rest = isSubjectAll ? nothing : exactLines(details, width - 4, bounds, false);
  const isCut = first.isCut || rest.isCut;
  const option = (key: string, lines: readonly string[]): readonly string[] =>
    hang(lines, `  ${paint('bold', `[${key}]`)} `, ' '.repeat(6));
  const asked = asks === undefined ? `Allow ${paint('bold', cut(plainLine(tool), width - 12))}?` : plainLine(asks);
  const [offer] = offers;
  const lines = [
    ...wrapProse(`${paint('yellow', '?')} ${asked}`, width),
    ...hang(first.lines, '    '),
    ...hang(
      rest.lines.map((line) => paintChange(line, paint)),
      '    ',
    ),
    ...option(answerKeys.yes, [question.asks === undefined ? 'yes, once' : 'yes']),
    ...(offer === undefined
      ? []
      : option(answerKeys.always, exactLines(`yes, always: ${offer.rule}`, width - 6, ruleLines, true).lines)),
    ...option(answerKeys.no, ['no']),
    ...(isCut ? option(answerKeys.view, wrapProse(viewText(question), width - 6)) : []),
  ];
  return { lines, isCut };
}

function viewText(question: Question): string {
  if (isUnfolded(question)) return 'all of it is shown above';
  return question.unfolded === undefined ? 'view all of it (Ctrl-O)' : 'view the next part (Ctrl-O)';
}

/** A part of the question's details, shown above the question. */
export function viewAsked({ text }: Extract<Block, { readonly kind: 'asked' }>, drawing: Drawing): readonly string[] {
  const paint = paletteOf(drawing);
  const lines = text.split('\n').flatMap((line) => {
    const shown = wrapExact(readable(line, false), drawing.width - 2);
    return shown.map((piece) => paint(styleOf(line), piece));
  });
  return hang(lines, '  ', '  ');
}

function styleOf(line: string): 'green' | 'red' | 'dim' {
  if (line.startsWith('+')) return 'green';
  return line.startsWith('-') ? 'red' : 'dim';
}

interface ExactLines {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

const nothing: ExactLines = { lines: [], isCut: false };

function exactLines(text: string, width: number, [first, last]: Bounds, strict: boolean): ExactLines {
  const isLong = text.length > maxCharacters;
  const lines = wrapExact(isLong ? middleCut(text, strict) : readable(text, strict), width);
  const hiddenLines = lines.length - first - last;
  if (hiddenLines <= 1) return { lines, isCut: isLong };
  const gap = cut(`… ${counted(hiddenLines, 'line')} …`, width);
  return { lines: [...lines.slice(0, first), gap, ...lines.slice(-last)], isCut: true };
}

function readable(text: string, strict: boolean): string {
  return showLookAlikes(showControls(text), strict);
}

function middleCut(text: string, strict: boolean): string {
  const half = maxCharacters / 2;
  const [start, end] = [text.slice(0, half), text.slice(-half)].map((part) => readable(part, strict));
  return `${start}\n… ${text.length - maxCharacters} characters …\n${end}`;
}
