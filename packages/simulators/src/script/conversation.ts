/** A conversation as a model reads it: the last question, what has been answered since, and the results. */
import type { Seen, SeenResult, SeenTurn } from '../api/model.ts';

/** The turns before each of the model's answers; adjacent model turns are one answer. */
export function answersIn({ turns }: Seen): readonly (readonly SeenTurn[])[] {
  return turns.flatMap((turn, index) =>
    turn.role === 'model' && turns[index - 1]?.role !== 'model' ? [turns.slice(0, index)] : [],
  );
}

export interface Task {
  /** The user's last message, without what a client adds. */
  readonly text: string;
  /** Answers with calls since then. */
  readonly rounds: number;
  /** Answers with calls since the user's last message that came without results. */
  readonly uninterrupted: number;
  /** Results that came with it or since, in order. */
  readonly results: readonly SeenResult[];
}

export function taskOf(seen: Seen): Task {
  const { turns } = seen;
  const start = turns.findLastIndex(({ role, text }) => role === 'user' && spokenBy(text) !== '');
  const asked = turns.findLastIndex(
    ({ role, text, results }) => role === 'user' && spokenBy(text) !== '' && results.length === 0,
  );
  const since = turns.slice(Math.max(0, start));
  return {
    text: start < 0 ? '' : spokenBy(turns[start]?.text ?? ''),
    rounds: roundsIn(seen, since),
    uninterrupted: roundsIn(seen, turns.slice(Math.max(0, asked))),
    results: since.flatMap(({ results }) => results),
  };
}

/** What agents add to the user's messages: reminders, the current folder, the typed command. */
const added =
  /<(system-reminder|environment_context|environment_details|user_instructions|command-[a-z]+)>[\s\S]*?<\/\1>/g;

function spokenBy(text: string): string {
  return text.replace(added, '').trim();
}

function roundsIn(seen: Seen, turns: readonly SeenTurn[]): number {
  return answersIn({ ...seen, turns }).filter((before) => callsFrom(turns, before.length)).length;
}

/** Whether the answer that begins here makes calls. */
function callsFrom(turns: readonly SeenTurn[], start: number): boolean {
  const end = turns.findIndex(({ role }, index) => index > start && role !== 'model');
  return turns.slice(start, end < 0 ? undefined : end).some(({ calls }) => calls.length > 0);
}

/** The results since the model's last turn. */
export function newResults({ turns }: Seen): readonly SeenResult[] {
  const last = turns.findLastIndex(({ role }) => role === 'model');
  return turns.slice(last + 1).flatMap(({ results }) => results);
}

export function lastUserText({ turns }: Seen): string {
  return turns.findLast(({ role, text }) => role === 'user' && text.trim() !== '')?.text ?? '';
}
