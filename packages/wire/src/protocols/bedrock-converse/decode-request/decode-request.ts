/** Reads a request to the Converse API. What cannot be read is reported, and the rest is still read. */
import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { readBlock } from './read-block.ts';
import { readSettings } from './read-settings.ts';

export function decodeRequest(body: JsonValue): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: [...readSystem(request['system'], report), ...readMessages(request['messages'], report)],
    tools: readTools(request['toolConfig'], report),
    settings: readSettings(request, report),
  }));
}

function readMessages(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (!Array.isArray(value)) report('messages', '`messages` must be a list.');
  /** Results only have the id of their call; the latest call with that id gives the tool's name. */
  const names = new Map<string, string>();
  return asArray(value).flatMap((entry, at) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message === undefined) {
      report(path, 'A message must be an object.');
      return contentsBy('human', [{ type: 'text', text: asText(entry) }]);
    }
    return readMessage(message, path, names, report);
  });
}

function readMessage(
  message: JsonObject,
  path: string,
  names: Map<string, string>,
  report: Report,
): readonly Content[] {
  const contentPath = `${path}.content`;
  const entries = entriesOf(message['content'], contentPath, report);
  const placed = entries.map((entry, at) => ({
    isResult: asObject(entry)?.['toolResult'] !== undefined,
    blocks: readBlock(entry, `${contentPath}.${at}`, names, report),
  }));
  const all = placed.flatMap(({ blocks }) => blocks);
  if (message['role'] === 'assistant') return contentsBy('ai', all);
  if (message['role'] === 'system') return contentsBy('system', all);
  if (message['role'] !== 'user') report(`${path}.role`, 'The role is not user or assistant.');
  return [
    ...contentsBy(
      'tool',
      placed.flatMap(({ isResult, blocks }) => (isResult ? blocks : [])),
    ),
    ...contentsBy(
      'human',
      placed.flatMap(({ isResult, blocks }) => (isResult ? [] : blocks)),
    ),
  ];
}

/** A list; clients of other APIs write text, or a block without a list. */
function entriesOf(content: JsonValue | undefined, path: string, report: Report): readonly JsonValue[] {
  if (Array.isArray(content)) return asArray(content);
  report(path, 'The content is not a list of blocks.');
  return content === undefined || content === null ? [] : [content];
}

function readSystem(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (typeof value === 'string') return contentsBy('system', [{ type: 'text', text: value }]);
  const blocks = asArray(value).flatMap((entry, at): readonly Block[] => {
    const block = asObject(entry);
    if (typeof block?.['text'] === 'string') return [{ type: 'text', text: block['text'] }];
    if (block?.['cachePoint'] === undefined) report(`system.${at}`, 'The system text must consist of text blocks.');
    return [];
  });
  return contentsBy('system', blocks);
}

/** An empty text is dropped. */
function contentsBy(speaker: Content['speaker'], blocks: readonly Block[]): readonly Content[] {
  const shown = blocks.filter((block) => block.type !== 'text' || block.text !== '');
  return shown.length === 0 ? [] : [{ speaker, blocks: shown }];
}

const fields: readonly string[] = ['inferenceConfig', 'toolConfig', 'additionalModelRequestFields', 'guardrailConfig'];
const members: readonly string[] = [
  'text',
  'toolUse',
  'toolResult',
  'image',
  'document',
  'reasoningContent',
  'citationsContent',
  'cachePoint',
];

/** Recognises a Converse request: its blocks have no `type` but one member that names it. */
export function detectRequest(body: JsonObject): DetectionConfidence | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  if (fields.some((field) => body[field] !== undefined)) return 'certain';
  const blocks = asObjects(body['messages']).flatMap(({ content }) => asObjects(content));
  return blocks.some(isBlock) ? 'certain' : undefined;
}

function isBlock(block: JsonObject): boolean {
  return block['type'] === undefined && members.some((member) => block[member] !== undefined);
}

/** The offered tools. */
function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(asObject(value)?.['tools']).flatMap((entry, at): readonly Tool[] => {
    const holder = asObject(entry) ?? {};
    if (holder['cachePoint'] !== undefined) return [];
    const spec = asObject(holder['toolSpec']);
    const name = asText(spec?.['name']);
    if (spec === undefined || name === '') {
      report(`toolConfig.tools.${at}`, 'A tool must be a toolSpec with a name.');
      return [];
    }
    return [readTool(spec, asObject(spec['inputSchema'])?.['json'], `toolConfig.tools.${at}.toolSpec`, report)];
  });
}
