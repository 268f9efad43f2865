/**
 * The lines of a Codex rollout, in one format for all versions, preceded by those of the rollout it was forked from.
 */
import { type JsonObject, jsonText } from '@interlock/transcript';
import { type AgentRecord, type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import { listOf, numberOf, objectAt, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';

export interface RolloutLine {
  readonly at: number;
  readonly place: string;
  readonly type: string;
  readonly payload: JsonObject;
  readonly time: number | undefined;
  readonly ordinal: number | undefined;
}

export const lineTypes: ReadonlySet<string> = new Set([
  ...['session_meta', 'response_item', 'event_msg', 'turn_context', 'world_state', 'compacted', 'token_usage_record'],
  ...['inter_agent_communication', 'inter_agent_communication_metadata', 'security_risk_score', 'rollout_reference'],
]);

/** Events that change what the history is; all others are for the screen. */
const events: ReadonlySet<string> = new Set([
  ...['task_started', 'turn_started', 'task_complete', 'turn_complete', 'turn_aborted', 'thread_rolled_back'],
  ...['token_count', 'thread_settings_applied', 'thread_name_updated'],
]);

export function readLinesOf(source: AgentRecords, notes: Notes): readonly RolloutLine[] {
  const own: RolloutLine[] = [];
  let last = '';
  const ordinals = new Set<number>();
  for (const record of source.records) {
    const line = rolloutLine(record, source);
    if (line === undefined) continue;
    // A line that was written twice, recognized by its number, or, in older files, by its content.
    const text = line.ordinal === undefined && line.type === 'response_item' ? jsonText(record.value) : '';
    if (line.ordinal === undefined ? text !== '' && text === last : ordinals.has(line.ordinal)) {
      notes.leaveOut('repeated records');
      continue;
    }
    last = text;
    if (line.ordinal !== undefined) ordinals.add(line.ordinal);
    if (!lineTypes.has(line.type)) notes.unknown(`type ${JSON.stringify(line.type)}`, line.place);
    own.push(line);
  }
  return [...inheritedLines(source, own, notes), ...own];
}

/** Undefined for state that older versions stored. */
function rolloutLine(record: AgentRecord, source: AgentRecords): RolloutLine | undefined {
  const { value, at } = record;
  const common = {
    at,
    place: placeOf(source, record),
    time: timeOf(value['timestamp']),
    ordinal: numberOf(value['ordinal']),
  };
  const payload = objectAt(value, 'payload');
  if (payload !== undefined) return { ...common, type: textOf(value['type']), payload };
  // Until September 2025: a header without a type, and bare items.
  if (value['record_type'] !== undefined) return undefined;
  const isItem = textOf(value['type']) !== '';
  return { ...common, type: isItem ? 'response_item' : 'session_meta', payload: value };
}

/** A fork may begin in another file: everything there before a certain number. */
function inheritedLines(source: AgentRecords, own: readonly RolloutLine[], notes: Notes): readonly RolloutLine[] {
  const meta = own.find(({ type }) => type === 'session_meta');
  const history = objectAt(meta?.payload, 'history_base');
  const id = textOf(history?.['thread_id']);
  if (meta === undefined || id === '') return [];
  const other = rolloutNames(id)
    .map((name) => source.related.get(name))
    .find((found) => found !== undefined);
  if (other === undefined) {
    notes.report('missing-history', meta.place, `The session begins in rollout ${id}, which was not found.`);
    return [];
  }
  const end = numberOf(history?.['end_ordinal_exclusive']) ?? Number.POSITIVE_INFINITY;
  return readLinesOf(other, notes).filter(
    ({ type, ordinal, at }) => type !== 'session_meta' && (ordinal ?? at - 1) < end,
  );
}

/** How the name of a rollout file may end: the first of a thread is named after the thread. */
export function rolloutNames(id: string): readonly string[] {
  return [`-${id}.jsonl`, `_${id}.jsonl`];
}

export function basesOf(records: readonly AgentRecord[]): readonly string[] {
  const meta = records.find(({ value }) => value['type'] === 'session_meta')?.value;
  const id = textOf(objectAt(meta, 'payload', 'history_base')?.['thread_id']);
  return id === '' ? [] : rolloutNames(id);
}

export interface Spawned {
  /** The thread of the subagent. */
  readonly id: string;
  readonly callId: string;
}

/** The subagent that an event says was started. The event stands alone, or around an item. */
export function spawnedBy(event: JsonObject): Spawned | undefined {
  const item = objectAt(event, 'item') ?? event;
  const type = textOf(item['type']);
  if (type !== 'SubAgentActivity' && type !== 'sub_agent_activity') return undefined;
  const id = textOf(item['agent_thread_id']);
  const callId = textOf(item['id']) || textOf(item['event_id']);
  return item['kind'] === 'started' && /^[\w-]{8,64}$/.test(id) ? { id, callId } : undefined;
}

/** The line without prompts, state and screens, which no reader uses. */
export function slimLine(record: JsonObject): JsonObject {
  const payload = objectAt(record, 'payload');
  if (payload === undefined) return record;
  switch (record['type']) {
    case 'session_meta': {
      const { base_instructions: _, instructions: __, ...rest } = payload;
      return { ...record, payload: rest };
    }
    case 'world_state':
      return { ...record, payload: {} };
    case 'turn_context':
      return { ...record, payload: { model: payload['model'] ?? null, cwd: payload['cwd'] ?? null } };
    case 'event_msg':
      if (events.has(textOf(payload['type'])) || spawnedBy(payload) !== undefined) return record;
      return { ...record, payload: { type: payload['type'] ?? null } };
    default:
      return record;
  }
}

/** The new history that a compaction names; undefined if it names none. Entries may only refer to earlier items. */
export function replacementIn(
  payload: JsonObject,
  items: ReadonlyMap<string, JsonObject>,
): readonly JsonObject[] | undefined {
  const entries = payload['replacement_history'] ?? payload['replacement_history_entries'];
  if (!Array.isArray(entries)) return undefined;
  return listOf(entries).flatMap((entry): readonly JsonObject[] => {
    const item = objectAt(entry, 'item') ?? items.get(textOf(objectAt(entry)?.['item_id'])) ?? objectAt(entry);
    return item === undefined ? [] : [item];
  });
}
