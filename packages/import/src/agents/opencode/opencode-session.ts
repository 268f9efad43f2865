/**
 * A session in any of its forms (database rows, `opencode export`, shared) as one: its metadata, and messages with
 * their parts in order. Ids are ordered by time.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import type { AgentRecord } from '../../reading/agent-reader.ts';
import { isObject, objectAt, objectsOf, parseJson, textOf } from '../../reading/json.ts';

export interface OpencodeMessage {
  readonly id: string;
  readonly info: JsonObject;
  readonly parts: readonly JsonObject[];
  readonly at: number;
  /** In a document: its path. */
  readonly path?: string;
}

export interface OpencodeSession {
  readonly info: JsonObject;
  readonly messages: readonly OpencodeMessage[];
}

/** The session itself first, then the sessions of its subagents. */
export function opencodeSessions(
  records: readonly AgentRecord[],
  unknown: (record: AgentRecord) => void,
): readonly OpencodeSession[] {
  const sessions: { info: JsonObject; messages: OpencodeMessage[] }[] = [];
  const messages = new Map<string, { info: JsonObject; at: number; parts: JsonObject[] }>();
  for (const record of records) {
    const { value, at } = record;
    const row = rowOf(value);
    if (row === undefined) unknown(record);
    else if (row.kind === 'document') sessions.push(documentOf(value, at));
    else if (row.kind === 'session') sessions.push({ info: row.value, messages: [] });
    else if (row.kind === 'message') messages.set(textOf(row.value['id']), { info: row.value, at, parts: [] });
    else messages.get(textOf(row.value['messageID']))?.parts.push(row.value);
  }
  for (const [id, { info, at, parts }] of [...messages].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const session = textOf(info['sessionID']);
    const owner = sessions.find((each) => each.info['id'] === session) ?? sessions[0] ?? orphaned(sessions);
    owner.messages.push({ id, info, at, parts: parts.sort(byId) });
  }
  return sessions;
}

/** Messages whose session is missing are still a conversation. */
function orphaned(sessions: { info: JsonObject; messages: OpencodeMessage[] }[]): {
  info: JsonObject;
  messages: OpencodeMessage[];
} {
  const session = { info: {}, messages: [] };
  sessions.push(session);
  return session;
}

function byId(one: JsonObject, other: JsonObject): number {
  return textOf(one['id']) < textOf(other['id']) ? -1 : 1;
}

interface Row {
  readonly kind: 'document' | 'session' | 'message' | 'part';
  readonly value: JsonObject;
}

function rowOf(value: JsonObject): Row | undefined {
  const table = textOf(value['table']);
  if (table !== '') return tableRow(table, value);
  if (isObject(value['info']) && Array.isArray(value['messages'])) return { kind: 'document', value };
  // The shared form is a list of `{ type, data }`.
  const data = objectAt(value['data']);
  const type = textOf(value['type']);
  if (data !== undefined && (type === 'session' || type === 'message' || type === 'part'))
    return { kind: type, value: data };
  return data !== undefined && /^(?:session_diff|model)$/.test(type) ? { kind: 'part', value: {} } : undefined;
}

/** The columns next to `data` are the ids. */
function tableRow(table: string, { data, ...row }: JsonObject): Row | undefined {
  const own = fromText(data);
  const ids = { id: row['id'] ?? '', sessionID: row['session_id'] ?? '', messageID: row['message_id'] ?? '' };
  if (table === 'message' || table === 'part') return { kind: table, value: { ...own, ...ids } };
  if (table !== 'session') return undefined;
  const info = { ...row, parentID: row['parent_id'] ?? null, revert: fromText(row['revert']) ?? null };
  return { kind: 'session', value: info };
}

function fromText(value: JsonValue | undefined): JsonObject | undefined {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return isObject(parsed) ? parsed : undefined;
}

function documentOf(value: JsonObject, at: number): { info: JsonObject; messages: OpencodeMessage[] } {
  const messages = objectsOf(value['messages']).map(({ info, parts }, index): OpencodeMessage => {
    const about = objectAt(info) ?? {};
    return { id: textOf(about['id']), info: about, parts: objectsOf(parts), at, path: `messages.${index}` };
  });
  return { info: objectAt(value['info']) ?? {}, messages };
}
