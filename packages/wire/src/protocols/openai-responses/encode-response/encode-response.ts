/** A reply as the whole response this API gives. */
import type { JsonObject } from '@interlock/transcript';
import { asArray } from '../../../json/json.ts';
import type { ReplyEvent, Usage } from '../../../reply/events.ts';
import type { ReplyHead } from '../../protocol.ts';
import { ReplyWriter } from './reply-writer.ts';
import { type ReplyOutcome, responseObject, statusOf } from './response-object.ts';

export function encodeResponse(events: readonly ReplyEvent[], head: ReplyHead): JsonObject {
  const writer = new ReplyWriter(head);
  let outcome: ReplyOutcome;
  let usage: Usage | undefined;
  for (const event of events) {
    if (event.type === 'usage') usage = event.usage;
    else if (outcome === undefined) writer.write(event);
    if (event.type === 'reply-end' || event.type === 'reply-error') outcome ??= event;
  }
  if (outcome?.type === 'reply-end') writer.closeAll();
  return responseObject(head, joinMessages(writer.output), statusOf(outcome), outcome, usage);
}

/** Texts that came as one message item are one again. A stream cannot know it in time, and gives each an item. */
function joinMessages(output: readonly JsonObject[]): readonly JsonObject[] {
  const joined: JsonObject[] = [];
  for (const item of output) {
    const last = joined.at(-1);
    if (last !== undefined && item['type'] === 'message' && last['id'] === item['id']) {
      joined[joined.length - 1] = { ...last, content: [...asArray(last['content']), ...asArray(item['content'])] };
    } else joined.push(item);
  }
  return joined;
}
