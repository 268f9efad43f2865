/** The content of a message: text, or a list of parts. Of parts nobody knows the text is kept. */
import type { Block, JsonObject, JsonValue } from '@interlock/transcript';
import { asObject, asText } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readMediaPart } from './read-media.ts';
import { sealOf } from './read-thinking.ts';
import { thoughtOf } from './thought-of.ts';

export function readContent(content: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return textBlocks(content);
  if (isList(content)) return content.flatMap((part, at) => readPart(part, `${path}.${at}`, report));
  report(path, 'The content is no string and no list of parts.');
  return textBlocks(asText(asObject(content)?.['text']));
}

function readPart(value: JsonValue, path: string, report: Report): readonly Block[] {
  const part = asObject(value);
  if (part === undefined) {
    report(path, 'A part of a content is an object.');
    return textBlocks(asText(value));
  }
  switch (part['type']) {
    case 'text':
      return textBlocks(asText(part['text']));
    case 'refusal':
      return textBlocks(asText(part['refusal']));
    case 'thinking':
      return readThought(part);
    default:
      return readOther(part, path, report);
  }
}

/** Mistral's thinking chunk (MIS-017). */
function readThought(part: JsonObject): readonly Block[] {
  const thought = thoughtOf(part['thinking']);
  const signature = asText(part['signature']);
  const seal = signature === '' ? sealOf('thinking', thought) : sealOf('signature', signature);
  return thought === '' ? [] : [{ type: 'thinking', thought, seal }];
}

function readOther(part: JsonObject, path: string, report: Report): readonly Block[] {
  const media = readMediaPart(part);
  if (media !== undefined) return [media];
  report(path, `A part of type ${JSON.stringify(asText(part['type']))} cannot be carried.`);
  return textBlocks(asText(part['text']));
}

function textBlocks(text: string): readonly Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** `Array.isArray` does not tell a readonly array from the rest of its union. */
function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}
