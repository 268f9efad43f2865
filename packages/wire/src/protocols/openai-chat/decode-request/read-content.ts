/** Reads the content of a message: text, or a list of parts. The text of unknown parts is kept; in a result, all of them. */
import {
  type Block,
  type JsonObject,
  type JsonValue,
  jsonText,
  type Seal,
  type ThinkingBlock,
} from '@interlock/transcript';
import { readAnyMedia } from '../../../decode-request/any-media.ts';
import { readAnyThought } from '../../../decode-request/any-thought.ts';
import { flatEntries } from '../../../decode-request/flat-entries.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { reportDetail } from '../../../decode-request/report-further.ts';
import { type ResultContent, type ResultContext, readResultContent } from '../../../decode-request/result-content.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { readToolPart, toolPartKind } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readMediaPart } from '../read-media.ts';
import { detailText, thoughtOf } from '../thinking-forms.ts';

export function readContent(content: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return textBlocks(content);
  if (Array.isArray(content))
    return flatEntries(content).flatMap((part, at) => readPart(part, `${path}.${at}`, report));
  report(path, 'The content is neither a string nor a list of parts.');
  const part = asObject(content) ?? {};
  return readKnown(part, path, report) ?? textBlocks(textIn(part));
}

/** The content of a tool message: text and media, or another API's block around them. */
export function readResult(content: JsonValue | undefined, path: string, report: Report): ResultContent {
  const inner = resultContext(report);
  const readPart: ResultContext['readPart'] = (part, place) =>
    // Without a type it is data.
    part['type'] !== undefined && toolPartKind(part) === 'result'
      ? readToolPart(part, place, inner)
      : readTextOrMedia(part);
  return readResultContent(content, path, { ...inner, readPart });
}

/** In the result of a tool, calls and thoughts are data. */
function resultContext(report: Report): ResultContext {
  return { readPart: readTextOrMedia, report, joint: '\n\n' };
}

function readPart(value: JsonValue, path: string, report: Report): readonly Block[] {
  const part = asObject(value);
  if (part === undefined) {
    report(path, 'A part of a content must be an object.');
    return textBlocks(textIn(value));
  }
  const known = readKnown(part, path, report);
  if (known !== undefined) return known;
  const type = asText(part['type']).trim();
  // A text that lost its type is still one.
  if (type !== '' || part['text'] === undefined)
    report(path, `A part of type ${JSON.stringify(type)} is not supported.`);
  return textBlocks(textIn(part['text']));
}

function readKnown(part: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  reportDetail(asObject(part['image_url'])?.['detail'], `${path}.image_url.detail`, report);
  if (part['type'] === 'thinking' && part['thinking'] !== undefined) return readThought(part);
  return readToolPart(part, path, resultContext(report)) ?? readTextOrMedia(part) ?? readAnyThought(part);
}

function readTextOrMedia(part: JsonObject): readonly Block[] | undefined {
  switch (part['type']) {
    case 'text':
    // The name in the Responses API.
    case 'input_text':
    case 'output_text':
      return textBlocks(textIn(part['text']));
    case 'refusal':
      return textBlocks(asText(part['refusal']));
    default: {
      const media = readMediaPart(part) ?? readAnyMedia(part);
      return media === undefined ? undefined : [...textBlocks(asText(part['text'])), media];
    }
  }
}

/** Mistral's thinking chunk (MIS-017). */
function readThought(part: JsonObject): readonly Block[] {
  const thought = thoughtOf(part['thinking']);
  const signature = asText(part['signature']);
  const seal = signature === '' ? sealOf('thinking', thought) : sealOf('signature', signature);
  return thought === '' ? [] : [{ type: 'thinking', thought, seal }];
}

function textBlocks(text: string): readonly Block[] {
  return text === '' ? [] : [{ type: 'text', text }];
}

/** An earlier answer's thinking, in whichever field a server uses. The caller knows its origin. */
export function readThinking(message: JsonObject): readonly ThinkingBlock[] {
  const field = asText(message['reasoning_content']) === '' ? 'reasoning' : 'reasoning_content';
  const text = asText(message[field]);
  const details = asArray(message['reasoning_details']);
  if (details.length > 0) {
    const thought = text === '' ? details.map(detailText).join('') : text;
    return [{ type: 'thinking', thought, seal: sealOf('reasoning_details', jsonText(details)) }];
  }
  return text === '' ? [] : [{ type: 'thinking', thought: text, seal: sealOf(field, text) }];
}

export function sealOf(field: string, value: string): Seal {
  return { provider: '', protocol: 'openai-chat', field, value };
}
