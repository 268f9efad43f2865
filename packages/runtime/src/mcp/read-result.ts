/** Converts a server's response to a call into a report: nothing is lost, and unknown content is passed on unchanged. */
import { isDeepStrictEqual } from 'node:util';
import { isJsonObject, type JsonValue, jsonText, type MediaBlock } from '@interlock/transcript';
import type { ToolReport } from '../tool/tool.ts';

type Part = string | MediaBlock;
type Raw = Readonly<Record<string, unknown>>;

/** `result` must come from JSON. */
export function readResult(result: unknown): ToolReport {
  if (!isJsonObject(result)) return { text: note('an answer that is not an object', result), failed: true };
  const parts = partsOf(result);
  const texts = parts.filter((part) => typeof part === 'string');
  const media = parts.filter((part) => typeof part !== 'string');
  // `toolResult` is the field of the first protocol version.
  const data = (result['structuredContent'] ?? result['toolResult']) as JsonValue | undefined;
  return {
    ...textAndValue(texts, data),
    ...(media.length === 0 ? {} : { media }),
    ...(result['isError'] === true ? { failed: true } : {}),
  };
}

/** Servers should repeat their data as text, and usually do; data that is missing in the text is appended. */
function textAndValue(texts: readonly string[], data: JsonValue | undefined): Pick<ToolReport, 'text' | 'value'> {
  if (data === undefined || texts.some((text) => isTextOf(text, data))) return { text: texts.join('\n') };
  return texts.length === 0 ? { value: data } : { text: [...texts, jsonText(data)].join('\n') };
}

function isTextOf(text: string, data: JsonValue): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(text), data);
  } catch {
    return false;
  }
}

function partsOf(result: Raw): readonly Part[] {
  const { content } = result;
  if (content === undefined) return [];
  return Array.isArray(content) ? content.map(readPart) : [note('content that is not a list', content)];
}

function readPart(part: unknown): Part {
  if (!isJsonObject(part)) return note('content that is not an object', part);
  switch (part['type']) {
    case 'text':
      return typeof part['text'] === 'string' ? part['text'].toWellFormed() : note('text content without text', part);
    case 'image':
    case 'audio':
      return mediaOf(part['data'], part['mimeType']) ?? note(`${part['type']} content that cannot be read`, part);
    case 'resource':
      return resourceOf(part) ?? note('a resource that cannot be read', part);
    case 'resource_link':
      return linkOf(part);
    default:
      return note('content of an unknown type', part);
  }
}

function resourceOf({ resource }: Raw): Part | undefined {
  if (!isJsonObject(resource)) return undefined;
  const { uri, mimeType, text, blob } = resource;
  const place = typeof uri === 'string' ? uri.toWellFormed() : 'without an address';
  if (typeof text === 'string') return `[resource ${place}]\n${text.toWellFormed()}`;
  return mediaOf(blob, mimeType ?? 'application/octet-stream', place.split(/[/\\]/).pop());
}

function linkOf(link: Raw): string {
  const { uri, name, title, mimeType, description } = link;
  const words = [title ?? name, mimeType, description].filter((word) => typeof word === 'string' && word !== '');
  return typeof uri === 'string'
    ? `[link to a resource: ${[uri, ...words].join(', ')}]`.toWellFormed()
    : note('a link without an address', link);
}

/** Rewritten: providers refuse base64 with a line break or an invalid character in it. */
function mediaOf(data: unknown, mimeType: unknown, filename?: string): MediaBlock | undefined {
  if (typeof data !== 'string' || typeof mimeType !== 'string' || !/^[\w.+-]+\/[\w.+-]+/.test(mimeType))
    return undefined;
  if (!/^[A-Za-z0-9+/_\-=\s]*$/.test(data)) return undefined;
  const bytes = Buffer.from(data, 'base64');
  if (bytes.length === 0) return undefined;
  const name = filename === undefined || filename === '' ? {} : { filename };
  return { type: 'media', mimeType, data: bytes.toString('base64'), encoding: 'base64', ...name };
}

function note(what: string, value: unknown): string {
  return `[${what}: ${jsonText(value as JsonValue)}]`.toWellFormed();
}
