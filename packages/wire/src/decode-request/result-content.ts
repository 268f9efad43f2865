/**
 * Reads the result of a tool in any format that clients put into requests. Providers refuse most of these formats and
 * translators drop them; here nothing of a result is lost (REQ-915-008): what is not understood is kept as JSON.
 */
import { type Block, type JsonObject, type JsonValue, jsonText } from '@interlock/transcript';
import { asArray, asObject, asText } from '../json/json.ts';
import { readAnyMedia } from './any-media.ts';
import type { Report } from './read-request.ts';

export interface ResultContent {
  readonly result: JsonValue;
  /** Media and the like, which are sent with the result. */
  readonly beside: readonly Block[];
}

/** How a protocol reads the parts it knows. Undefined for all others. */
export type ReadPart = (part: JsonObject, path: string) => readonly Block[] | undefined;

export interface ResultContext {
  readonly readPart: ReadPart;
  readonly report: Report;
  /** Separates the texts of a list. */
  readonly joint: string;
}

/** Lists in lists, as some MCP adapters produce them. */
const deepest = 8;

export function readResultContent(value: JsonValue | undefined, path: string, context: ResultContext): ResultContent {
  if (value === undefined || value === null) return { result: '', beside: [] };
  if (typeof value === 'string') return { result: value, beside: [] };
  if (Array.isArray(value)) return gathered(readEntries(asArray(value), path, context, 1), context.joint);
  const part = asObject(value);
  const known = part === undefined ? undefined : readKnown(part, path, context);
  if (known !== undefined) return gathered(known, context.joint);
  context.report(path, 'The content is not text or a list of parts; it is kept unchanged.');
  return { result: value, beside: [] };
}

function gathered(blocks: readonly Block[], joint: string): ResultContent {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  return { result: texts.join(joint), beside: blocks.filter(({ type }) => type !== 'text') };
}

function readEntries(
  entries: readonly JsonValue[],
  path: string,
  context: ResultContext,
  depth: number,
): readonly Block[] {
  return entries.flatMap((entry, at): readonly Block[] => {
    const place = `${path}.${at}`;
    if (typeof entry === 'string') return [{ type: 'text', text: entry }];
    if (Array.isArray(entry) && depth < deepest) return readEntries(asArray(entry), place, context, depth + 1);
    const part = asObject(entry);
    const known = part === undefined ? undefined : readKnown(part, place, context);
    if (known !== undefined) return known;
    context.report(place, `A part of type ${JSON.stringify(asText(part?.['type']))} is kept as its text.`);
    return [{ type: 'text', text: bareText(part) ?? jsonText(entry) }];
  });
}

/** The text of a part that has nothing else, whatever its type. */
function bareText(part: JsonObject | undefined): string | undefined {
  const { type: _, text, ...rest } = part ?? {};
  return typeof text === 'string' && Object.keys(rest).length === 0 ? text : undefined;
}

function readKnown(part: JsonObject, path: string, { readPart }: ResultContext): readonly Block[] | undefined {
  const known = readPart(part, path);
  if (known !== undefined) return known;
  const media = readAnyMedia(part);
  return media === undefined ? undefined : [media];
}
