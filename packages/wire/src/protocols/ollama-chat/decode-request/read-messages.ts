/** Reads the messages of a request as contents. */
import type { Block, Content, JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { readAnyMedia } from '../../../decode-request/any-media.ts';
import { readAnyThought } from '../../../decode-request/any-thought.ts';
import { readCallsOf } from '../../../decode-request/call-entry.ts';
import type { EntryReadings } from '../../../decode-request/entry-readings.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { type ResultContext, readResultContent } from '../../../decode-request/result-content.ts';
import { answeredCall, speakerOf } from '../../../decode-request/speaker-of.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { readToolPart } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { imageType } from '../image-type.ts';

export function readMessages(
  value: JsonValue | undefined,
  report: Report,
  readings: EntryReadings,
): readonly Content[] {
  if (!Array.isArray(value)) report('messages', '`messages` must be a list.');
  return readings.readAll(asArray(value), report, (entry, at, reportHere) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message !== undefined) return readMessage(message, path, reportHere);
    reportHere(path, 'A message must be an object.');
    return contentsBy('human', textBlocks(asText(entry)));
  });
}

function readMessage(message: JsonObject, path: string, report: Report): readonly Content[] {
  const images = readImages(message['images'], `${path}.images`, report);
  // Calls in another message than the model's are attributed by the renderer (REQ-915-047).
  const calls = readCallsOf(message, path, report);
  const speaker = speakerOf(message);
  // Ollama refuses roles of the Chat API, but clients send them.
  if (!own.has(asText(message['role']).toLowerCase()))
    report(`${path}.role`, 'The role is not system, user, assistant or tool.');
  if (speaker === 'tool') return contentsBy('tool', [...readResult(message, path, report), ...images, ...calls]);
  const thinking = speaker === 'ai' ? readThinking(message) : [];
  const blocks = [...readContent(message['content'], `${path}.content`, report), ...images];
  return contentsBy(speaker, [...thinking, ...blocks, ...calls]);
}

/** In either case (OLL-012). */
const own: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

function textBlocks(text: string): readonly Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

function contentsBy(speaker: Content['speaker'], blocks: readonly Block[]): readonly Content[] {
  return blocks.length === 0 ? [] : [{ speaker, blocks }];
}

/** OLL-003: a string. Null and absent count as empty, as on the server; parts are read as in Chat. */
function readContent(value: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  if (value === undefined || value === null || typeof value === 'string') return textBlocks(asText(value));
  report(path, 'The content is not a string.');
  const parts = Array.isArray(value) ? asArray(value) : [value];
  return parts.flatMap((entry, at): readonly Block[] => {
    if (typeof entry === 'string') return textBlocks(entry);
    const part = asObject(entry) ?? {};
    const tool = readToolPart(part, `${path}.${at}`, resultContext(report));
    return tool ?? readTextOrMedia(part) ?? readAnyThought(part) ?? textBlocks(textIn(part['text'] ?? part));
  });
}

function readTextOrMedia(part: JsonObject): readonly Block[] | undefined {
  if (part['type'] === 'text') return textBlocks(textIn(part['text']));
  const media = readAnyMedia(part);
  return media === undefined ? undefined : [media];
}

/** In the result of a tool, calls and results are data. */
function resultContext(report: Report): ResultContext {
  return { readPart: readTextOrMedia, report, joint: '\n\n' };
}

function readThinking(message: JsonObject): readonly Block[] {
  const thought = asText(message['thinking']);
  return thought === '' ? [] : [{ type: 'thinking', thought }];
}

function readImages(value: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  return asArray(value).flatMap((entry, at): readonly Block[] => {
    const image = readImage(asText(entry));
    if (image !== undefined) return [image];
    report(`${path}.${at}`, 'An image must be a base64 string.');
    return [];
  });
}

/** OLL-004: results pair by name and order; an id is read if there is one. */
function readResult(message: JsonObject, path: string, report: Report): readonly Block[] {
  const callId = readToolId(answeredCall(message));
  const toolName = asText(message['tool_name']) || asText(message['name']);
  const { result, beside } = readResultContent(message['content'], `${path}.content`, resultContext(report));
  return [{ type: 'tool_response', callId, toolName, result }, ...beside];
}

/** An image of a request: base64 or, from clients of other APIs, a URL or a data URL. */
function readImage(text: string): MediaBlock | undefined {
  if (text === '') return undefined;
  if (/^https?:/.test(text)) return { type: 'media', mimeType: 'image/jpeg', data: text, encoding: 'url' };
  const head = dataUrl.exec(text);
  const data = text.slice(head?.[0].length ?? 0);
  return { type: 'media', mimeType: head?.[1] || imageType(data), data, encoding: 'base64' };
}

const dataUrl: RegExp = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;
