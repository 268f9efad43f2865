/**
 * The one turn loop: interactive, print and subagent use differ only in who supplies the text and who listens (REQ-915-029).
 *
 * render → encode → stream → record → run the batch → record → continue, until the model makes no calls.
 *
 * The turn is bound to its target from its first request to its end (REQ-915-002). If the target fails, the turn ends, and the route may
 * have another target for a turn that continues it (`run-turns.ts`).
 */
import { type Content, jsonText, type ToolCallBlock, toJson } from '@interlock/transcript';
import type { Failure, Reply } from '@interlock/wire';
import type { CutReason, Emit, TurnEnd, UnfinishedCall } from '../events/session-event.ts';
import { faultOf } from '../events/turn-fault.ts';
import { closeOpenCalls } from '../history/close-open-calls.ts';
import type { History } from '../history/history.ts';
import { askedTurnOf } from '../history/session-facts.ts';
import type { LookAhead } from '../route/look-ahead.ts';
import type { TurnRoute } from '../route/route.ts';
import { completionContent } from '../scheduler/completion-content.ts';
import type { Scheduler } from '../scheduler/scheduler.ts';
import type { TurnOutcome } from '../store/session-record.ts';
import { asWholeSentence } from '../text/sentences.ts';
import type { Clock } from '../time/clock.ts';
import { type AskResult, ask } from './ask.ts';
import type { Budget } from './budget.ts';
import type { ContextWindow } from './context-window.ts';
import type { QueuedTexts } from './queued-texts.ts';
import type { Requests } from './requests.ts';
import type { Spending } from './spending.ts';
import { wholePart } from './whole-part.ts';

export interface TurnLimits {
  /** Requests in one turn. */
  readonly steps: number;
  /** How often exactly the same calls may occur in a row. */
  readonly repeats: number;
}

/** What a turn needs, the same for all turns of a session. */
export interface TurnParts {
  readonly history: History;
  readonly scheduler: Scheduler;
  readonly requests: Requests;
  readonly window: ContextWindow;
  readonly texts: QueuedTexts;
  readonly clock: Clock;
  readonly limits: TurnLimits;
  /** The budget of the whole tree of agents. */
  readonly budget: Budget;
}

export interface Turn extends TurnParts {
  readonly turnId: string;
  /** The turn that this one continues. */
  readonly continues?: string;
  readonly route: LookAhead;
  readonly spending: Spending;
  readonly emit: Emit;
  readonly signal: AbortSignal;
}

type Ended = Pick<TurnEnd, 'outcome' | 'why' | 'failure' | 'fault' | 'unsent'>;
type Moved = { readonly outcome: 'moved'; readonly onward: TurnRoute };
type End = Ended | Moved;

/** `progress` is that of the turns before, if this one continues them. */
export async function runTurn(turn: Turn, progress: Progress): Promise<End> {
  progress.madeRoom = false;
  let end: End | undefined;
  try {
    while (end === undefined) end = await takeStep(turn, progress);
  } catch (error) {
    // The store failed, or a bug: what was recorded and used until then still counts.
    const fault = faultOf(error);
    const why = error instanceof Error ? error.message : String(error);
    end = { outcome: 'failed', why, ...(fault === undefined ? {} : { fault }) };
  }
  return end;
}

/** What counts for a turn together with those that continue it. */
export interface Progress {
  steps: number;
  text: string;
  /** The running turn has compacted the history because its target said so. */
  madeRoom: boolean;
  /** The calls of the last step, and how often they came in a row. */
  lastCalls: string;
  repeats: number;
}

export function noProgress(): Progress {
  return { steps: 0, text: '', madeRoom: false, lastCalls: '', repeats: 0 };
}

async function takeStep(turn: Turn, progress: Progress): Promise<End | undefined> {
  const { limits, signal, history } = turn;
  if (progress.steps >= limits.steps)
    return limitReached(`The limit of ${limits.steps} requests in one turn is reached.`);
  const used = turn.budget.exhausted();
  if (used !== undefined) return limitReached(used);
  await turn.window.makeRoom('threshold', { ...turn, step: progress.steps + 1 });
  if (signal.aborted) return cancelled;
  progress.steps += 1;
  turn.budget.spend(1, 0);
  const asked = await ask({
    ...turn,
    step: progress.steps,
    needs: () => ({ tokens: turn.window.tokens }),
    send: (selection, plain, sending) => turn.requests.send({ ...turn, selection, plain, sending }),
  });
  if (asked.end === 'failed' && asked.onward !== undefined) {
    if (signal.aborted) return { ...cancelled, ...unsentIn(asked) };
    // The next turn takes the step.
    progress.steps -= 1;
    turn.budget.spend(-1, 0);
    return { outcome: 'moved', onward: asked.onward };
  }
  if (await isMadeRoomFor(turn, progress, asked)) return undefined;
  const cut = cutReason(asked);
  if (cut !== undefined) return breakOff(turn, progress, asked, cut);
  const calls = await record(turn, progress, asked, asked.reply?.content);
  if (calls.length === 0) return (await goesOn(turn, asked)) ? undefined : done;
  if (countRepeats(progress, calls) > limits.repeats) {
    await closeOpenCalls(history);
    return limitReached(
      `The model asked for the same calls ${limits.repeats + 1} times in a row; they were not run again.`,
    );
  }
  return runBatch(turn, calls);
}

