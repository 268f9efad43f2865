/** Results that are folded on the screen, newest first: each can be unfolded into the scrollback, part by part. */
import type { Outcome } from '@interlock/runtime';
import { counted } from '../print/counted.ts';
import type { Question } from './screen.ts';
import { isUnfolded, unfold } from './unfold-question.ts';

/** Results with at most this many lines are shown in full and never folded. */
const maxUnfolded = 6;
const maxOutputs = 20;

export class LongOutputs {
  /** Folded results, in the form of questions that have not been shown yet. */
  #folded: readonly Question[] = [];

  note(tool: string, outcome: Outcome | undefined): void {
    const details = textOf(outcome);
    if (details.trimEnd().split('\n').length <= maxUnfolded) return;
    this.#folded = [...this.#folded, { callId: '', tool, subject: '', details, offers: [] }].slice(-maxOutputs);
  }

  /** The next part of the newest result. Undefined: there is nothing to unfold. */
  next(): string | undefined {
    const newest = this.#folded.at(-1);
    const piece = newest === undefined ? undefined : unfold(newest);
    if (newest === undefined || piece === undefined) return undefined;
    const isWhole = isUnfolded(piece.question);
    this.#folded = [...this.#folded.slice(0, -1), ...(isWhole ? [] : [piece.question])];
    const lines = counted(newest.details.trimEnd().split('\n').length, 'line');
    const head = newest.unfolded === undefined ? `${newest.tool}, ${lines}:` : `${newest.tool}, continued:`;
    return [head, piece.text, ...(isWhole ? [] : ['… Ctrl-O shows more'])].join('\n');
  }

  clear(): void {
    this.#folded = [];
  }
}

function textOf(outcome: Outcome | undefined): string {
  if (outcome === undefined) return '';
  if (outcome.state !== 'complete' && outcome.state !== 'error') return outcome.partial ?? '';
  const { result } = outcome;
  const output = typeof result === 'string' ? result : result === undefined ? '' : JSON.stringify(result, undefined, 2);
  return outcome.state === 'error' ? [outcome.error, output].filter((part) => part !== '').join('\n') : output;
}
