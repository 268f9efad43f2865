/**
 * What an editor sees of a session: the one function from events to ACP updates (protocol version 1). Pure; the state between two events is
 * in `Mapping`.
 */
import type { SessionConfigOption, SessionUpdate, ToolCallContent } from '@agentclientprotocol/sdk';
import type { SessionEvent, Todo, ToolKind } from '@interlock/runtime';
import type { JsonValue, MediaBlock, TextBlock } from '@interlock/transcript';
import { eventNotice } from '../wording/event-notice.ts';
import {
  contentOfOutcome,
  diffContent,
  editOfArguments,
  type FileEdit,
  kindOfCall,
  locationsOfCall,
  rawOutcome,
  textContent,
  titleOfCall,
} from './shown-call.ts';

/** Events of a session, and the user's own messages, which are only in its history. */
export type ShownEvent =
  | SessionEvent
  | { readonly type: 'user-message'; readonly blocks: readonly (TextBlock | MediaBlock)[] };

export interface Mapping {
  /** Absolute. */
  readonly workspace: string;
  /** Whether the client can show notices and compactions. If not, they become messages. */
  readonly showsNotices: boolean;
  readonly showsCompactions: boolean;
  /** Prefix of the ids of messages and compactions, so that they differ from those of an earlier connection. */
  readonly prefix: string;
  /** Number of messages and compactions so far. */
  readonly messages: number;
  readonly compactions: number;
  /** US dollars so far; absent: no price is known. */
  readonly cost?: number;
  readonly calls: ReadonlyMap<string, OpenCall>;
}

interface OpenCall {
  readonly name: string;
  readonly args: JsonValue;
  readonly progress: string;
}

/** The state of the session when the event happened. */
export interface EventContext {
  /** Tokens of the next request, and the model's context window. */
  readonly tokens: number;
  readonly window: number;
  /** The kinds of tools, by tool name. */
  readonly kinds: ReadonlyMap<string, ToolKind>;
  readonly options: readonly SessionConfigOption[];
  /** By call id: the change to a file, and the client's terminal that the call runs in. */
  readonly edits: ReadonlyMap<string, FileEdit>;
  readonly terminals: ReadonlyMap<string, string>;
}

export interface Mapped {
  readonly mapping: Mapping;
  readonly updates: readonly SessionUpdate[];
}

/** Characters of a running call's output; only the end of a longer one is sent. */
const longestProgress = 16_000;

export function mapEvent(mapping: Mapping, event: ShownEvent, context: EventContext): Mapped {
  switch (event.type) {
    case 'user-message': {
      const next = newMessage(mapping);
      return { mapping: next, updates: event.blocks.flatMap((block) => userChunk(next, block)) };
    }
    case 'steer': {
      const next = newMessage(mapping);
      return { mapping: next, updates: userChunk(next, { type: 'text', text: event.text }) };
    }
    case 'request':
      return { mapping: newMessage(mapping), updates: [] };
    case 'text-delta':
      return { mapping, updates: event.text === '' ? [] : [chunk('agent_message_chunk', event.text, idOf(mapping))] };
    case 'thinking-delta':
      return {
        mapping,
        updates: event.text === '' ? [] : [chunk('agent_thought_chunk', event.text, `${idOf(mapping)}-thought`)],
      };
    case 'tool-call':
    case 'tool-start':
    case 'tool-progress':
    case 'tool-result':
      return mapCall(mapping, event, context);
    case 'todos':
      return { mapping, updates: [planUpdate(event.items)] };
    case 'usage': {
      const cost = event.cost === undefined ? mapping.cost : (mapping.cost ?? 0) + event.cost;
      const next = cost === undefined ? mapping : { ...mapping, cost };
      return { mapping: next, updates: [usageUpdate(next, context)] };
    }
    case 'switch-queued':
    case 'switch-cancelled':
    case 'switch-applied': {
      const notice = mapNotice(mapping, event);
      return { ...notice, updates: [...optionsUpdate(context), ...notice.updates] };
    }
    case 'mode-changed': {
      const notice = mapNotice(mapping, event);
      const mode: SessionUpdate = { sessionUpdate: 'current_mode_update', currentModeId: event.mode };
      return { ...notice, updates: [mode, ...optionsUpdate(context), ...notice.updates] };
    }
    case 'compaction':
      return mapCompaction(mapping, event, context);
    // The outcome is the response to the prompt.
    case 'turn-end':
      return { mapping: { ...mapping, calls: new Map() }, updates: [usageUpdate(mapping, context)] };
    default:
      return mapNotice(mapping, event);
  }
}

