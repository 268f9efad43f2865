/**
 * Finds the messages that need a closer look, for the two rules that check every field (ANT-033, ANT-035): all others have only
 * known fields with valid Unicode. One pass over everything, which rarely finds any.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject } from '../../../json/json.ts';
import { hasLoneSurrogate } from '../../../rules/has-lone-surrogate.ts';
import type { BodyView } from '../../../rules/rule.ts';
import { blockFields, type Fields, messageFields, sourceFields } from './known-fields.ts';
import { readBody, type SeenBlock, type SeenMessage } from './read-body.ts';

export function oddMessages(view: BodyView): readonly SeenMessage[] {
  return view.once(readOddMessages);
}

function hasOnly(object: JsonObject, known: Fields): boolean {
  for (const key in object) if (!known.has(key)) return false;
  return true;
}

function readOddMessages(view: BodyView): readonly SeenMessage[] {
  const odd: SeenMessage[] = [];
  for (const message of view.once(readBody).messages) if (!isOrdinary(message)) odd.push(message);
  return odd;
}

function isOrdinary({ message, role, blocks }: SeenMessage): boolean {
  const { content } = message;
  const isKnown = role === 'user' || role === 'assistant' || role === 'system';
  if (!isKnown || !hasOnly(message, messageFields)) return false;
  if (typeof content === 'string') return content.isWellFormed();
  if (blocks.length === 0 || blocks.length !== asArray(content).length) return false;
  for (const block of blocks) if (!isOrdinaryBlock(block)) return false;
  return true;
}

/** Known fields have valid names; the fields of blocks of an unknown type are not checked. */
function isOrdinaryBlock({ block, type, inner }: SeenBlock): boolean {
  const known = blockFields.get(type);
  if (known === undefined) return !hasLoneSurrogate(block);
  for (const key in block) if (!known.has(key) || (key !== 'type' && isCut(block[key]))) return false;
  for (const other of inner) if (!isOrdinaryBlock(other)) return false;
  const source = asObject(block['source']);
  return source === undefined || hasOnly(source, sourceFields);
}

/** Most values are texts. */
function isCut(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  return typeof value === 'object' && hasLoneSurrogate(value);
}
