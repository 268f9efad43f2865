/** The records of a Qwen Code session as a tree. */
import type { JsonObject } from '@interlock/transcript';
import { type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import type { TreeRecord } from '../../reading/chain.ts';
import type { ChainScene } from '../../reading/choose-chain.ts';
import { objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';

export interface QwenRecord extends TreeRecord {
  readonly at: number;
  readonly type: string;
  readonly subtype: string;
  readonly value: JsonObject;
  /** The parts of the message, in Gemini's format. */
  readonly parts: readonly JsonObject[];
}

/** The program's own records next to the conversation. */
const bookkeeping: ReadonlySet<string> = new Set([
  ...['slash_command', 'ui_telemetry', 'at_command', 'attribution_snapshot', 'custom_title', 'parent_session'],
  ...['session_source', 'session_model', 'agent_retry', 'file_history_snapshot', 'user_text_elements'],
  ...['session_artifact_event', 'session_artifact_snapshot', 'branch_checkpoint', 'goal_state', 'turn_result'],
  ...['rewind', 'chat_compression', 'agent_bootstrap'],
]);

const spoken: ReadonlySet<string> = new Set([
  ...['', 'mid_turn_user_message', 'notification', 'cron', 'agent_launch_prompt', 'goal_runtime', 'realtime_message'],
]);

export function qwenRecords(source: AgentRecords, notes: Notes): readonly QwenRecord[] {
  const seen = new Set<string>();
  return source.records.flatMap((record): readonly QwenRecord[] => {
    const { value } = record;
    const type = textOf(value['type']);
    const subtype = textOf(value['subtype']);
    if (!types.has(type) || (!spoken.has(subtype) && !bookkeeping.has(subtype)))
      notes.unknown(`type ${JSON.stringify(type)} ${subtype}`.trim(), placeOf(source, record));
    const id = textOf(value['uuid']);
    if (id === '') return [];
    if (seen.has(id)) notes.leaveOut('repeated records');
    seen.add(id);
    const parent = textOf(value['parentUuid']) || undefined;
    const parts = objectsOf(objectAt(value, 'message')?.['parts']);
    return [{ id, parent, at: record.at, type, subtype, value, parts }];
  });
}

const types: ReadonlySet<string> = new Set(['user', 'assistant', 'tool_result', 'system']);

/** The text of the user and the model. */
export function wordsOf({ type, parts }: QwenRecord): string {
  if (type === 'tool_result' || type === 'system') return '';
  return parts
    .filter((part) => part['thought'] !== true)
    .map((part) => textOf(part['text']))
    .join('');
}

/** The last record, including one that removes turns; only a title may be written anywhere. */
export const qwenScene: ChainScene<QwenRecord> = {
  isEnd: ({ type, subtype }) => type !== 'system' || subtype === 'rewind' || subtype === 'chat_compression',
  wordsOf,
  timeOf: ({ value }) => timeOf(value['timestamp']),
  callIdsIn: ({ parts }) => idsIn(parts, 'functionCall'),
  resultIdsIn: ({ parts }) => idsIn(parts, 'functionResponse'),
};

function idsIn(parts: readonly JsonObject[], kind: string): readonly string[] {
  return parts.map((part) => textOf(objectAt(part, kind)?.['id'])).filter((id) => id !== '');
}

/** Telemetry, file snapshots and screen contents are most of a file. */
export function slimRecord(record: JsonObject): JsonObject {
  const { systemPayload, toolCallResult, ...rest } = record;
  const isNeeded = record['subtype'] === 'chat_compression' || record['subtype'] === 'custom_title';
  if (systemPayload === undefined && toolCallResult === undefined) return record;
  const status = objectAt(toolCallResult)?.['status'];
  return {
    ...rest,
    ...(isNeeded && systemPayload !== undefined ? { systemPayload } : {}),
    ...(status === undefined ? {} : { toolCallResult: { status } }),
  };
}
