/** The length of a request, piece by piece; a picture by its size. */

import { type JsonObject, objectOf, textOf } from '../api/json.ts';
import { charactersPerToken, tokensOfLength } from '../api/tokens.ts';
import { type Block, compactedUpTo, type Draft, readResult } from './draft.ts';
import { measureImage } from './image-size.ts';

/** A piece of the prompt, in the order in which the model reads it. */
export interface Piece {
  readonly role: string;
  readonly fields: JsonObject;
  readonly characters: number;
}

/** Tools first, then the system prompt, then the messages. What a compaction replaced is not read. */
export function piecesOf({ tools, system, entries }: Draft): readonly Piece[] {
  const seen = entries.slice(Math.max(0, compactedUpTo(entries)));
  return [
    ...tools.map((fields) => ({ role: 'tools', fields, characters: sizeOf(withoutMarks(fields)) })),
    ...system.map((block) => ({ role: 'system', fields: block.fields, characters: charactersOf(block) })),
    ...seen.flatMap(({ role, blocks }) =>
      blocks.map((block) => ({ role, fields: block.fields, characters: charactersOf(block) })),
    ),
  ];
}

export function countTokens(draft: Draft): number {
  return tokensOfLength(piecesOf(draft).reduce((sum, { characters }) => sum + characters, 0));
}

function charactersOf(block: Block): number {
  const { type, fields } = block;
  switch (type) {
    case 'text':
      return textOf(fields['text']).length;
    case 'thinking':
      return textOf(fields['thinking']).length;
    case 'redacted_thinking':
      return 0;
    case 'image':
      return charactersPerToken * imageTokens(fields);
    case 'tool_use':
      return textOf(fields['name']).length + sizeOf(fields['input']);
    case 'tool_result':
      return readResult(block).reduce((sum, inner) => sum + charactersOf(inner), 0);
    default:
      return sizeOf(withoutMarks(fields));
  }
}

function imageTokens(fields: JsonObject): number {
  const size = measureImage(textOf(objectOf(fields['source'])['data']));
  return size ? Math.ceil((size.width * size.height) / 750) : 0;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value ?? null).length;
}

export function withoutMarks(fields: JsonObject): JsonObject {
  const { cache_control: _, ...rest } = fields;
  return rest;
}
