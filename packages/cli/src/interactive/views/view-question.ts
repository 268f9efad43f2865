/**
 * The question whether a call may run. It shows what would be done: invisible characters and look-alikes are written as escapes. Of a long
 * text the beginning and the end are shown, and all of it can be unfolded.
 */
import { counted } from '../../print/counted.ts';
import { cut, hang, plainLine, wrapExact, wrapProse } from '../../terminal/lines.ts';
import { showControls } from '../../terminal/show-controls.ts';
import { showLookAlikes } from '../../terminal/show-look-alikes.ts';
import type { Block, Drawing, Question } from '../screen.ts';
import { isUnfolded, saysNoMore } from '../unfold-question.ts';
import { paintChange } from './change-styles.ts';
import { paletteOf } from './palette.ts';

/** Number of lines of the beginning and of the end. Together, question and answers fit on a small screen. */
const subjectLines: Bounds = [5, 3];
const detailLines: Bounds = [3, 2];
/** In addition to a short subject such as a path: what would be written there. */
const moreDetailLines: Bounds = [10, 2];
const ruleLines: Bounds = [2, 1];
const mostCharacters = 20_000;

type Bounds = readonly [first: number, last: number];

/** What to type as an answer. */
export const answerKeys: { readonly yes: 'y'; readonly always: 'a'; readonly no: 'n'; readonly view: 'v' } = {
  yes: 'y',
  always: 'a',
  no: 'n',
  view: 'v',
};

export interface QuestionLayout {
  readonly lines: readonly string[];
  /** Not everything is visible. */
  readonly isCut: boolean;
}

export function viewQuestion(question: Question, drawing: Drawing): readonly string[] {
  return layoutQuestion(question, drawing).lines;
}

export function layoutQuestion(question: Question, drawing: Drawing): QuestionLayout {
  const { tool, subject, asks, details, offers } = question;
  const paint = paletteOf(drawing);
  const { width } = drawing;
  const first = exact(subject === '' ? details : subject, width - 4, subjectLines, subject !== '');
  const bounds = first.lines.length > 2 ? detailLines : moreDetailLines;
  const isAll = subject === '' || saysNoMore(details, subject);
  const rest = isAll ? nothing : exact(details, width - 4, bounds, false);
  const isCut = first.isCut || rest.isCut;
  const option = (key: string, lines: readonly string[]): readonly string[] =>
    hang(lines, `  ${paint('bold', `[${key}]`)} `, ' '.repeat(6));
  const asked = asks === undefined ? `May ${paint('bold', cut(plainLine(tool), width - 12))} run?` : plainLine(asks);
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
      : option(answerKeys.always, exact(`yes, always: ${offer.rule}`, width - 6, ruleLines, true).lines)),
    ...option(answerKeys.no, ['no']),
    ...(isCut ? option(answerKeys.view, wrapProse(viewText(question), width - 6)) : []),
  ];
  return { lines, isCut };
}

function viewText(question: Question): string {
  if (isUnfolded(question)) return 'all of it is shown above';
  return question.unfolded === undefined ? 'view all of it (Ctrl-O)' : 'view the next part (Ctrl-O)';
}

/** A part of what the question is about, shown above the question. */
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

interface Exact {
  readonly lines: readonly string[];
  readonly isCut: boolean;
}

const nothing: Exact = { lines: [], isCut: false };

function exact(text: string, width: number, [first, last]: Bounds, strict: boolean): Exact {
  const isLong = text.length > mostCharacters;
  const lines = wrapExact(isLong ? middleCut(text, strict) : readable(text, strict), width);
  const left = lines.length - first - last;
  if (left <= 1) return { lines, isCut: isLong };
  const gap = cut(`… ${counted(left, 'line')} …`, width);
  return { lines: [...lines.slice(0, first), gap, ...lines.slice(-last)], isCut: true };
}

function readable(text: string, strict: boolean): string {
  return showLookAlikes(showControls(text), strict);
}

function middleCut(text: string, strict: boolean): string {
  const half = mostCharacters / 2;
  const [start, end] = [text.slice(0, half), text.slice(-half)].map((part) => readable(part, strict));
  return `${start}\n… ${text.length - mostCharacters} characters …\n${end}`;
}
