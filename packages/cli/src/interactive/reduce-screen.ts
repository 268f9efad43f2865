/** What an event of the session changes on the screen. Pure; the time is handed in. */

import type { SessionEvent } from '@interlock/runtime';
import { adviceOn } from '../headless/failure-advice.ts';
import { replacedMedia } from '../print/replaced-media.ts';
import { describeLosses } from './describe-losses.ts';
import { momentText } from './moment-text.ts';
import { closeBlocks, lastOpen, reduceCalls } from './reduce-calls.ts';
import type { Block, Screen, Status } from './screen.ts';

type Notice = Extract<Block, { readonly kind: 'notice' }>;

export function emptyScreen(folder: string): Screen {
  return {
    blocks: [],
    status: { target: '', mode: 'ask', tokens: 0, window: 0, usage: { input: 0, output: 0 }, cooling: [], folder },
    showThinking: false,
    todos: [],
    readers: [],
  };
}

export function reduceScreen(screen: Screen, event: SessionEvent, now: number): Screen {
  const blocks = reduceCalls(reduceTexts(screen.blocks, event), event, now, screen.readers);
  const said = noticeOf(event);
  const status = reduceStatus(screen.status, event, now, blocks);
  const todos = event.type === 'todos' ? { todos: event.items } : {};
  return { ...screen, ...todos, blocks: said === undefined ? blocks : beforeOpen(blocks, said), status };
}

export function addNotice(screen: Screen, text: string, level: Notice['level'] = 'info'): Screen {
  return { ...screen, blocks: beforeOpen(screen.blocks, { kind: 'notice', level, text }) };
}

export function addAsked(screen: Screen, text: string): Screen {
  return { ...screen, blocks: beforeOpen(screen.blocks, { kind: 'asked', text }) };
}

export function addUser(screen: Screen, text: string): Screen {
  return { ...screen, blocks: [...screen.blocks, { kind: 'user', text }] };
}

/** Before what is still going on: nothing is cut in two by it, and it can be seen at once. */
function beforeOpen(blocks: readonly Block[], added: Block): readonly Block[] {
  const open = blocks.findIndex((block) => 'done' in block && !block.done);
  return open === -1 ? [...blocks, added] : blocks.toSpliced(open, 0, added);
}

function reduceTexts(blocks: readonly Block[], event: SessionEvent): readonly Block[] {
  switch (event.type) {
    case 'text-delta':
      return grow(blocks, 'text', event.text);
    case 'thinking-delta':
      return grow(blocks, 'thinking', event.text);
    case 'text-end':
    case 'thinking-end':
      return closeTexts(blocks);
    case 'tool-call':
      return [...closeTexts(blocks), ...planOf(event.name, event.args)];
    case 'call-start':
    case 'request':
      // Whatever else was being said has ended.
      return closeTexts(blocks);
    case 'steer':
      return [...closeTexts(blocks), { kind: 'user', text: event.text }];
    case 'turn-end':
      return closeBlocks(closeTexts(blocks));
    default:
      return blocks;
  }
}

/** A plan is read as what it is: a text of the model. */
export function planOf(tool: string, args: unknown): readonly Block[] {
  if (tool !== 'propose_plan' || typeof args !== 'object' || args === null || !('plan' in args)) return [];
  return typeof args.plan === 'string' ? [{ kind: 'text', text: args.plan, done: true }] : [];
}

function grow(blocks: readonly Block[], kind: 'text' | 'thinking', text: string): readonly Block[] {
  const last = lastOpen(blocks, kind);
  if (last === undefined) return [...closeTexts(blocks), { kind, text, done: false }];
  return [...blocks.slice(0, -1), { kind, text: last.text + text, done: false }];
}

function closeTexts(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some((block) => isText(block) && !block.done)) return blocks;
  return blocks.map((block) => (isText(block) ? { ...block, done: true } : block));
}

function isText(block: Block): block is Extract<Block, { readonly kind: 'text' | 'thinking' }> {
  return block.kind === 'text' || block.kind === 'thinking';
}

function noticeOf(event: SessionEvent): Notice | undefined {
  switch (event.type) {
    case 'media-replaced':
      return warning(replacedMedia(event));
    case 'notice':
      return info(event.text);
    case 'mode-changed':
      return info(`Plan mode has ended. Mode: ${event.mode}.`);
    case 'job-end':
      return info(`${event.text} ${event.command}`);
    case 'failover':
      return warning(`Now ${event.to} in place of ${event.from}${reasons(event.because)}.`);
    case 'request-failed':
      return warning(`${event.target} failed (${event.failure.reason}): ${event.failure.message}`);
    case 'reply-cut':
      return event.why === 'cancelled' ? undefined : warning(cutTexts[event.why]);
    case 'switch-queued':
      return info(`After this turn: ${event.to}.${describeLosses(event.losses)}`);
    case 'switch-cancelled':
      return info(`The switch to ${event.to} is taken back.`);
    case 'switch-applied':
      return info(`From now on: ${event.to}.${describeLosses(event.losses)}`);
    case 'compaction':
      return compactionNotice(event);
    case 'setup-changed':
      return info(`From now on other instructions or tools count: ${event.what.join(', ')}.`);
    case 'turn-end':
      return endNotice(event);
    default:
      return undefined;
  }
}

