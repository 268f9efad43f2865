/**
 * Reads one block of a message. All types are read in either role: broken sessions have results in the model's messages and
 * calls in the user's, and the renderer attributes them (REQ-915-047).
 */
import { type Block, type JsonObject, type JsonValue, jsonText, type Seal } from '@interlock/transcript';
import { readAnyMedia } from '../../../decode-request/any-media.ts';
import { readAnyThought } from '../../../decode-request/any-thought.ts';
import type { Facts } from '../../../decode-request/entry-readings.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { type ReadPart, type ResultContext, readResultContent } from '../../../decode-request/result-content.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { outcomeOf, readToolPart } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { isServerCall, isServerResult } from '../server-tools.ts';
import { readMedia, reportCitations } from './read-media.ts';

export interface BlockContext {
  /** Results only have the id of their call; the latest call with that id gives the tool's name. */
  readonly names: Facts;
  readonly report: Report;
}

export function readBlock(entry: JsonValue, path: string, context: BlockContext): readonly Block[] {
  if (typeof entry === 'string') return [{ type: 'text', text: entry }];
  const block = asObject(entry) ?? {};
  const read = readKnown(block, path, context);
  if (read !== undefined) return read;
  const type = asText(block['type']).trim();
  // A text that lost its type is still one.
  if (type !== '' || block['text'] === undefined)
    context.report(path, `A block of type ${JSON.stringify(type)} cannot be read.`);
  const text = textIn(block['text']);
  return text === '' ? [] : [{ type: 'text', text }];
}

function readKnown(block: JsonObject, path: string, context: BlockContext): readonly Block[] | undefined {
  const type = asText(block['type']);
  switch (type) {
    case 'thinking':
      return [
        { type: 'thinking', thought: asText(block['thinking']), ...sealOf('signature', asText(block['signature'])) },
      ];
    case 'redacted_thinking':
      return [{ type: 'thinking', thought: '', ...sealOf('redacted_thinking', asText(block['data'])) }];
    case 'tool_result':
      return readResult(block, path, context);
    case 'compaction':
      return [{ type: 'text', text: asText(block['content']) }];
  }
  if (type === 'tool_use' || isServerCall(type)) return [readCall(block, type, context.names)];
  if (isServerResult(type)) return [readServerResult(block, type, context.names)];
  return readTextOrMedia(block, path, context.report) ?? readAnyThought(block) ?? readForeign(block, path, context);
}

/** A call or a result in the form of another API, or without its type. */
function readForeign(block: JsonObject, path: string, context: BlockContext): readonly Block[] | undefined {
  const blocks = readToolPart(block, path, resultContext(context.report));
  return blocks?.map((each) => {
    if (each.type === 'tool_call') context.names.set(asText(block['id']), each.name);
    return each;
  });
}

/** Blocks that occur in messages and in results. */
function readTextOrMedia(block: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  if (textTypes.has(asText(block['type']))) return [{ type: 'text', text: textIn(block['text'] ?? block['refusal']) }];
  if (block['type'] !== 'search_result') return readMediaOrForeign(block, path, report);
  reportCitations(block, path, report);
  return [{ type: 'text', text: searchResultText(block) }];
}

/** The others are OpenAI's. */
const textTypes: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'refusal']);

/** Another API's medium has no source. */
function readMediaOrForeign(block: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  const foreign = asObject(block['source']) === undefined ? readAnyMedia(block) : undefined;
  return foreign === undefined ? readMedia(block, path, report) : [foreign];
}

function searchResultText({ title, source, content }: JsonObject): string {
  const texts = asArray(content).map((part) => asText(asObject(part)?.['text']));
  return [asText(title), asText(source), ...texts].filter((line) => line !== '').join('\n');
}

/** ANT-041: an empty token seals nothing. Only the receiver of the request knows its origin. */
function sealOf(field: string, value: string): { readonly seal?: Seal } {
  return value === '' ? {} : { seal: { provider: '', protocol: 'anthropic-messages', field, value } };
}

/** A call that the provider ran is sent back under its own id (ANT-007). */
function readCall(block: JsonObject, type: string, names: Facts): Block {
  const wireId = asText(block['id']);
  const name = asText(block['name']);
  names.set(wireId, name);
  const call = { type: 'tool_call', id: readToolId(wireId), name, parameters: block['input'] ?? {} } as const;
  return type === 'tool_use' ? call : { ...call, rawId: wireId, executor: 'provider' };
}

/** The response, followed by its media. */
function readResult(block: JsonObject, path: string, { names, report }: BlockContext): readonly Block[] {
  const wireId = asText(block['tool_use_id']);
  const { result, beside } = readResultContent(block['content'], `${path}.content`, resultContext(report));
  const outcome = outcomeOf(result, block['is_error'] === true);
  return [
    { type: 'tool_response', callId: readToolId(wireId), toolName: names.get(wireId) ?? '', ...outcome },
    ...beside,
  ];
}

function resultContext(report: Report): ResultContext {
  const readPart: ReadPart = (part, path) => {
    // An MCP server's image has the same type, and no source.
    if (part['type'] === 'image' && part['source'] === undefined) return undefined;
    const blocks = readTextOrMedia(part, path, report);
    return blocks?.length === 0 ? undefined : blocks;
  };
  return { readPart, report, joint: '\n' };
}

function readServerResult(block: JsonObject, type: string, names: Facts): Block {
  const wireId = asText(block['tool_use_id']);
  const content = block['content'] ?? null;
  const isError = block['is_error'] === true || asText(asObject(content)?.['type']).endsWith('_error');
  return {
    type: 'tool_response',
    callId: readToolId(wireId),
    toolName: names.get(wireId) ?? '',
    ...(isError ? { error: jsonText(content) } : { result: content }),
    isComplete: true,
    ...sealOf(type, jsonText(content)),
  };
}