/** A notice if the client can show one, otherwise a message: it must not get lost. */
export function noticeUpdates(mapping: Mapping, level: 'info' | 'warning' | 'error', text: string): Mapped {
  if (mapping.showsNotices) {
    const [title = '', ...rest] = text.trim().split('\n');
    const description = rest.join('\n').trim();
    const more = description === '' ? {} : { description };
    return { mapping, updates: [{ sessionUpdate: 'notice', severity: level, title: title.trim(), ...more }] };
  }
  // After the current text, separated by an empty line.
  return messageUpdates(mapping, `\n\n${text}\n\n`);
}

/** A separate message; the next text starts another one. */
export function messageUpdates(mapping: Mapping, text: string): Mapped {
  const own = newMessage(mapping);
  return { mapping: newMessage(own), updates: [chunk('agent_message_chunk', text, idOf(own))] };
}

export function planUpdate(items: readonly Todo[]): SessionUpdate {
  const statuses = { open: 'pending', doing: 'in_progress', done: 'completed' } as const;
  const entries = items.map(({ text, state }) => ({
    content: text,
    priority: 'medium' as const,
    status: statuses[state],
  }));
  return { sessionUpdate: 'plan', entries };
}

export function usageUpdate({ cost }: Mapping, { tokens, window }: EventContext): SessionUpdate {
  const price = cost === undefined ? {} : { cost: { amount: cost, currency: 'USD' } };
  return { sessionUpdate: 'usage_update', used: tokens, size: window, ...price };
}

type CallEvent = Extract<SessionEvent, { readonly type: 'tool-call' | 'tool-start' | 'tool-progress' | 'tool-result' }>;

function mapCall(mapping: Mapping, event: CallEvent, context: EventContext): Mapped {
  const { id: toolCallId } = event;
  const sessionUpdate = 'tool_call_update';
  const before = mapping.calls.get(toolCallId);
  switch (event.type) {
    case 'tool-call': {
      const { name, args } = event;
      const calls = new Map(mapping.calls).set(toolCallId, { name, args, progress: '' });
      return { mapping: { ...mapping, calls }, updates: [callUpdate(mapping, toolCallId, name, args, context)] };
    }
    case 'tool-start':
      return { mapping, updates: [{ sessionUpdate, toolCallId, status: 'in_progress' }] };
    case 'tool-progress': {
      // A terminal shows its output itself.
      if (before === undefined || context.terminals.has(toolCallId)) return { mapping, updates: [] };
      const progress = (before.progress + event.text).slice(-longestProgress);
      const calls = new Map(mapping.calls).set(toolCallId, { ...before, progress });
      return {
        mapping: { ...mapping, calls },
        updates: [{ sessionUpdate, toolCallId, content: [textContent(progress)] }],
      };
    }
    case 'tool-result': {
      const { outcome } = event;
      const calls = new Map(mapping.calls);
      calls.delete(toolCallId);
      const status = outcome.state === 'complete' ? 'completed' : 'failed';
      const content = resultContent(mapping, event, before, context);
      const update: SessionUpdate = { sessionUpdate, toolCallId, status, content, rawOutput: rawOutcome(outcome) };
      return { mapping: { ...mapping, calls }, updates: [update] };
    }
  }
}

