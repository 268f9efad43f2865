/**
 * Where the cache marks go: after the tools, after the system text, and after the last two user messages, so that the next
 * request finds what this one wrote. Four marks are the maximum (ANT-065).
 */
import type { JsonObject } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';
import { trailingUser } from '../../../texts/model-texts.ts';
import type { Outgoing } from '../../protocol.ts';

export const ephemeral: JsonObject = { cache_control: { type: 'ephemeral' } };

const markedMessages = 2;

export function marksWanted({ settings, traits }: Outgoing): boolean {
  return traits.cache === 'breakpoints' && settings.cache !== false;
}

/** Marks are set on copies: the list is kept for later requests, which have them elsewhere. */
export function markMessages(outgoing: Outgoing, list: readonly JsonObject[]): readonly JsonObject[] {
  const marked = [...list];
  if (!marksWanted(outgoing)) return marked;
  let left = markedMessages;
  for (let index = lastLasting(outgoing, list); index >= 0 && left > 0; index -= 1) {
    const message = list[index];
    const copy = message === undefined ? undefined : withMark(message);
    if (copy === undefined) continue;
    marked[index] = copy;
    left -= 1;
  }
  return marked;
}

/**
 * A message added at the end is not part of later requests: a mark on it would be written and never read. It is recognised by
 * its text, so that a body that was read and written again has its marks in the same places.
 */
function lastLasting({ messages }: Outgoing, list: readonly JsonObject[]): number {
  const last = messages.at(-1);
  const [part, ...more] = last?.role === 'user' && last.results.length === 0 ? last.parts : [];
  const isTrailing = part?.type === 'text' && part.text === trailingUser && more.length === 0;
  return list.length - (isTrailing ? 2 : 1);
}

function withMark(message: JsonObject): JsonObject | undefined {
  if (message['role'] !== 'user') return undefined;
  const blocks = asArray(message['content']);
  const last = asObject(blocks.at(-1));
  if (last === undefined) return undefined;
  return { ...message, content: [...blocks.slice(0, -1), { ...last, ...ephemeral }] };
}
