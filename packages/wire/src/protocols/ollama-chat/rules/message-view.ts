/** The messages of a body as its rules look at them, read once for all. A path is written out only for a finding. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText } from '../../../json.ts';
import type { BodyView } from '../../../rule.ts';

export interface PlacedMessage {
  readonly at: number;
  readonly message: JsonObject;
  /** In small letters: the server takes any. */
  readonly role: string;
}

/** The messages that are to be checked; entries that are none are passed over. */
export function messagesOf(view: BodyView): readonly PlacedMessage[] {
  return view.once(readMessages);
}

function readMessages({ list, from }: BodyView): readonly PlacedMessage[] {
  const messages: PlacedMessage[] = [];
  for (let at = from; at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (message !== undefined) messages.push({ at, message, role: asText(message['role']).toLowerCase() });
  }
  return messages;
}