/** How often in a row the model has made exactly these calls. */
function countRepeats(progress: Progress, calls: readonly ToolCallBlock[]): number {
  const made = JSON.stringify(calls.map(({ name, parameters }) => [name, jsonText(toJson(parameters).value)]));
  progress.repeats = made === progress.lastCalls ? progress.repeats + 1 : 1;
  progress.lastCalls = made;
  return progress.repeats;
}

/** A history that is too long for its target is compacted once per turn. */
async function isMadeRoomFor(turn: Turn, progress: Progress, asked: AskResult): Promise<boolean> {
  if (asked.end !== 'failed' || asked.failure.reason !== 'context-overflow' || asked.reply !== undefined) return false;
  if (progress.madeRoom) return false;
  progress.madeRoom = true;
  return turn.window.makeRoom('overflow', { ...turn, step: progress.steps + 1 });
}

/** Records the answer, complete or not. Returns the calls that we must run. */
async function record(
  turn: Turn,
  progress: Progress,
  asked: AskResult,
  content: Content | undefined,
): Promise<readonly ToolCallBlock[]> {
  if (content === undefined) return [];
  const text = textOf(content);
  if (text !== '') progress.text = text;
  try {
    if (content.blocks.length > 0) await turn.history.content(named(content, asked));
  } finally {
    // The request was made, even if the store failed.
    if (asked.end === 'answered' && asked.request !== undefined) {
      const { usage } = asked.reply;
      await turn.spending.end(asked.request, { outcome: 'answered', usage, measures: true });
    }
  }
  return content.blocks.filter(
    (block): block is ToolCallBlock => block.type === 'tool_call' && block.executor !== 'provider',
  );
}

/** Keeps the user's name of the target: the provider's name only says whose rules apply. */
function named(content: Content, asked: AskResult): Content {
  const { provider, model } = content.metadata ?? {};
  const target = 'selection' in asked ? asked.selection.name : undefined;
  if (target === undefined || target === `${provider}/${model}`) return content;
  return { ...content, metadata: { ...content.metadata, target } };
}

function textOf({ blocks }: Content): string {
  return blocks.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('');
}

function cutReason(asked: AskResult): CutReason | undefined {
  if (asked.end !== 'answered') return asked.end;
  const { stop } = asked.reply;
  if (stop === 'max-tokens' || stop === 'content-filter') return stop;
  return stop === 'error' || asked.unfinished.length > 0 ? 'failed' : undefined;
}

/** No call of an incomplete answer runs: its complete calls are closed as never started (REQ-915-011). */
async function breakOff(turn: Turn, progress: Progress, asked: AskResult, why: CutReason): Promise<Ended> {
  const { history, emit } = turn;
  const whole = asked.reply === undefined ? undefined : wholePart(asked.reply.content);
  const calls = await record(turn, progress, asked, whole?.content);
  await closeOpenCalls(history);
  const unfinished = [...asked.unfinished, ...(whole?.unfinished ?? [])];
  if (asked.reply !== undefined) emit({ type: 'reply-cut', why, cancelled: calls.map(({ id }) => id), unfinished });
  if (asked.end === 'failed')
    return { ...failed(asked.failure, asked.because, asked.reply, unfinished), ...unsentIn(asked) };
  if (why === 'cancelled') return { ...cancelled, ...unsentIn(asked) };
  if (why === 'max-tokens') return limitReached('The answer reached its length limit.');
  if (why === 'content-filter')
    return { outcome: 'failed', why: 'The provider stopped the answer.', failure: filtered };
  return { outcome: 'failed', why: 'The answer was cut off.' };
}

function failed(
  failure: Failure,
  because: readonly string[],
  reply?: Reply,
  unfinished?: readonly UnfinishedCall[],
): Ended {
  const kept = reply === undefined ? [] : ['The part that arrived is kept.'];
  const lost = unfinished === undefined || unfinished.length === 0 ? [] : ['An unfinished call was dropped.'];
  return { outcome: 'failed', failure, why: [...because.map(asWholeSentence), ...kept, ...lost].join(' ') };
}

function unsentIn(asked: AskResult): Pick<Ended, 'unsent'> {
  return 'unsent' in asked && asked.unsent !== undefined ? { unsent: asked.unsent } : {};
}

const filtered: Failure = { reason: 'content-filter', message: 'The provider stopped the answer.' };
const done: Ended = { outcome: 'done' };
const cancelled: Ended = { outcome: 'cancelled' };

function limitReached(why: string): Ended {
  return { outcome: 'limit' satisfies TurnOutcome, why };
}

/** The turn is over, unless the provider only paused or the user has added something. */
async function goesOn(turn: Turn, asked: AskResult): Promise<boolean> {
  const paused = asked.end === 'answered' && asked.reply.stop === 'pause';
  const steered = await turn.texts.sendSteers(askedTurn(turn), turn.emit);
  return paused || steered;
}

/** The user's words belong to the turn that the user has begun. */
function askedTurn({ history, turnId }: Turn): string {
  return askedTurnOf(history.facts) ?? turnId;
}

async function runBatch(turn: Turn, calls: readonly ToolCallBlock[]): Promise<End | undefined> {
  const { scheduler, history, signal, turnId } = turn;
  const { settled, fault } = await scheduler.run(calls, signal);
  await history.content(completionContent(settled, turnId), true);
  if (fault !== undefined) throw fault;
  if (signal.aborted) return cancelled;
  // A safe boundary: every call before it has its completion.
  await turn.texts.sendSteers(askedTurn(turn), turn.emit);
  return undefined;
}
