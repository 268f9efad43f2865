/** A response as the events of a stream, numbered, in the documented order. */

import { createHash } from 'node:crypto';
import { namedEvent } from '../api/events.ts';
import { arrayOf, type JsonObject, objectOf, textOf } from '../api/json.ts';
import { piecesOf } from '../api/pieces.ts';
import { typeOf } from './entries.ts';

type Event = JsonObject & { readonly type: string };

/** Characters of a delta. */
const pieceLength = 4;

export function streamOf(
  begun: JsonObject,
  finished: JsonObject,
  partial: Partials,
  isObfuscated: boolean,
): readonly string[] {
  const output = arrayOf(finished['output']).map(objectOf);
  const end = finished['status'] === 'incomplete' ? 'response.incomplete' : 'response.completed';
  const events: readonly Event[] = [
    ...opening(begun),
    ...output.flatMap((item, index) => itemEvents(item, index, partial)),
    { type: end, response: finished },
  ];
  return events.map((event, index) => frame(isObfuscated ? obfuscated(event, index) : event, index));
}

/** The initial content of an item, if it is not empty. */
export interface Partials {
  /** The token a reasoning item starts with, which differs from the final one. */
  readonly token: (id: string) => string;
}

export function failedStream(begun: JsonObject, failed: JsonObject): readonly string[] {
  return [...opening(begun), { type: 'response.failed', response: failed }].map(frame);
}

function opening(begun: JsonObject): readonly Event[] {
  return [
    { type: 'response.created', response: begun },
    { type: 'response.in_progress', response: begun },
  ];
}

export function frame({ type, ...fields }: Event, sequenceNumber: number): string {
  return namedEvent(type, { sequence_number: sequenceNumber, ...fields });
}

/** Deltas carry padding of varying length, so that their size reveals nothing. */
function obfuscated(event: Event, index: number): Event {
  if (!event.type.endsWith('.delta')) return event;
  const filling = createHash('sha256').update(String(index)).digest('base64url');
  return { ...event, obfuscation: filling.slice(0, 8 + (index % 9)) };
}

function itemEvents(item: JsonObject, index: number, partial: Partials): readonly Event[] {
  const place = { item_id: item['id'], output_index: index };
  return [
    { type: 'response.output_item.added', output_index: index, item: { ...item, ...beginning(item, partial) } },
    ...insideEvents(item, place),
    { type: 'response.output_item.done', output_index: index, item },
  ];
}

function beginning(item: JsonObject, { token }: Partials): JsonObject {
  switch (typeOf(item)) {
    case 'message':
      return { status: 'in_progress', content: [] };
    case 'function_call':
      return { status: 'in_progress', arguments: '' };
    case 'custom_tool_call':
      return { status: 'in_progress', input: '' };
    case 'web_search_call':
      return { status: 'in_progress', action: { type: 'search', query: '' } };
    case 'compaction':
      return {};
    default:
      return {
        summary: [],
        ...('content' in item ? { content: [] } : {}),
        ...('encrypted_content' in item ? { encrypted_content: token(textOf(item['id'])) } : {}),
      };
  }
}

function insideEvents(item: JsonObject, place: JsonObject): readonly Event[] {
  switch (typeOf(item)) {
    case 'message':
      return arrayOf(item['content']).flatMap((part, index) =>
        textEvents(objectOf(part), { ...place, content_index: index }),
      );
    case 'function_call':
      return textual('response.function_call_arguments', textOf(item['arguments']), place, 'arguments');
    case 'web_search_call':
      return ['in_progress', 'searching', 'completed'].map((state) => ({
        type: `response.web_search_call.${state}`,
        ...place,
      }));
    case 'custom_tool_call':
      return textual('response.custom_tool_call_input', textOf(item['input']), place, 'input');
    default:
      return [
        ...arrayOf(item['summary']).flatMap((part, index) =>
          summaryEvents(objectOf(part), { ...place, summary_index: index }),
        ),
        ...arrayOf(item['content']).flatMap((part, index) =>
          thoughtEvents(objectOf(part), { ...place, content_index: index }),
        ),
      ];
  }
}

function textEvents(part: JsonObject, place: JsonObject): readonly Event[] {
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...textual('response.output_text', textOf(part['text']), { ...place, logprobs: [] }, 'text'),
    { type: 'response.content_part.done', ...place, part },
  ];
}

function summaryEvents(part: JsonObject, place: JsonObject): readonly Event[] {
  return [
    { type: 'response.reasoning_summary_part.added', ...place, part: { ...part, text: '' } },
    ...textual('response.reasoning_summary_text', textOf(part['text']), place, 'text'),
    { type: 'response.reasoning_summary_part.done', ...place, part },
  ];
}

function thoughtEvents(part: JsonObject, place: JsonObject): readonly Event[] {
  return [
    { type: 'response.content_part.added', ...place, part: { ...part, text: '' } },
    ...textual('response.reasoning_text', textOf(part['text']), place, 'text'),
    { type: 'response.content_part.done', ...place, part },
  ];
}

/** The text in pieces, then whole. */
function textual(type: string, text: string, place: JsonObject, field: string): readonly Event[] {
  return [
    ...piecesOf(text, pieceLength).map((delta) => ({ type: `${type}.delta`, ...place, delta })),
    { type: `${type}.done`, ...place, [field]: text },
  ];
}
