/** The output of a generator of one agent's files: the lines, and the result expected from a reader. */
import type { SyntheticReason } from '@interlock/transcript';
import type { Story, StoryCall, StoryRound, StoryTurn } from './story.ts';

export interface Written {
  readonly lines: readonly string[];
  /** The expected history to continue with. */
  readonly expected: Expected;
}

export interface Expected {
  /** Marks of what was said, in order. */
  readonly said: readonly string[];
  readonly calls: readonly ExpectedCall[];
}

export interface ExpectedCall {
  /** The mark in its arguments. */
  readonly mark: string;
  /** The mark in its result, or why there is none. */
  readonly outcome: string | SyntheticReason;
}

export interface Writer {
  readonly agent: string;
  write(story: Story): Written;
}

const marks = /\[\[(?:said|result) \d+\]\]/g;

export function marksIn(text: string): readonly string[] {
  return text.match(marks) ?? [];
}

export function expectedOf(turns: readonly ExpectedTurn[]): Expected {
  const said = turns.flatMap(({ turn, summary }) => [...(summary ?? []), ...saidIn(turn)]);
  return {
    said: said.flatMap((text) => marksIn(text).filter((mark) => mark.startsWith('[[said'))),
    calls: turns.flatMap(({ turn, reason }) =>
      (turn?.rounds ?? []).flatMap(({ calls }) => calls.map((call) => expectedCall(call, reason))),
    ),
  };
}

export interface ExpectedTurn {
  /** Said before the turn: summaries, and what else is there. */
  readonly summary?: readonly string[];
  readonly turn: StoryTurn | undefined;
  /** The reason given to calls without a result. */
  readonly reason: SyntheticReason;
}

function saidIn(turn: StoryTurn | undefined): readonly string[] {
  if (turn === undefined) return [];
  return [turn.said, ...turn.rounds.flatMap(wordsOf), ...(turn.answer === undefined ? [] : [turn.answer])];
}

/** Thoughts are not words of the conversation, and are looked at elsewhere. */
function wordsOf({ thought, text }: StoryRound): readonly string[] {
  return [thought, text].filter((words) => words !== undefined);
}

function expectedCall({ mark, result, outcome }: StoryCall, reason: SyntheticReason): ExpectedCall {
  return { mark, outcome: outcome === 'none' ? reason : result };
}
