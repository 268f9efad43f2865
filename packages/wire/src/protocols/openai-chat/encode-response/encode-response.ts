/** Writes an answer in one piece. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { ReplyEvent } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';
import { encodeFailure } from '../failures.ts';
import { writeStop } from '../stop-reason.ts';
import { writeUsage } from '../usage.ts';
import { DeltaWriter } from './delta-writer.ts';

export function encodeResponse(events: readonly ReplyEvent[], { id, model, created }: ReplyHead): JsonObject {
  const failed = events.find((event) => event.type === 'reply-error');
  if (failed !== undefined) return encodeFailure(failed.failure).body;
  const writer = new DeltaWriter(id);
  const deltas = [...events.flatMap((event) => writer.write(event)), ...writer.end()];
  const end = events.findLast((event) => event.type === 'reply-end');
  const counted = events.findLast((event) => event.type === 'usage');
  const finish = writeStop(end?.stop ?? 'error');
  return {
    id,
    object: 'chat.completion',
    created,
    model,
    choices: [{ index: 0, message: messageOf(deltas), logprobs: null, finish_reason: finish }],
    ...(counted === undefined ? {} : { usage: writeUsage(counted.usage) }),
  };
}

function messageOf(deltas: readonly JsonObject[]): JsonObject {
  const thought = joinedText(deltas, 'reasoning_content');
  const details = joinedList(deltas, 'reasoning_details');
  const text = joinedText(deltas, 'content');
  const images = joinedList(deltas, 'images');
  const calls = joinedCalls(deltas);
  return {
    role: 'assistant',
    ...(thought === '' ? {} : { reasoning_content: thought }),
    ...(details.length === 0 ? {} : { reasoning_details: details }),
    content: text === '' && calls.length > 0 ? null : text,
    refusal: null,
    ...(images.length === 0 ? {} : { images }),
    ...(calls.length === 0 ? {} : { tool_calls: calls }),
  };
}

function joinedText(deltas: readonly JsonObject[], field: string): string {
  return deltas.map((delta) => asText(delta[field])).join('');
}

function joinedList(deltas: readonly JsonObject[], field: string): readonly JsonValue[] {
  return deltas.flatMap((delta) => asArray(delta[field]));
}

/** The first piece of a call has its id and name, the others its arguments. */
function joinedCalls(deltas: readonly JsonObject[]): readonly JsonObject[] {
  const calls = new Map<JsonValue | undefined, { id: string; name: string; pieces: string[] }>();
  for (const piece of joinedList(deltas, 'tool_calls').map(asObject)) {
    const tool = asObject(piece?.['function']);
    const known = calls.get(piece?.['index']);
    const call = known ?? { id: asText(piece?.['id']), name: asText(tool?.['name']), pieces: [] };
    call.pieces.push(asText(tool?.['arguments']));
    calls.set(piece?.['index'], call);
  }
  return [...calls.values()].map(({ id, name, pieces }) => {
    return { id, type: 'function', function: { name, arguments: pieces.join('') } };
  });
}
