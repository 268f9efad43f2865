/**
 * The chosen records as a log. A compaction contains the whole new history; what it kept is looked up among the
 * records.
 */
import { type Content, type JsonObject, jsonText, type SyntheticReason } from '@interlock/transcript';
import { type AgentRecords, placeOf } from '../../reading/agent-reader.ts';
import type { DraftSession } from '../../reading/finish-session.ts';
import { objectAt, objectsOf, textOf, timeOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { SessionLog } from '../../reading/session-log.ts';
import { usageFrom } from '../../reading/usage-from.ts';
import type { QwenRecord } from './qwen-record.ts';

export function buildLog(
  records: readonly QwenRecord[],
  source: AgentRecords,
  notes: Notes,
): Pick<DraftSession, 'log' | 'reasons'> {
  const log = new SessionLog(source);
  const reasons = new Map<string, SyntheticReason>();
  /** Contents that were read, by a key that identifies them: ids of calls and results, or the parts themselves. */
  const written = new Map<string, (readonly Content[])[]>();
  const read = (parts: readonly JsonObject[], role: string, record: QwenRecord): readonly Content[] => {
    const time = timeOf(record.value['timestamp']);
    return readMessages([{ role, parts }], {
      protocol: 'gemini',
      origin: originOf(textOf(record.value['model'])),
      report: (_, message) => notes.report('unreadable-part', placeOf(source, record), message),
      ...(time === undefined ? {} : { time }),
    });
  };
  for (const record of records) {
    if (record.subtype === 'chat_compression') {
      const history = objectsOf(objectAt(record.value, 'systemPayload')?.['compressedHistory']);
      log.compact(again(history, record), { record, time: timeOf(record.value['timestamp']) });
      continue;
    }
    const parts = saidParts(record, notes);
    if (parts.length === 0) continue;
    if (objectAt(record.value, 'toolCallResult')?.['status'] === 'cancelled') noteCancelled(record, reasons);
    const contents = read(parts, record.type === 'assistant' ? 'model' : 'user', record);
    for (const key of keysOf(parts)) written.set(key, [...(written.get(key) ?? []), contents]);
    log.add(contents, { record, usage: usageOf(record), time: timeOf(record.value['timestamp']) });
  }
  return { log: log.entries, reasons };

  /** Searches from the end, because the later of two identical contents was kept. */
  function again(history: readonly JsonObject[], record: QwenRecord): readonly Content[] {
    const used = new Set<readonly Content[]>();
    const groups = history.flatMap(({ role, parts }) => groupsOf(objectsOf(parts)).map((group) => ({ role, group })));
    const contents = groups.reverse().map(({ role, group }) => {
      const known = keysOf(group).flatMap((key) => written.get(key) ?? []);
      const own =
        known.findLast((each) => !used.has(each)) ?? (known.length > 0 ? [] : read(group, textOf(role), record));
      used.add(own);
      return own;
    });
    return contents.reverse().flat();
  }
}

/** Results are separate records, and one message when they are sent. */
function groupsOf(parts: readonly JsonObject[]): readonly (readonly JsonObject[])[] {
  const results = parts.filter((part) => 'functionResponse' in part);
  return results.length > 1 ? parts.map((part) => [part]) : [parts];
}

function keysOf(parts: readonly JsonObject[]): readonly string[] {
  const ids = parts.flatMap((part) => {
    const call = textOf(objectAt(part, 'functionCall')?.['id']);
    const result = textOf(objectAt(part, 'functionResponse')?.['id']);
    return [...(call === '' ? [] : [`call ${call}`]), ...(result === '' ? [] : [`result ${result}`])];
  });
  return ids.length > 0 ? ids : [jsonText(parts)];
}

/** Goals are messages of the program to the model; reminders are wrapped. */
function saidParts(record: QwenRecord, notes: Notes): readonly JsonObject[] {
  const { type, subtype, value, parts } = record;
  if (type === 'system') {
    if (subtype !== 'rewind') notes.leaveOut('notes of the program');
    return [];
  }
  if (type === 'user' && /^(?:goal_runtime|goal_control|system)$/.test(textOf(value['provenance']))) {
    notes.leaveOut('notes of the program');
    return [];
  }
  return parts.filter((part) => {
    const isNote = type === 'user' && /^\s*<system-reminder>[\s\S]*<\/system-reminder>\s*$/.test(textOf(part['text']));
    if (isNote) notes.leaveOut('reminders');
    return !isNote;
  });
}

function noteCancelled({ parts }: QwenRecord, reasons: Map<string, SyntheticReason>): void {
  for (const part of parts) reasons.set(textOf(objectAt(part, 'functionResponse')?.['id']), 'cancelled');
}

function usageOf({ value }: QwenRecord): ReturnType<typeof usageFrom> {
  const usage = objectAt(value, 'usageMetadata') ?? {};
  return usageFrom({
    input: usage['promptTokenCount'],
    output: usage['candidatesTokenCount'],
    cacheRead: usage['cachedContentTokenCount'],
    reasoning: usage['thoughtsTokenCount'],
  });
}
