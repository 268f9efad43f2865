/** Reads a request to the Anthropic API. What cannot be read is reported, and the rest is still read. */
import type { Block, Content, JsonObject, JsonValue, Speaker } from '@interlock/transcript';
import { readAnyTool } from '../../../decode-request/any-tool.ts';
import { EntryReadings } from '../../../decode-request/entry-readings.ts';
import { flatEntries } from '../../../decode-request/flat-entries.ts';
import { type ReadRequest, type Report, readRequest } from '../../../decode-request/read-request.ts';
import { readTool } from '../../../decode-request/read-tool.ts';
import { reportFurther } from '../../../decode-request/report-further.ts';
import { speakerOf } from '../../../decode-request/speaker-of.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { toolPartKind } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asObjects, asText } from '../../../json/json.ts';
import type { Tool } from '../../../traits/settings.ts';
import type { DetectionConfidence } from '../../protocol.ts';
import { type BlockContext, readBlock } from './read-block.ts';
import { readSettings } from './read-settings.ts';
import { reportFields } from './report-fields.ts';

export function decodeRequest(body: JsonValue, readings: EntryReadings = new EntryReadings()): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: [
      ...readSystem(request['system'], 'system', report),
      ...readMessages(request['messages'], report, readings),
    ],
    tools: readTools(request['tools'], report),
    settings: readSettings(request, report),
  }));
}

function readMessages(value: JsonValue | undefined, report: Report, readings: EntryReadings): readonly Content[] {
  if (!Array.isArray(value)) report('messages', '`messages` must be a list.');
  const { facts: names } = readings;
  return readings.readAll(asArray(value), report, (entry, at, reportHere) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message !== undefined) return readMessage(message, path, { names, report: reportHere });
    reportHere(path, 'A message must be an object.');
    return contentsBy('human', [{ type: 'text', text: asText(entry) }]);
  });
}

function readMessage(message: JsonObject, path: string, context: BlockContext): readonly Content[] {
  const { content } = message;
  const contentPath = `${path}.content`;
  // Clients send answers back as they came, with fields that ask for nothing.
  if (message['role'] !== 'assistant') reportFurther(message, ownFields, path, context.report);
  if (!roles.has(asText(message['role']))) context.report(`${path}.role`, 'The role is not user, assistant or system.');
  switch (speakerOf(message)) {
    case 'ai':
      return contentsBy('ai', readAssistant(content, contentPath, context));
    case 'system':
      if (hasToolPart(content)) return readUser(content, contentPath, context);
      return readSystem(content, contentPath, context.report);
    default:
      return readUser(content, contentPath, context);
  }
}

/** Results under the wrong role are results. */
function hasToolPart(content: JsonValue | undefined): boolean {
  return asObjects(content).some((block) => toolPartKind(block) !== undefined);
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system']);

const ownFields: ReadonlySet<string> = new Set(['role', 'content', 'id', 'type']);

function readAssistant(content: JsonValue | undefined, path: string, context: BlockContext): readonly Block[] {
  return readEntries(content, path, context.report).flatMap((entry, at) => readBlock(entry, `${path}.${at}`, context));
}

/** Text, or blocks of text; each stays a separate block. */
function readSystem(value: JsonValue | undefined, path: string, report: Report): readonly Content[] {
  if (typeof value === 'string') return contentsBy('system', [{ type: 'text', text: value }]);
  const blocks = asArray(value).flatMap((entry, at): readonly Block[] => {
    const block = asObject(entry);
    if (block?.['type'] === 'text') {
      reportFields(block, `${path}.${at}`, report);
      return [{ type: 'text', text: textIn(block['text']) }];
    }
    report(`${path}.${at}`, 'The system text must consist of text blocks.');
    return [{ type: 'text', text: textIn(block?.['text'] ?? (typeof entry === 'string' ? entry : null)) }];
  });
  return contentsBy('system', blocks);
}

const fields: readonly string[] = ['system', 'anthropic_version', 'stop_sequences', 'output_config'];
const blocks: readonly unknown[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document'];

/** Recognizes a Messages request among those of other protocols with a list called `messages`. */
export function detectRequest(body: JsonObject): DetectionConfidence | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  if (hasOwnMarks(body)) return 'certain';
  // Required here, optional elsewhere.
  return body['max_tokens'] === undefined ? undefined : 'likely';
}

function hasOwnMarks(body: JsonObject): boolean {
  return (
    fields.some((field) => body[field] !== undefined && !isForeign(body[field])) ||
    asObjects(body['tools']).some((tool) => tool['input_schema'] !== undefined) ||
    // Mistral has `thinking` blocks too, but always with a list inside.
    asObjects(body['messages']).some(({ content }) =>
      asObjects(content).some(({ type, thinking }) => blocks.includes(type) && !Array.isArray(thinking)),
    )
  );
}

/** Converse uses the same name for its system text, as blocks without a type. */
function isForeign(value: JsonValue | undefined): boolean {
  return asObjects(value).some(({ type }) => type === undefined);
}

/** Splits a user message into the results of tools and the user's text. */
function readUser(content: JsonValue | undefined, path: string, context: BlockContext): readonly Content[] {
  const placed = readEntries(content, path, context.report).map((entry, at) => {
    const block = asObject(entry);
    if (block !== undefined) reportFields(block, `${path}.${at}`, context.report);
    return {
      isResult: toolPartKind(block ?? {}) === 'result',
      blocks: readBlock(entry, `${path}.${at}`, context),
    };
  });
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

/** The content of a message as a list of blocks: text, a list, or a single block without a list. */
function readEntries(content: JsonValue | undefined, path: string, report: Report): readonly JsonValue[] {
  if (typeof content === 'string') return [content];
  if (Array.isArray(content)) return flatEntries(content);
  report(path, 'The content is neither text nor a list of blocks.');
  const block = asObject(content);
  if (block === undefined) return [];
  return [toolPartKind(block) === undefined && block['type'] === undefined ? textIn(block) : block];
}

/** Empty texts are dropped. If nothing is left, there is no content. */
function contentsBy(speaker: Speaker, blocks: readonly Block[]): readonly Content[] {
  const shown = blocks.filter((block) => block.type !== 'text' || block.text !== '');
  return shown.length === 0 ? [] : [{ speaker, blocks: shown }];
}

/** The offered tools. Tools that Anthropic runs, or has trained a model on, do not exist elsewhere. */
function readTools(value: JsonValue | undefined, report: Report): readonly Tool[] {
  return asArray(value).flatMap((entry, at): readonly Tool[] => {
    const tool = asObject(entry);
    const name = asText(tool?.['name']);
    const type = asText(tool?.['type']);
    const isOwn = tool?.['input_schema'] !== undefined || type !== '';
    const foreign =
      tool === undefined || (isOwn && type !== 'function') ? undefined : readAnyTool(tool, `tools.${at}`, report);
    if (foreign !== undefined) return foreign;
    if (type !== '' && type !== 'custom') {
      report(`tools.${at}`, `A tool of type ${JSON.stringify(type)} is specific to Anthropic.`);
      return [];
    }
    if (tool === undefined || name === '') {
      report(`tools.${at}`, 'A tool must be an object with a name.');
      return [];
    }
    return [readTool(tool, tool['input_schema'], `tools.${at}`, report)];
  });
}
