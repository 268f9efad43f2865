/**
 * Subagents: separate threads, each in its own file. The output of the call that started one says which; in the second version of
 * Codex's teams only an event does.
 */
import type { JsonObject } from '@interlock/transcript';
import type { AgentRecord, AgentRecords } from '../../reading/agent-reader.ts';
import type { ImportedSession, Subagent } from '../../reading/imported-session.ts';
import { objectAt, objectsOf, textOf } from '../../reading/json.ts';
import { rolloutNames, type Spawned, spawnedBy } from './rollout-line.ts';

export function spawnedIn(records: readonly AgentRecord[]): readonly Spawned[] {
  const payloads = (type: string): readonly JsonObject[] =>
    records.flatMap(({ value }): readonly JsonObject[] => {
      const payload = value['type'] === type ? objectAt(value, 'payload') : undefined;
      return payload === undefined ? [] : [payload];
    });
  const items = payloads('response_item');
  const calls = new Set(items.flatMap((item) => (item['name'] === 'spawn_agent' ? [textOf(item['call_id'])] : [])));
  const named = items.flatMap((item): readonly Spawned[] => {
    const callId = textOf(item['call_id']);
    if (item['type'] !== 'function_call_output' || !calls.has(callId)) return [];
    const output =
      textOf(item['output']) ||
      objectsOf(item['output'])
        .map((part) => textOf(part['text']))
        .join('');
    const id = /"agent_id"\s*:\s*"([\w-]{8,64})"/.exec(output)?.[1];
    return id === undefined ? [] : [{ id, callId }];
  });
  const events = payloads('event_msg').flatMap((event) => spawnedBy(event) ?? []);
  return [...new Map([...events, ...named].map((each) => [each.id, each])).values()];
}

export function readSubagents(
  source: AgentRecords,
  read: (source: AgentRecords) => ImportedSession,
): readonly Subagent[] {
  return spawnedIn(source.records).map(({ id, callId }): Subagent => {
    const records = rolloutNames(id).flatMap((name) => source.related.get(name) ?? [])[0];
    return { id, callId, ...(records === undefined ? {} : { session: read(records) }) };
  });
}
