/** A body as the rules ask for it: its messages, read once for all rules, and defensively, because the body may be anybody's. */
import type { JsonObject } from '@interlock/transcript';
import { asObject, asText } from '../../../json/json.ts';
import type { BodyView } from '../../../rules/rule.ts';

export interface SeenMessage {
  readonly at: number;
  readonly message: JsonObject;
  /** In small letters: the server takes any. */
  readonly role: string;
}

/** From `from` on, in the order of the body. Entries that are not objects are left out. */
export interface SeenBody {
  readonly messages: readonly SeenMessage[];
}

/** For `view.once`. */
export function readBody({ list, from }: BodyView): SeenBody {
  const messages: SeenMessage[] = [];
  for (let at = from; at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (message !== undefined) messages.push({ at, message, role: asText(message['role']).toLowerCase() });
  }
  return { messages };
}
