/** Parses the user's answer to a question; anything else is a message. */
import type { Answer } from './questions.ts';

const answers: Readonly<Record<string, Answer>> = {
  y: 'yes',
  yes: 'yes',
  a: 'always',
  always: 'always',
  n: 'no',
  no: 'no',
  v: 'view',
  view: 'view',
};

export function answerOf(text: string): Answer | undefined {
  const word = text.trim().toLowerCase();
  return Object.hasOwn(answers, word) ? answers[word] : undefined;
}
