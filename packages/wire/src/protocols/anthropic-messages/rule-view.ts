/** A body as its rules look at it: messages and blocks with their places, whatever else is in there passed over. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText } from '../../json.ts';
import type { BodyView, Finding } from '../../rule.ts';

export interface PlacedBlock {
  readonly block: JsonObject;
  readonly type: string;
  readonly path: string;
}

export interface PlacedMessage {
  readonly message: JsonObject;
  readonly role: string;
  readonly at: number;
  readonly path: string;
}

export function messageAt({ list }: BodyView, at: number): PlacedMessage | undefined {
  const message = asObject(list[at]);
  return message === undefined ? undefined : { message, role: asText(message['role']), at, path: `messages.${at}` };
}

/** The messages that are to be checked, and as many before them as a rule asks for. */
export function* messagesOf(view: BodyView, before = 0): Generator<PlacedMessage> {
  for (let at = Math.max(0, view.from - before); at < view.list.length; at += 1) {
    const message = messageAt(view, at);
    if (message !== undefined) yield message;
  }
}

/** Plain text has no blocks. */
export function blocksOf(placed: PlacedMessage | undefined): readonly PlacedBlock[] {
  return placed === undefined ? [] : blocksIn(placed.message['content'], `${placed.path}.content`);
}

export function blocksIn(content: JsonValue | undefined, path: string): readonly PlacedBlock[] {
  return asArray(content).flatMap((entry, at): readonly PlacedBlock[] => {
    const block = asObject(entry);
    return block === undefined ? [] : [{ block, type: asText(block['type']), path: `${path}.${at}` }];
  });
}

/** Also those inside results. */
export function* allBlocksOf(placed: PlacedMessage): Generator<PlacedBlock> {
  for (const outer of blocksOf(placed)) {
    yield outer;
    if (outer.type === 'tool_result') yield* blocksIn(outer.block['content'], `${outer.path}.content`);
  }
}

export type BlockCheck = (block: JsonObject, type: string, view: BodyView) => string | undefined;

/**
 * A rule about single blocks, those inside results too: the check says what is wrong with one, if anything. Most rules are
 * of this kind and find nothing, so a place is written out only for a finding.
 */
export function eachBlock(check: BlockCheck): (view: BodyView) => readonly Finding[] {
  return (view) => {
    const found: Finding[] = [];
    const look = (content: JsonValue | undefined, place: () => string, inside: boolean): void => {
      asArray(content).forEach((entry, at) => {
        const block = asObject(entry);
        if (block === undefined) return;
        const type = asText(block['type']);
        const here = (): string => `${place()}.${at}`;
        const message = check(block, type, view);
        if (message !== undefined) found.push({ path: here(), message });
        if (type === 'tool_result' && !inside) look(block['content'], () => `${here()}.content`, true);
      });
    };
    for (let at = view.from; at < view.list.length; at += 1) {
      look(asObject(view.list[at])?.['content'], () => `messages.${at}.content`, false);
    }
    return found;
  };
}

export function toolsOf({ body }: BodyView): readonly PlacedBlock[] {
  return blocksIn(body['tools'], 'tools');
}

export function isThinking(type: string): boolean {
  return type === 'thinking' || type === 'redacted_thinking';
}
