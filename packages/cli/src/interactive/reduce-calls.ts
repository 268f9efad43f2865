/** Calls on the screen: being written, asking, running, ended; the calls of one answer are one block. */
import type { SessionEvent } from '@interlock/runtime';
import { summariseArguments } from '../wording/summarise-arguments.ts';
import type { Block, ToolView } from './screen.ts';

type Tools = Extract<Block, { readonly kind: 'tools' }>;

/** Characters of a running tool's output that are kept. */
const maxProgress = 4_000;

/** `readers`: names of tools that only read. */
export function reduceCalls(
  blocks: readonly Block[],
  event: SessionEvent,
  now: number,
  readers: readonly string[],
): readonly Block[] {
  switch (event.type) {
    case 'call-start':
      return addCall(blocks, { id: '', name: event.name, summary: '', state: 'writing', progress: '' });
    case 'tool-call':
      return placeCall(blocks, {
        id: event.id,
        name: event.name,
        summary: summariseArguments(event.args),
        state: 'waiting',
        progress: '',
        ...(readers.includes(event.name) ? { reads: true } : {}),
      });
    case 'tool-approval':
      return change(blocks, event.id, (call) => ({ ...call, state: 'asking' }));
    case 'tool-start':
      return change(blocks, event.id, (call) => ({ ...call, state: 'running', since: now }));
    case 'tool-progress':
      return change(blocks, event.id, (call) => ({
        ...call,
        progress: (call.progress + event.text).slice(-maxProgress),
      }));
    case 'tool-result':
      return change(blocks, event.id, (call) => ({ ...call, state: 'ended', ms: event.ms, outcome: event.outcome }));
    case 'reply-cut':
      return closeBlocks(blocks);
    default:
      return blocks;
  }
}

/** Ends all calls that are still open. */
export function closeBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.map((block) => (block.kind === 'tools' && !block.done ? closeCalls(block) : block));
}

/** The last block, if it is of this kind and still open. */
export function lastOpen<Kind extends 'text' | 'thinking' | 'tools'>(
  blocks: readonly Block[],
  kind: Kind,
): Extract<Block, { readonly kind: Kind }> | undefined {
  const last = blocks.at(-1);
  return last?.kind === kind && !last.done ? (last as Extract<Block, { readonly kind: Kind }>) : undefined;
}

function closeCalls(block: Tools): Tools {
  const calls = block.calls.map(
    (call): ToolView => (call.state === 'ended' ? call : { ...call, state: 'ended', outcome: { state: 'cancelled' } }),
  );
  return { ...block, calls, done: true };
}

function addCall(blocks: readonly Block[], call: ToolView): readonly Block[] {
  const last = lastOpen(blocks, 'tools');
  if (last === undefined) return [...blocks, { kind: 'tools', calls: [call], done: false }];
  return [...blocks.slice(0, -1), { ...last, calls: [...last.calls, call] }];
}

/** Replaces the first call that was being written and has this name; they arrive in the same order. */
function placeCall(blocks: readonly Block[], call: ToolView): readonly Block[] {
  const at = blocks.findIndex((block) => block.kind === 'tools' && block.calls.some((one) => isSameCall(one, call)));
  const block = blocks[at];
  if (block?.kind !== 'tools') return addCall(blocks, call);
  const index = block.calls.findIndex((one) => isSameCall(one, call));
  return blocks.with(at, { ...block, calls: block.calls.with(index, call) });
}

function isSameCall(one: ToolView, { name }: ToolView): boolean {
  return one.state === 'writing' && one.name === name;
}

function change(blocks: readonly Block[], id: string, to: (call: ToolView) => ToolView): readonly Block[] {
  const at = blocks.findIndex(
    (block) => block.kind === 'tools' && !block.done && block.calls.some((call) => call.id === id),
  );
  const block = blocks[at];
  if (block?.kind !== 'tools') return blocks;
  const calls = block.calls.map((call) => (call.id === id ? to(call) : call));
  return blocks.with(at, { ...block, calls, done: calls.every(({ state }) => state === 'ended') });
}
