/** Reads the messages of a body once for all rules, and without trusting it. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../../json/json.ts';
import type { BodyView, Finding, Rule } from '../../../rules/rule.ts';

export interface SeenBlock {
  readonly path: string;
  readonly block: JsonObject;
  /** The member that names its type. */
  readonly kind: string;
}

export interface SeenMessage {
  readonly at: number;
  readonly path: string;
  readonly message: JsonObject;
  readonly role: string;
  readonly blocks: readonly SeenBlock[];
}

/** For `view.once`: from `from` on, and the message before it. */
export function readBody({ list, from }: BodyView): readonly SeenMessage[] {
  const messages: SeenMessage[] = [];
  for (let at = Math.max(0, from - 1); at < list.length; at += 1) {
    const message = asObject(list[at]);
    if (message !== undefined) messages.push(seenMessage(message, at));
  }
  return messages;
}

function seenMessage(message: JsonObject, at: number): SeenMessage {
  const path = `messages.${at}`;
  const blocks = asArray(message['content']).flatMap((entry, index) => seenBlock(entry, `${path}.content.${index}`));
  return { at, path, message, role: asText(message['role']), blocks };
}

function seenBlock(entry: JsonValue, path: string): readonly SeenBlock[] {
  const block = asObject(entry);
  return block === undefined ? [] : [{ path, block, kind: Object.keys(block)[0] ?? '' }];
}

/** Each message from `from` on, with the one before it. */
export function inEachMessage(
  look: (seen: SeenMessage, before: SeenMessage | undefined, view: BodyView) => readonly Finding[],
): Rule['find'] {
  return (view) => {
    const messages = view.once(readBody);
    return messages.flatMap((seen, index) => (seen.at < view.from ? [] : look(seen, messages[index - 1], view)));
  };
}

export function inEachBlock(
  look: (block: SeenBlock, message: SeenMessage, view: BodyView) => string | undefined,
): Rule['find'] {
  return inEachMessage((message, _, view) =>
    message.blocks.flatMap((block) => {
      const wrong = look(block, message, view);
      return wrong === undefined ? [] : [{ path: block.path, message: wrong }];
    }),
  );
}

export function idsOf({ blocks }: SeenMessage, kind: 'toolUse' | 'toolResult'): readonly string[] {
  return blocks.flatMap(({ block }) => {
    const holder = asObject(block[kind]);
    return holder === undefined ? [] : [asText(holder['toolUseId'])];
  });
}