function callUpdate(
  { workspace }: Mapping,
  toolCallId: string,
  name: string,
  args: JsonValue,
  { kinds }: EventContext,
): SessionUpdate {
  const kind = kinds.get(name);
  const call = { name, args, ...(kind === undefined ? {} : { kind }) };
  const locations = locationsOfCall(call, workspace);
  const edit = editOfArguments(call, workspace);
  return {
    sessionUpdate: 'tool_call',
    toolCallId,
    name,
    title: titleOfCall(call),
    kind: kindOfCall(call),
    status: 'pending',
    ...(locations.length === 0 ? {} : { locations: [...locations] }),
    ...(edit === undefined ? {} : { content: [diffContent(edit)] }),
    rawInput: args,
  };
}

/** A change is shown as its diff, a command in a terminal as that terminal. */
function resultContent(
  { workspace }: Mapping,
  { id, outcome }: Extract<CallEvent, { readonly type: 'tool-result' }>,
  before: OpenCall | undefined,
  { edits, terminals }: EventContext,
): ToolCallContent[] {
  const terminalId = terminals.get(id);
  if (terminalId !== undefined) {
    const more = outcome.state === 'complete' || outcome.state === 'error' ? [] : contentOfOutcome(outcome);
    return [{ type: 'terminal', terminalId }, ...more];
  }
  const edit = edits.get(id) ?? (before === undefined ? undefined : editOfArguments(before, workspace));
  if (edit !== undefined && outcome.state === 'complete') return [diffContent(edit)];
  return [...(edit === undefined ? [] : [diffContent(edit)]), ...contentOfOutcome(outcome)];
}

function mapCompaction(
  mapping: Mapping,
  event: Extract<SessionEvent, { readonly type: 'compaction' }>,
  context: EventContext,
): Mapped {
  if (!mapping.showsCompactions) {
    const notice = mapNotice(mapping, event);
    return event.outcome === 'compacted'
      ? { ...notice, updates: [...notice.updates, usageUpdate(notice.mapping, context)] }
      : notice;
  }
  const isFirst = event.outcome === 'started';
  const compactions = mapping.compactions + (isFirst ? 1 : 0);
  const compactionId = `${mapping.prefix}-compaction-${Math.max(1, compactions)}`;
  const sessionUpdate = 'compaction_update';
  const next = { ...mapping, compactions };
  switch (event.outcome) {
    case 'started':
      return { mapping: next, updates: [{ sessionUpdate, compactionId, status: 'in_progress' }] };
    case 'unchanged':
      return { mapping: next, updates: [{ sessionUpdate, compactionId, status: 'failed', error: event.why }] };
    case 'compacted':
      return {
        mapping: next,
        updates: [{ sessionUpdate, compactionId, status: 'completed' }, usageUpdate(next, context)],
      };
  }
}

function optionsUpdate({ options }: EventContext): readonly SessionUpdate[] {
  return [{ sessionUpdate: 'config_option_update', configOptions: [...options] }];
}

function mapNotice(mapping: Mapping, event: SessionEvent): Mapped {
  const notice = eventNotice(event);
  return notice === undefined ? { mapping, updates: [] } : noticeUpdates(mapping, notice.level, notice.text);
}

function newMessage(mapping: Mapping): Mapping {
  return { ...mapping, messages: mapping.messages + 1 };
}

function idOf({ prefix, messages }: Mapping): string {
  return `${prefix}-${messages}`;
}

function chunk(
  sessionUpdate: 'agent_message_chunk' | 'agent_thought_chunk' | 'user_message_chunk',
  text: string,
  messageId: string,
): SessionUpdate {
  return { sessionUpdate, content: { type: 'text', text }, messageId };
}

function userChunk(mapping: Mapping, block: TextBlock | MediaBlock): readonly SessionUpdate[] {
  const messageId = idOf(mapping);
  if (block.type === 'text') return block.text === '' ? [] : [chunk('user_message_chunk', block.text, messageId)];
  const { mimeType, encoding, data, filename } = block;
  if (mimeType.startsWith('image/') && encoding === 'base64')
    return [{ sessionUpdate: 'user_message_chunk', content: { type: 'image', mimeType, data }, messageId }];
  return [chunk('user_message_chunk', `[${filename ?? 'file'}: ${mimeType}]`, messageId)];
}
