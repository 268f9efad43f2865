/**
 * Replaces the first part of a history with a summary. If anything fails, the caller keeps the same history: a new one is returned
 * only if it is complete, valid and smaller. Interactions are never split, and the part that is kept does not change.
 */

import { type Content, compact, cutPoints, importContents, type Ledger } from '@interlock/transcript';
import { messageOf } from '../text/sentences.ts';
import { chooseCut } from './choose-cut.ts';
import { compactionTexts, summaryCut, summaryHeading } from './compaction-texts.ts';
import { describeHistory } from './describe-history.ts';

export interface CompactionInput {
  readonly contents: readonly Content[];
  /** Contains results that never reached the history; the summary should include them. */
  readonly ledger?: Ledger;
  /** How many tokens at the end to keep unchanged. */
  readonly keepTokens: number;
  readonly count: (content: Content) => number;
  /** Receives the part to replace, as text; `summaryInstructionsFor` has the instructions. */
  readonly summarise: (transcript: string, signal: AbortSignal) => Promise<string>;
  readonly signal: AbortSignal;
  /** A longer summary is cut off. */
  readonly maxSummaryTokens: number;
  /** Maximum length of the text for the summariser, in characters. */
  readonly maxTranscript?: number;
  /** The running turn. Its first message is kept verbatim, and so is the rest of it unless `cutsTurn` is true. */
  readonly openTurn?: string | undefined;
  /** The turn itself is too long: its first steps may be summarised, too. */
  readonly cutsTurn?: boolean;
}

export type CompactionResult =
  | {
      readonly outcome: 'compacted';
      readonly contents: readonly Content[];
      readonly summary: string;
      /** Tokens of the history. */
      readonly before: number;
      readonly after: number;
    }
  | {
      readonly outcome: 'unchanged';
      readonly why: keyof typeof compactionTexts;
      readonly message: string;
      /** The same object that was passed in. */
      readonly contents: readonly Content[];
    };

export async function compactHistory(input: CompactionInput): Promise<CompactionResult> {
  const { contents, ledger, count, signal, maxSummaryTokens, maxTranscript } = input;
  const unchanged = (why: keyof typeof compactionTexts, detail = ''): CompactionResult => ({
    outcome: 'unchanged',
    why,
    message: `${compactionTexts[why]}${detail}`,
    contents,
  });
  if (signal.aborted) return unchanged('cancelled');
  const imported = importContents(contents);
  const found = findCut(imported, input);
  if (found === undefined) return unchanged('nothing-to-compact');
  const { own, cut } = found;
  const sizes = own.map(count);

  const limits = maxTranscript === undefined ? {} : { total: maxTranscript };
  // System text at the start is kept and not summarised.
  const spoken = own.slice(0, cut).slice(own.findIndex(({ speaker }) => speaker !== 'system'));
  const answer = await ask(input, describeHistory(spoken, limits, ledger));
  if (signal.aborted) return unchanged('cancelled');
  if ('failed' in answer) return unchanged('summariser-failed', ` ${reasonOf(answer.failed)}`);
  const summary = typeof answer.summary === 'string' ? answer.summary.trim() : '';
  if (summary === '') return unchanged('summary-empty');
  const fitted = fit(summary, maxSummaryTokens, count);
  if (fitted === undefined) return unchanged('summary-too-large');

  const compacted = compact(own, cut, [{ type: 'text', text: `${summaryHeading}\n\n${fitted}` }]);
  const before = sum(sizes);
  const after = sum(compacted.map(count));
  if (after >= before) return unchanged('not-smaller');
  return { outcome: 'compacted', contents: compacted, summary: fitted, before, after };
}

interface ChosenCut {
  /** The contents; if the turn is cut, its first message is moved after the removed part. */
  readonly own: readonly Content[];
  readonly cut: number;
}

function findCut(contents: readonly Content[], input: CompactionInput): ChosenCut | undefined {
  const { keepTokens, count, openTurn, cutsTurn = false } = input;
  const sizes = contents.map(count);
  const opening = openTurn === undefined ? -1 : contents.findIndex(isOf(openTurn));
  const points = cutPoints(contents);
  if (opening === -1) return placed(contents, chooseCut(contents, points, sizes, keepTokens));
  const before = points.filter(({ index }) => index <= opening);
  const inside = cutsTurn ? points.filter(({ index }) => index > opening + 1) : [];
  const cut = chooseCut(contents, inside, sizes, keepTokens);
  const found = cut === undefined ? undefined : keepQuestion(contents, opening, cut);
  return found ?? placed(contents, chooseCut(contents, before, sizes, keepTokens));
}

function placed(own: readonly Content[], cut: number | undefined): ChosenCut | undefined {
  return cut === undefined ? undefined : { own, cut };
}

/** The user's message stands between the summary of the turn's first steps and the steps that are kept. */
function keepQuestion(contents: readonly Content[], opening: number, cut: number): ChosenCut | undefined {
  const isUserMessage = ({ speaker, blocks }: Content, index: number): boolean =>
    index >= opening && index < cut && speaker === 'human' && blocks.every(({ type }) => !type.startsWith('tool_'));
  const userMessages = contents.filter(isUserMessage);
  const removed = contents.slice(0, cut).filter((content, index) => !isUserMessage(content, index));
  const own = [...removed, ...userMessages, ...contents.slice(cut)];
  // Undefined if only user messages would be removed.
  return removed.some(({ speaker }) => speaker !== 'system') ? { own, cut: removed.length } : undefined;
}

function isOf(turnId: string): (content: Content) => boolean {
  return ({ speaker, metadata }) => speaker === 'human' && metadata?.turnId === turnId;
}

type SummaryAnswer = { readonly summary: unknown } | { readonly failed: unknown };

/** Does not wait for a summariser that ignores its signal. */
function ask({ summarise, signal }: CompactionInput, transcript: string): Promise<SummaryAnswer> {
  return new Promise((resolve) => {
    const cancel = (): void => resolve({ failed: undefined });
    const done = (answer: SummaryAnswer): void => {
      signal.removeEventListener('abort', cancel);
      resolve(answer);
    };
    signal.addEventListener('abort', cancel, { once: true });
    const answering = async (): Promise<string> => summarise(transcript, signal);
    answering().then(
      (summary) => done({ summary }),
      (failed: unknown) => done({ failed }),
    );
  });
}

/** Cut at the end of a line within the limit; undefined if nothing fits. */
function fit(summary: string, limit: number, count: (content: Content) => number): string | undefined {
  const size = (text: string): number => count({ speaker: 'human', blocks: [{ type: 'text', text }] });
  let tokens = size(summary);
  if (tokens <= limit) return summary;
  let length = summary.length;
  for (let attempt = 0; attempt < 20; attempt += 1) {
    length = Math.floor(length * Math.min(0.9, limit / tokens));
    const head = summary.slice(0, length);
    const line = head.lastIndexOf('\n');
    const whole = (line > length / 2 ? head.slice(0, line) : head).trim();
    if (whole === '') return undefined;
    const text = `${whole}\n${summaryCut}`;
    tokens = size(text);
    if (tokens <= limit) return text;
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  const message = messageOf(error);
  return message.length > 500 ? `${message.slice(0, 500)}…` : message;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
