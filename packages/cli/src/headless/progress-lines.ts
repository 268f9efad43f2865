/** Progress on standard error, one line per event, sanitized for terminals. */
import type { SessionEvent, StoreWarning, TurnEnd } from '@interlock/runtime';
import type { DiagnosticEvent } from '@interlock/transcript';
import { counted } from '../print/counted.ts';
import { foldedText } from '../print/folded-text.ts';
import { plainLine, plainText } from '../print/plain-text.ts';
import { replacedMedia } from '../print/replaced-media.ts';
import { describeCall } from '../wording/describe-call.ts';
import { failureAdvice } from '../wording/failure-advice.ts';
import type { PrintResult } from './result.ts';

export function openingLines(
  notices: readonly string[],
  warnings: readonly StoreWarning[],
  quiet: boolean,
): readonly string[] {
  const storeWarnings = warnings.map(({ message }) => plainLine(message));
  return quiet ? storeWarnings : [...notices.map(plainLine), ...storeWarnings];
}

/** `quiet`: only problems. */
export function progressLines(event: SessionEvent, quiet: boolean): readonly string[] {
  const problem = problemLine(event);
  if (problem !== undefined) return [plainLine(problem)];
  if (quiet) return [];
  const line = progressLine(event);
  return line === undefined ? [] : [plainText(line)];
}

function problemLine(event: SessionEvent): string | undefined {
  switch (event.type) {
    case 'tool-result':
      return event.outcome.state === 'denied' ? deniedLine(event.name, event.outcome.partial ?? '') : undefined;
    case 'reply-cut':
      return event.why === 'cancelled' ? undefined : `The answer was cut off (${event.why}).`;
    case 'media-replaced':
      return replacedMedia(event);
    case 'notice':
      return event.text;
    case 'hook':
      // A hook that stopped something is reported when the turn ends.
      return event.outcome === 'failed' ? `The hook ${event.command} failed (${event.on}): ${event.text}` : undefined;
    default:
      return undefined;
  }
}

function progressLine(event: SessionEvent): string | undefined {
  switch (event.type) {
    case 'tool-call':
      return describeCall(event.name, event.args);
    case 'tool-result':
      return event.outcome.state === 'complete' ? undefined : `  ${event.name}: ${problemOf(event)}`;
    case 'request-failed':
      return `${event.target} failed (${event.failure.reason}): ${event.failure.message}`;
    case 'retry':
      return `Attempt ${event.attempt + 1} in ${seconds(event.ms)}.`;
    case 'cooldown-wait':
      return `Waiting ${seconds(event.ms)}: ${event.because.join('; ')}`;
    case 'failover':
      return `Using ${event.to} instead of ${event.from}.`;
    default:
      return changeLine(event);
  }
}

function changeLine(event: SessionEvent): string | undefined {
  switch (event.type) {
    case 'switch-applied':
      return `Switched from ${event.from} to ${event.to}.`;
    case 'compaction':
      return compactionLine(event);
    case 'repair':
      return repairLine(event);
    case 'steer':
      return `Queued earlier, sent now: ${foldedText(event.text)}`;
    case 'mode-changed':
      return `Mode: ${event.mode}.`;
    case 'job-end':
      return `${event.text} ${event.command}`;
    case 'setup-changed':
      return `Changed since the last turn: ${event.what.join(', ')}.`;
    default:
      return undefined;
  }
}

/** The usage of the turn; if it failed, also why, and what to do. */
export function endLines(result: PrintResult, end: TurnEnd, quiet: boolean): readonly string[] {
  const { outcome, why = '', failure } = end;
  const summary = quiet ? [] : [plainLine(summaryOf(result))];
  switch (outcome) {
    case 'done':
      return summary;
    case 'cancelled':
      return ['interlock: Cancelled.', ...summary];
    case 'limit':
      return [plainLine(`interlock: A limit ended the turn. ${why}`), ...summary];
    case 'failed': {
      const what = failure === undefined ? why : `${failure.message} (${failure.reason})`;
      const advice = failure === undefined ? [] : failureAdvice(failure, result);
      return [plainLine(`interlock: The turn failed. ${what}`), ...advice, ...summary];
    }
  }
}

function summaryOf({ session, kept, target, steps, usage, cost }: PrintResult): string {
  return [
    ...(kept ? [`session ${session}`] : []),
    ...(target === undefined ? [] : [target]),
    counted(steps, 'request'),
    `${usage.input} tokens in, ${usage.output} out`,
    // Free models show no cost.
    ...(cost === undefined || cost === 0 ? [] : [`$${cost.toFixed(4)}`]),
  ].join(' · ');
}

function problemOf({ outcome }: Extract<SessionEvent, { type: 'tool-result' }>): string {
  if (outcome.state === 'error') return `error: ${outcome.error}`;
  return outcome.state;
}

function compactionLine({ outcome, why, before, after }: Extract<SessionEvent, { type: 'compaction' }>): string {
  if (outcome === 'started') return `Compacting the history: ${why}`;
  if (outcome === 'unchanged') return why;
  return `The history was compacted: ${before} tokens before, ${after ?? '?'} after.`;
}

/** Closing a denied or cancelled call is not a repair: only problems of the history are reported. */
function repairLine({ target, repairs }: Extract<SessionEvent, { type: 'repair' }>): string | undefined {
  const faults = repairs.filter(({ fault }) => fault !== 'none');
  return faults.length === 0 ? undefined : `Repaired for ${target}: ${countKinds(faults.map(labelOf))}.`;
}

/** The kind with its fault class and, if it has one, its reason. */
function labelOf(event: DiagnosticEvent): string {
  const reasons = ['why', 'reason', 'action', 'cause', 'was', 'direction'].flatMap((name): readonly unknown[] => {
    const value: unknown = Reflect.get(event, name);
    return typeof value === 'string' ? [value] : [];
  });
  return `${event.kind} (${[event.fault, ...reasons].join(', ')})`;
}

function countKinds(kinds: readonly string[]): string {
  const counts = Map.groupBy(kinds, (kind) => kind);
  return [...counts].map(([kind, all]) => `${all.length} ${kind}`).join(', ');
}

function seconds(ms: number): string {
  return `${ms < 10_000 ? (ms / 1000).toFixed(1) : Math.round(ms / 1000)} s`;
}

/** The model reads which rule would allow the call. Only the user can add it, so only the user reads how. */
function deniedLine(name: string, why: string): string {
  const hint = why.includes('can allow it with the rule') ? ' (--allow takes that rule)' : '';
  return `denied: ${name}: ${why}${hint}`;
}
