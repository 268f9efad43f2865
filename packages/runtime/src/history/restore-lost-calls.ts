/**
 * Restores calls whose own record was damaged. Starts and ends of calls are recorded separately: a call whose start has its arguments
 * is put back, and an end without a call becomes a text. Otherwise the model would not know about the calls and make them again.
 */
import type { Content } from '@interlock/transcript';
import { firstPart } from '../text/clip.ts';
import { callIds } from './apply-record.ts';
import type { History } from './history.ts';
import type { OpenCall, SessionFacts, UnplacedOutcome } from './session-facts.ts';

/** Longest text of a result without a call. */
const longestShown = 4_000;

/** Must run before open calls are closed. Returns a message for the user. */
export async function restoreLostCalls(history: History): Promise<string | undefined> {
  const { facts } = history;
  const calls = missingCalls(facts);
  for (const [turnId, open] of Map.groupBy(calls, ({ turnId }) => turnId)) {
    const blocks = open.map(({ call }) => call);
    await history.content({ speaker: 'ai', blocks, metadata: { turnId } });
  }
  const outcomes = [...facts.unplaced.values()];
  for (const outcome of outcomes) {
    // A message of ours must not look like the beginning of a turn.
    const turnId = facts.continuing.get(outcome.turnId) ?? outcome.turnId;
    await history.content(noteOf({ ...outcome, turnId }), true);
  }
  facts.unplaced.clear();
  const count = calls.length + outcomes.length;
  if (count === 0) return undefined;
  const which = count === 1 ? 'A tool call was' : `${count} tool calls were`;
  return `${which} in a damaged record and restored from other records.`;
}

function missingCalls({ contents, open }: SessionFacts): readonly OpenCall[] {
  const here = callIds(contents);
  return [...open.values()].filter(({ call, isGone }) => isGone === undefined && !here.has(call.id));
}

function noteOf({ name, turnId, outcome }: UnplacedOutcome): Content {
  const tool = name === undefined ? 'A tool call' : `A call of the tool ${name}`;
  const what = {
    complete: 'It had finished with this result',
    error: 'It had failed with this error',
  }[outcome.state === 'complete' || outcome.state === 'error' ? outcome.state : 'error'];
  const text = [
    `[${tool} was made here. The record with its arguments is damaged. ${what}. It may have taken effect: check before you make it again.]`,
    firstPart(textOf(outcome), longestShown),
  ].join('\n');
  return { speaker: 'human', blocks: [{ type: 'text', text }], metadata: { turnId } };
}

function textOf(outcome: UnplacedOutcome['outcome']): string {
  if (outcome.state === 'error') return outcome.error;
  if (outcome.state !== 'complete') return outcome.partial ?? outcome.state;
  return typeof outcome.result === 'string' ? outcome.result : JSON.stringify(outcome.result);
}
