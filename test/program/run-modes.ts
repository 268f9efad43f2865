/**
 * The three ways to run a turn with the real program: typed in a terminal, requested with `-p`, and given to a subagent by `task`. They
 * differ in who provides the text and who receives the answer. Each has its own state folder and the same project, and returns what was
 * stored and what was sent.
 */
import { join } from 'node:path';
import type { Home } from './home.ts';
import { type KeptSession, keptSessions } from './kept-sessions.ts';
import type { Ended, Running } from './start-process.ts';
import { until } from './until.ts';

export interface RequestedTurn {
  /** For the file names of this mode and turn. */
  readonly name: string;
  readonly text: string;
  /** Cancels the turn as soon as this holds. Absent: it ends by itself. */
  readonly cancelWhen?: (session: KeptSession) => boolean;
  /** What is on the screen at the end. */
  readonly ends: RegExp;
}

export interface TurnResult {
  readonly session: KeptSession;
  /** The folder in `XDG_STATE_HOME`. */
  readonly state: string;
  readonly exitCode: number | null;
  /** What a user saw. */
  readonly shown: string;
}

export type RunMode = (home: Home, turn: RequestedTurn) => Promise<TurnResult>;

export const terminal: RunMode = async (home, { name, text, cancelWhen, ends }) => {
  const state = join(home.folder, `state-terminal-${name}`);
  const opened = home.openHere([], { rows: 50, env: { XDG_STATE_HOME: state } });
  await opened.until(/claude/);
  opened.type(`${text}\r`);
  if (cancelWhen !== undefined) {
    await untilKept(state, isFirst, cancelWhen);
    opened.type('\u001b');
  }
  await opened.until((screen) => ends.test(screen) && /Ask something/.test(screen));
  const shown = opened.screen();
  opened.type('/quit\r');
  const exitCode = await opened.ended;
  return { session: await sessionOf(state, isFirst), state, exitCode, shown };
};

export const print: RunMode = (home, turn) => answered(home, `print-${turn.name}`, turn.text, isFirst, turn);

export const task: RunMode = (home, turn) =>
  answered(home, `task-${turn.name}`, `Delegate this. ${turn.text}`, ({ parent }) => parent !== undefined, turn);

async function answered(
  home: Home,
  name: string,
  text: string,
  which: Which,
  { cancelWhen }: RequestedTurn,
): Promise<TurnResult> {
  const state = join(home.folder, `state-${name}`);
  const running = home.start(['-p', text], { XDG_STATE_HOME: state });
  if (cancelWhen !== undefined) {
    await untilKept(state, which, cancelWhen, running);
    running.signal('SIGINT');
  }
  const { code, out, err } = await running.ended;
  return { session: await sessionOf(state, which), state, exitCode: code, shown: out + err };
}

type Which = (session: KeptSession) => boolean;
const isFirst: Which = ({ parent }) => parent === undefined;

async function sessionOf(state: string, which: Which): Promise<KeptSession> {
  const found = (await keptSessions(state)).find(which);
  if (found === undefined) throw new Error(`There is no session in ${state}`);
  return found;
}

async function untilKept(state: string, which: Which, isSo: Which, running?: Running): Promise<void> {
  let ended: Ended | undefined;
  void running?.ended.then((end) => {
    ended = end;
  });
  await until('the session is where it is to be cancelled', async () => {
    if (ended !== undefined) throw new Error(`It ended with ${ended.code} before:\n${ended.out}${ended.err}`);
    return (await keptSessions(state).catch(() => [])).some((session) => which(session) && isSo(session));
  });
}
