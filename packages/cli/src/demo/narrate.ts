/** The events of the demonstration as lines for people. */

import type { SessionEvent } from '@interlock/runtime';
import { counted } from '../print/counted.ts';
import type { Paint } from '../print/paint.ts';
import { plainText } from '../print/plain-text.ts';
import { describeLosses } from '../wording/describe-losses.ts';
import type { DemonstrationEvent } from './demonstration.ts';
import type { SentRequest } from './sent-request.ts';

export const opening = `One conversation, seven provider families. Each is a simulator on this machine
that refuses what the real provider refuses. The model is scripted, the tools
are real: they read this folder, and change a small project in a temporary one.
At a terminal the same command opens the interactive agent.
`;

export function narrate(event: DemonstrationEvent, paint: Paint): readonly string[] {
  switch (event.type) {
    case 'step': {
      const { number, family, what, switched } = event;
      const losses = switched === undefined ? '' : describeLosses(switched.losses);
      const head = `${paint('bold', `${number}. ${family.name}`)}: ${what}.`;
      return ['', head, ...(losses === '' ? [] : [`   switch  ${losses}`])];
    }
    case 'user':
      return [`   you      ${event.text}`];
    case 'request':
      return [requestLine(event.sent, paint)];
    case 'event':
      return eventLines(event.event, paint);
    case 'end':
      return [];
  }
}

function requestLine({ messages, calls, results, closures, accepted, verdict }: SentRequest, paint: Paint): string {
  const closed = closures === 0 ? '' : `, ${closures} of them closures`;
  const what = `${counted(messages, 'message')}, ${counted(calls, 'call')}, ${counted(results, 'result')}${closed}`;
  return `   sent     ${what}: ${paint(accepted ? 'note' : 'error', verdict)}`;
}

function eventLines(event: SessionEvent, paint: Paint): readonly string[] {
  switch (event.type) {
    case 'tool-result':
      return [`   tool     ${plainText(event.name)}: ${outcomes[event.outcome.state]}`, ...shownOf(event, paint)];
    case 'turn-end':
      return endLines(event, paint);
    default:
      return [];
  }
}

type ToolResult = Extract<SessionEvent, { readonly type: 'tool-result' }>;

/** The changed lines of an edit, and the counts of a test run. */
function shownOf({ name, outcome }: ToolResult, paint: Paint): readonly string[] {
  const wanted = Object.hasOwn(shownLines, name) ? shownLines[name] : undefined;
  if (wanted === undefined || (outcome.state !== 'complete' && outcome.state !== 'error')) return [];
  const output = outcome.state === 'error' ? outcome.error : outcome.result;
  const lines = (typeof output === 'string' ? output : '').split('\n').filter((line) => wanted.test(line));
  return lines.map((line) => `              ${painted(plainText(line), paint)}`);
}

const shownLines: Readonly<Record<string, RegExp>> = {
  edit_file: /^[-+](?![-+])/u,
  run_command: /^. (?:pass|fail) \d+$/u,
};

function painted(line: string, paint: Paint): string {
  if (line.startsWith('+')) return paint('note', line);
  return line.startsWith('-') ? paint('error', line) : line;
}

const outcomes = {
  complete: 'done',
  error: 'failed',
  cancelled: 'cancelled before it started',
  interrupted: 'interrupted while it ran',
  timeout: 'timed out',
  denied: 'not allowed',
} as const;

function endLines(event: Extract<SessionEvent, { readonly type: 'turn-end' }>, paint: Paint): readonly string[] {
  if (event.outcome === 'cancelled') return ['   you      Esc: the turn is cancelled, everything so far is kept'];
  if (event.outcome !== 'done') return [`   ${paint('error', `failed   ${plainText(event.why ?? event.outcome)}`)}`];
  return [`   model    ${plainText(beginningOf(event.text)).replaceAll(/`|\*\*/gu, '')}`];
}

const maxLines = 3;

/** The first line. If it ends with a colon, also the beginning of what follows. */
function beginningOf(text: string): string {
  const [first = '', ...rest] = text.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('```'));
  if (!first.endsWith(':')) return first;
  if (rest.length === 0) return first.replace(/:$/, '.');
  return `${first} ${rest.slice(0, maxLines).join(', ')}${rest.length > maxLines ? ', …' : ''}`;
}

export function summary(sent: readonly SentRequest[], open: number, paint: Paint): string {
  const accepted = sent.filter((request) => request.accepted).length;
  const names = new Set(sent.map(({ name }) => name)).size;
  const last = sent.at(-1);
  const isFine = accepted === sent.length && open === 0;
  const line = [
    `${counted(sent.length, 'request')} to ${names} provider families, ${accepted} accepted.`,
    `The last one carried ${counted(last?.calls ?? 0, 'call')} and ${counted(last?.results ?? 0, 'result')}, ${last?.closures ?? 0} of them closures with the true reason; ${open === 0 ? 'no call is' : `${counted(open, 'call')} left`} open.`,
  ].join(' ');
  return `\n${paint(isFine ? 'bold' : 'error', line)}\n`;
}
