/** A conversation as a model reads it: who asked last, what has been answered since, and what came back. */
import type { Seen, SeenResult, SeenTurn } from '../model.ts';

/** The turns before each answer that the model has given: neighbouring turns of the model are one answer. */
export function answersIn({ turns }: Seen): readonly (readonly SeenTurn[])[] {
  return turns.flatMap((turn, index) =>
    turn.role === 'model' && turns[index - 1]?.role !== 'model' ? [turns.slice(0, index)] : [],
  );
}

export interface Task {
  /** What the user said last. */
  readonly text: string;
  /** Answers with calls since then. */
  readonly rounds: number;
  /** Results that came with it or since, in order. */
  readonly results: readonly SeenResult[];
}

export function taskOf(seen: Seen): Task {
  const { turns } = seen;
  const start = turns.findLastIndex(({ role, text }) => role === 'user' && text.trim() !== '');
  const since = start < 0 ? turns : turns.slice(start);
  const rounds = answersIn({ ...seen, turns: since }).filter((before) => callsFrom(since, before.length)).length;
  return {
    text: start < 0 ? '' : (turns[start]?.text ?? ''),
    rounds,
    results: since.flatMap(({ results }) => results),
  };
}

/** Whether the answer that begins here makes calls. */
function callsFrom(turns: readonly SeenTurn[], start: number): boolean {
  const end = turns.findIndex(({ role }, index) => index > start && role !== 'model');
  return turns.slice(start, end < 0 ? undefined : end).some(({ calls }) => calls.length > 0);
}

/** The results that came since the model spoke last. */
export function newResults({ turns }: Seen): readonly SeenResult[] {
  const last = turns.findLastIndex(({ role }) => role === 'model');
  return turns.slice(last + 1).flatMap(({ results }) => results);
}

export function lastUserText({ turns }: Seen): string {
  return turns.findLast(({ role, text }) => role === 'user' && text.trim() !== '')?.text ?? '';
}
