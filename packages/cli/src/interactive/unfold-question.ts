/** Everything a question is about, part by part: a question is short, and nobody can agree to what was not shown. */
import type { Question } from './screen.ts';

/** What a terminal takes at once and a person can scroll through. */
const mostLines = 1_000;
const mostCharacters = 100_000;

/** Everything there is to read about it. */
export function wholeOf({ subject, details }: Pick<Question, 'subject' | 'details'>): string {
  const parts = subject === '' || saysNoMore(details, subject) ? [subject || details] : [subject, details];
  return parts.join('\n');
}

export function isUnfolded(question: Question): boolean {
  return question.unfolded !== undefined && question.unfolded >= wholeOf(question).length;
}

/** The next part, and the question with that part marked as shown. Undefined: there is no more. */
export function unfold(question: Question): { readonly text: string; readonly question: Question } | undefined {
  if (isUnfolded(question)) return undefined;
  const whole = wholeOf(question);
  const from = question.unfolded ?? 0;
  const end = endOfPiece(whole, from);
  return { text: whole.slice(from, end).replace(/\n$/, ''), question: { ...question, unfolded: end } };
}

/** The arguments contain nothing but the subject. */
export function saysNoMore(details: string, subject: string): boolean {
  if (details === '' || details === subject) return true;
  try {
    return Object.values(JSON.parse(details)).every((value) => value === subject);
  } catch {
    return false;
  }
}

/** At the end of a line, unless lines are too long. */
function endOfPiece(text: string, from: number): number {
  const most = Math.min(text.length, from + mostCharacters);
  let end = from;
  for (let lines = 0; lines < mostLines && end < most; lines += 1) {
    const at = text.indexOf('\n', end);
    if (at === -1 || at >= most) return end === from || most === text.length ? most : end;
    end = at + 1;
  }
  return end;
}