const cutTexts = {
  'max-tokens': 'The answer reached the limit of its length. Calls in it were not run.',
  failed: 'The answer broke off. Calls in it were not run.',
  'content-filter': 'The provider stopped the answer.',
} as const;

export function compactionNotice(event: Extract<SessionEvent, { readonly type: 'compaction' }>): Notice {
  const { outcome, why, before, after } = event;
  if (outcome === 'started') return info(`The conversation is being made shorter. ${why}`);
  if (outcome === 'unchanged') return info(`The conversation stays as it is. ${why}`);
  return info(`The conversation is shorter now: from about ${before} to ${after ?? 0} tokens.`);
}

/** The provider's own words may or may not end like a sentence; another one follows. */
function failureText({ message, reason }: NonNullable<Extract<SessionEvent, { type: 'turn-end' }>['failure']>): string {
  return `${message} (${reason})${/[.!?]$/.test(message) ? '' : '.'}`;
}

function endNotice(event: Extract<SessionEvent, { readonly type: 'turn-end' }>): Notice | undefined {
  const { outcome, why, failure } = event;
  switch (outcome) {
    case 'done':
      return undefined;
    case 'cancelled':
      return info('Cancelled. What was said and done so far is kept.');
    case 'limit':
      return warning(`${why ?? 'A limit is reached.'} Say something to go on.`);
    case 'failed': {
      const what = failure === undefined ? (why ?? '') : failureText(failure);
      // What the last sentence says anyway need not be said twice.
      const particular = failure === undefined ? undefined : adviceOn(failure.reason, '/model');
      const advice = particular === undefined || particular.includes('/model') ? [] : [particular];
      return {
        kind: 'notice',
        level: 'error',
        text: [`The turn failed. ${what}`, ...advice, 'Nothing is lost: try again, or ask another /model.'].join(' '),
      };
    }
  }
}

function reduceStatus(status: Status, event: SessionEvent, now: number, blocks: readonly Block[]): Status {
  const { activity: before, activeSince: since = now, ...rest } = status;
  const activity = activityOf(before, event, now, blocks);
  const activeSince = activity === before ? since : now;
  const isTimed = activity !== undefined && timed.includes(activity);
  const changed = { ...rest, ...(activity === undefined ? {} : { activity }), ...(isTimed ? { activeSince } : {}) };
  switch (event.type) {
    case 'request':
      return { ...changed, target: event.target };
    case 'usage': {
      const { cost: before, usage } = status;
      const cost = event.cost === undefined ? before : (before ?? 0) + event.cost;
      return {
        ...changed,
        usage: { input: usage.input + event.usage.input, output: usage.output + event.usage.output },
        ...(cost === undefined ? {} : { cost }),
      };
    }
    default:
      return changed;
  }
}

/** The others say how long by themselves, or have things below them that do. */
const timed: readonly string[] = ['waiting', 'thinking'];

function activityOf(
  before: string | undefined,
  event: SessionEvent,
  now: number,
  blocks: readonly Block[],
): string | undefined {
  switch (event.type) {
    case 'turn-start':
      return 'begins';
    case 'request':
      return 'waiting';
    case 'thinking-delta':
      return 'thinking';
    case 'text-delta':
      return 'answers';
    case 'retry':
      return `retry in ${Math.ceil(event.ms / 1000)} s`;
    case 'cooldown-wait':
      return `waits until ${momentText(now + event.ms)}`;
    case 'call-start':
    case 'tool-call':
    case 'tool-start':
    case 'tool-result':
      return toolActivity(blocks);
    case 'compaction':
      return event.outcome === 'started' ? 'makes room' : before;
    case 'turn-end':
      return undefined;
    default:
      return before;
  }
}

function toolActivity(blocks: readonly Block[]): string {
  const open = blocks.flatMap((block) =>
    block.kind === 'tools' ? block.calls.filter(({ state }) => state !== 'ended') : [],
  );
  return open.length === 1 ? '1 tool' : `${open.length} tools`;
}

function info(text: string): Notice {
  return { kind: 'notice', level: 'info', text };
}

function warning(text: string): Notice {
  return { kind: 'notice', level: 'warning', text };
}

function reasons(because: readonly string[]): string {
  return because.length === 0 ? '' : `: ${because.join('; ')}`;
}
