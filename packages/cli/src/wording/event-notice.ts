/** An event as a sentence for the user, in the terminal or an editor. */
import type { SessionEvent } from '@interlock/runtime';
import { replacedMedia } from '../print/replaced-media.ts';
import { describeLosses } from './describe-losses.ts';
import { adviceOn } from './failure-advice.ts';

export interface EventNotice {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: string;
}

/** Undefined: it is shown in another way, or not at all. */
export function eventNotice(event: SessionEvent): EventNotice | undefined {
  switch (event.type) {
    case 'media-replaced':
      return warning(replacedMedia(event));
    case 'hook':
      return hookNotice(event);
    case 'notice':
      return info(event.text);
    case 'mode-changed':
      return info(`Plan mode has ended. Mode: ${event.mode}.`);
    case 'job-end':
      return info(`${event.text} ${event.command}`);
    case 'failover':
      return warning(`Using ${event.to} instead of ${event.from}${reasons(event.because)}.`);
    case 'request-failed':
      return warning(`${event.target} failed (${event.failure.reason}): ${event.failure.message}`);
    case 'reply-cut':
      return event.why === 'cancelled' ? undefined : warning(cutTexts[event.why]);
    case 'switch-queued':
      return info(`Switching to ${event.to} after this turn.${describeLosses(event.losses)}`);
    case 'switch-cancelled':
      return info(`The switch to ${event.to} is cancelled.`);
    case 'switch-applied':
      return info(`Switched to ${event.to}.${describeLosses(event.losses)}`);
    case 'compaction':
      return compactionNotice(event);
    case 'setup-changed':
      return info(`Instructions or tools have changed: ${event.what.join(', ')}.`);
    case 'turn-end':
      return endNotice(event);
    default:
      return undefined;
  }
}

const cutTexts = {
  'max-tokens': 'The answer reached its length limit. Calls in it were not run.',
  failed: 'The answer was cut off. Calls in it were not run.',
  'content-filter': 'The provider stopped the answer.',
} as const;

function compactionNotice(event: Extract<SessionEvent, { readonly type: 'compaction' }>): EventNotice {
  const { outcome, why, before, after } = event;
  if (outcome === 'started') return info(`Compacting the conversation. ${why}`);
  if (outcome === 'unchanged') return info(`The conversation was not compacted. ${why}`);
  return info(`The conversation was compacted: from about ${before} to ${after ?? 0} tokens.`);
}

/** Ends the provider's message with a period, because another sentence follows. */
function failureText({ message, reason }: NonNullable<Extract<SessionEvent, { type: 'turn-end' }>['failure']>): string {
  return `${message} (${reason})${/[.!?]$/.test(message) ? '' : '.'}`;
}

function endNotice(event: Extract<SessionEvent, { readonly type: 'turn-end' }>): EventNotice | undefined {
  const { outcome, why, failure } = event;
  switch (outcome) {
    case 'done':
      return undefined;
    case 'cancelled':
      return info('Cancelled. Everything so far is kept.');
    case 'limit':
      return warning(`${why ?? 'A limit was reached.'} Send a message to continue.`);
    case 'failed': {
      const what = failure === undefined ? (why ?? '') : failureText(failure);
      // The last sentence mentions /model anyway.
      const specific = failure === undefined ? undefined : adviceOn(failure.reason, '/model');
      const advice = specific === undefined || specific.includes('/model') ? [] : [specific];
      return {
        level: 'error',
        text: [`The turn failed. ${what}`, ...advice, 'Nothing is lost: try again, or switch with /model.'].join(' '),
      };
    }
  }
}

function info(text: string): EventNotice {
  return { level: 'info', text };
}

function warning(text: string): EventNotice {
  return { level: 'warning', text };
}

function reasons(because: readonly string[]): string {
  return because.length === 0 ? '' : `: ${because.join('; ')}`;
}

/** The output of a hook after a turn is a separate notice. */
function hookNotice({
  outcome,
  on,
  command,
  text = '',
}: Extract<SessionEvent, { readonly type: 'hook' }>): EventNotice | undefined {
  if (outcome === 'passed' || on === 'after-turn') return undefined;
  return warning(`The hook ${command} ${outcome === 'failed' ? 'failed' : 'stopped it'} (${on}): ${text}`);
}
