/** The details of a question, part by part: the question itself is short, and the user must be able to see everything before agreeing. */
import type { Question } from './screen.ts';

/** The size of one part: a terminal can show it at once, and a person can scroll through it. */
const maxLines = 1_000;
const maxCharacters = 100_000;

/** All details of a question. */
export function wholeOf({ subject, details }: Pick<Question, 'subject' | 'details'>): string {
  const parts = subject === '' || hasOnlySubject(details, subject) ? [subject || details] : [subject, details];
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

/** Whether the details contain nothing but the subject. */
export function hasOnlySubject(details: string, subject: string): boolean {
  if (details === '' || details === subject) return true;
  try {
    return Object.values(JSON.parse(details)).every((value) => value === subject);
  } catch {
    return false;
  }
}

/** A part ends at the end of a line, unless lines are too long. */
function endOfPiece(text: string, from: number): number {
  const limit = Math.min(text.length, from + maxCharacters);
  let end = from;
  for (let lines = 0; lines < maxLines && end < limit; lines += 1) {
    const at = text.indexOf('\n', end);
    if (at === -1 || at >= limit) return end === from || limit === text.length ? limit : end;
    end = at + 1;
  }
  return end;
}
