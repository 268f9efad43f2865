/** Reads one block of a message, in either role: the renderer decides who wrote it (REQ-915-047). */
import { type Block, type JsonObject, type JsonValue, jsonText, type Seal } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { type ReadPart, readResultContent } from '../../../decode-request/result-content.ts';
import { outcomeOf, readToolPart } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { readMedia } from './read-media.ts';

type Names = Map<string, string>;

export function readBlock(entry: JsonValue, path: string, names: Names, report: Report): readonly Block[] {
  if (typeof entry === 'string') return [{ type: 'text', text: entry }];
  const block = asObject(entry) ?? {};
  const read = readKnown(block, path, names, report);
  if (read !== undefined) return read;
  const member = Object.keys(block)[0] ?? '';
  report(path, `A block with ${JSON.stringify(member)} cannot be read.`);
  return [];
}

function readKnown(block: JsonObject, path: string, names: Names, report: Report): readonly Block[] | undefined {
  const call = asObject(block['toolUse']);
  if (call !== undefined) return [readCall(call, names)];
  const result = asObject(block['toolResult']);
  if (result !== undefined) return readResult(result, `${path}.toolResult`, names, report);
  const reasoning = asObject(block['reasoningContent']);
  if (reasoning !== undefined) return [readReasoning(reasoning)];
  if (block['cachePoint'] !== undefined) return [];
  const cited = asObject(block['citationsContent']);
  if (cited !== undefined) return readCited(cited['content'], `${path}.citationsContent.content`, report);
  return readTextOrMedia(block, path, report) ?? readToolPart(block, path, sceneOf(report));
}

function readCall(call: JsonObject, names: Names): Block {
  const wireId = asText(call['toolUseId']);
  const name = asText(call['name']);
  names.set(wireId, name);
  const read = { type: 'tool_call', id: readToolId(wireId), name, parameters: call['input'] ?? {} } as const;
  return call['type'] === 'server_tool_use' ? { ...read, rawId: wireId, executor: 'provider' } : read;
}

/** The model's own words, with their sources beside them. */
function readCited(content: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  return asArray(content).flatMap((part, at) => readTextOrMedia(asObject(part) ?? {}, `${path}.${at}`, report) ?? []);
}

/** The response, followed by its media. A result that is only JSON is kept as JSON. */
function readResult(result: JsonObject, path: string, names: Names, report: Report): readonly Block[] {
  const wireId = asText(result['toolUseId']);
  const read = readResultContent(onlyJson(result['content']) ?? result['content'], `${path}.content`, sceneOf(report));
  const outcome = outcomeOf(read.result, result['status'] === 'error');
  const toolName = names.get(wireId) ?? '';
  return [{ type: 'tool_response', callId: readToolId(wireId), toolName, ...outcome }, ...read.beside];
}

function onlyJson(content: JsonValue | undefined): string | undefined {
  if (!Array.isArray(content) || content.length !== 1) return undefined;
  const [part] = content;
  const json = asObject(part)?.['json'];
  return json === undefined ? undefined : jsonText(json);
}

function sceneOf(report: Report): { readonly readPart: ReadPart; readonly report: Report; readonly joint: string } {
  const readPart: ReadPart = (part, partPath) => {
    if (part['json'] !== undefined) return [{ type: 'text', text: jsonText(part['json']) }];
    const blocks = readTextOrMedia(part, partPath, report);
    return blocks?.length === 0 ? undefined : blocks;
  };
  return { readPart, report, joint: '\n' };
}

/** Blocks that occur in messages and in results. */
function readTextOrMedia(block: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  if (typeof block['text'] === 'string') return [{ type: 'text', text: block['text'] }];
  return readMedia(block, path, report);
}

function readReasoning(reasoning: JsonObject): Block {
  const redacted = asText(reasoning['redactedContent']);
  if (redacted !== '') return { type: 'thinking', thought: '', ...sealOf('redacted_thinking', redacted) };
  const thinking = asObject(reasoning['reasoningText']) ?? {};
  return { type: 'thinking', thought: asText(thinking['text']), ...sealOf('signature', asText(thinking['signature'])) };
}

/** Only the receiver of the request knows its origin. */
function sealOf(field: string, value: string): { readonly seal?: Seal } {
  return value === '' ? {} : { seal: { provider: '', protocol: 'bedrock-converse', field, value } };
}
