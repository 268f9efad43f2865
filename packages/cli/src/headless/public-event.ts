/**
 * The events of `--output-format stream-json`: events of a session in a stable form. Within a version, a field is never renamed or given
 * another meaning; new fields and types may be added. Documented in docs/json-events.md.
 */
import type { Outcome, SessionEvent } from '@interlock/runtime';

export const formatVersion = 1;

export type PublicEvent = { readonly type: string } & Readonly<Record<string, unknown>>;

/** Undefined for the end of the turn: the last line reports it. */
export function publicEvent(event: SessionEvent): PublicEvent | undefined {
  switch (event.type) {
    case 'turn-start':
      return { type: 'turn-start', turn: event.turnId };
    case 'cooldown-wait':
      return { type: event.type, ms: event.ms, until: isoTime(event.until), because: event.because };
    case 'request-end':
      return { type: event.type, ...event.request };
    case 'failover': {
      const { type, from, to, because, turnId, continues } = event;
      return { type, from, to, because, ...(continues === undefined ? {} : { turn: turnId, continues }) };
    }
    case 'tool-result':
      return { type: event.type, id: event.id, name: event.name, ms: event.ms, ...publicOutcome(event.outcome) };
    case 'repair':
      return {
        type: event.type,
        target: event.target,
        // Ids, paths and reasons only: an event of rendering contains nothing else.
        repairs: event.repairs.map(({ callIds, ...rest }) => ({ ...rest, calls: callIds })),
      };
    case 'turn-end':
      return undefined;
    default:
      return { ...pickFields(event) };
  }
}

type Plain = Exclude<
  SessionEvent,
  { readonly type: 'turn-start' | 'cooldown-wait' | 'failover' | 'request-end' | 'tool-result' | 'repair' | 'turn-end' }
>;

/** Fields by name: what the runtime adds to its events does not leak out. */
const fields: { readonly [Type in Plain['type']]: readonly (keyof Extract<Plain, { readonly type: Type }>)[] } = {
  request: ['step', 'target', 'account', 'plain', 'because'],
  'request-failed': ['target', 'failure', 'fault', 'refusal'],
  retry: ['attempt', 'ms', 'because'],
  'thinking-delta': ['text'],
  'thinking-end': [],
  'text-delta': ['text'],
  'text-end': [],
  'call-start': ['id', 'name'],
  'tool-call': ['id', 'name', 'args'],
  'tool-approval': ['id', 'name', 'subject', 'rule'],
  'tool-start': ['id', 'name'],
  'tool-progress': ['id', 'text'],
  'reply-cut': ['why', 'cancelled', 'unfinished'],
  usage: ['target', 'usage', 'cost', 'for'],
  'media-replaced': ['target', 'mimeTypes'],
  todos: ['items'],
  hook: ['on', 'command', 'outcome', 'text', 'callId'],
  'job-start': ['number', 'command', 'callId'],
  'job-end': ['number', 'command', 'outcome', 'text'],
  'mode-changed': ['mode'],
  steer: ['text'],
  'switch-queued': ['to', 'replaces', 'losses'],
  'switch-cancelled': ['to'],
  'switch-applied': ['from', 'to', 'losses'],
  compaction: ['outcome', 'why', 'before', 'after'],
  'setup-changed': ['what'],
  notice: ['text'],
};

function pickFields(event: Plain): PublicEvent {
  const kept = fields[event.type].map((name) => [name, Reflect.get(event, name)] as const);
  return { type: event.type, ...Object.fromEntries(kept.filter(([, value]) => value !== undefined)) };
}

/** Media are only named; the session has the data. */
function publicOutcome(outcome: Outcome): Readonly<Record<string, unknown>> {
  if (outcome.state !== 'complete' && outcome.state !== 'error') {
    return { state: outcome.state, ...(outcome.partial === undefined ? {} : { partial: outcome.partial }) };
  }
  const { state, result, media = [] } = outcome;
  return {
    state,
    ...(outcome.state === 'error' ? { error: outcome.error } : {}),
    ...(result === undefined ? {} : { result }),
    ...(media.length === 0 ? {} : { media: media.map(({ mimeType }) => ({ mimeType })) }),
  };
}

function isoTime(milliseconds: number): string | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
