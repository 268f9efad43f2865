/** Applies an event of the session to the screen. Pure; the time is an argument. */

import type { SessionEvent } from '@interlock/runtime';
import { timeText } from '../print/date-text.ts';
import { eventNotice } from '../wording/event-notice.ts';
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
  const notice = eventNotice(event);
  const status = reduceStatus(screen.status, event, now, blocks);
  const todos = event.type === 'todos' ? { todos: event.items } : {};
  return {
    ...screen,
    ...todos,
    blocks: notice === undefined ? blocks : beforeOpen(blocks, { kind: 'notice', ...notice }),
    status,
  };
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

/** Adds a block before unfinished ones, so that it splits none of them and is visible at once. */
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
      // The current text or thinking has ended.
      return closeTexts(blocks);
    case 'steer':
      return [...closeTexts(blocks), { kind: 'user', text: event.text }];
    case 'turn-end':
      return closeBlocks(closeTexts(blocks));
    default:
      return blocks;
  }
}

/** A plan is shown as text of the model. */
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

function reduceStatus(status: Status, event: SessionEvent, now: number, blocks: readonly Block[]): Status {
  const { activity: before, activeSince: since = now, ...rest } = status;
  const activity = activityOf(before, event, now, blocks);
  const activeSince = activity === before ? since : now;
  const isTimed = activity !== undefined && timedActivities.includes(activity);
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

/** Other activities have their time in their own text, or in a line below. */
const timedActivities: readonly string[] = ['waiting', 'thinking'];

function activityOf(
  before: string | undefined,
  event: SessionEvent,
  now: number,
  blocks: readonly Block[],
): string | undefined {
  switch (event.type) {
    case 'turn-start':
      return 'starting';
    case 'request':
      return 'waiting';
    case 'thinking-delta':
      return 'thinking';
    case 'text-delta':
      return 'answering';
    case 'retry':
      return `retry in ${Math.ceil(event.ms / 1000)} s`;
    case 'cooldown-wait':
      return `waiting until ${timeText(now + event.ms)}`;
    case 'call-start':
    case 'tool-call':
    case 'tool-start':
    case 'tool-result':
      return toolActivity(blocks);
    case 'compaction':
      return event.outcome === 'started' ? 'compacting' : before;
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
