/** Reads the content of a message, or the output of a call: text, or a list of parts. */
import type { Block, JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { readAnyMedia } from '../../../decode-request/any-media.ts';
import { readAnyThought } from '../../../decode-request/any-thought.ts';
import { flatEntries } from '../../../decode-request/flat-entries.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { reportDetail } from '../../../decode-request/report-further.ts';
import { type ResultContent, type ResultContext, readResultContent } from '../../../decode-request/result-content.ts';
import { textIn } from '../../../decode-request/text-in.ts';
import { readToolPart } from '../../../decode-request/tool-part.ts';
import { asObject, asText } from '../../../json/json.ts';

export function readContent(value: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  if (typeof value === 'string') return value === '' ? [] : [{ type: 'text', text: value }];
  if (!Array.isArray(value) && value !== undefined && value !== null) {
    report(path, 'The content is neither text nor a list of parts.');
    const part = asObject(value);
    if (part === undefined) return [];
    return part['type'] === undefined ? readContent(textIn(part), path, report) : readPart(part, path, report);
  }
  return flatEntries(value).flatMap((entry, at) => readPart(entry, `${path}.${at}`, report));
}

/** The result of a tool. */
export function readResult(value: JsonValue | undefined, path: string, report: Report): ResultContent {
  return readResultContent(value, path, resultContext(report));
}

/** In the result of a tool, calls and results are data. */
export function resultContext(report: Report): ResultContext {
  return { readPart: readTextOrMedia, report, joint: '\n' };
}

function readPart(entry: JsonValue, path: string, report: Report): readonly Block[] {
  if (typeof entry === 'string') return [{ type: 'text', text: entry }];
  const part = asObject(entry) ?? {};
  const type = asText(part['type']);
  reportDetail(part['detail'], `${path}.detail`, report);
  const known = readToolPart(part, path, resultContext(report)) ?? readTextOrMedia(part) ?? readAnyThought(part);
  if (known !== undefined) return known;
  if (mediaTypes.has(type)) {
    report(path, `The ${type} has neither data nor a URL; a file_id is known only to the provider.`);
    return [];
  }
  // A text that lost its type is still one.
  if (type.trim() !== '' || part['text'] === undefined)
    report(path, `Parts of type ${type || 'nothing'} cannot be read.`);
  const text = textIn(part['text']);
  return text === '' ? [] : [{ type: 'text', text }];
}

function readTextOrMedia(part: JsonObject): readonly Block[] | undefined {
  const type = asText(part['type']);
  switch (type) {
    case 'input_text':
    case 'output_text':
    case 'text':
    case 'summary_text':
      return [{ type: 'text', text: textIn(part['text']) }];
    case 'refusal':
      return [{ type: 'text', text: asText(part['refusal']) }];
    default: {
      const block = (mediaTypes.has(type) ? readMedia(type, part) : undefined) ?? readAnyMedia(part);
      if (block === undefined) return undefined;
      const text = asText(part['text']);
      return text === '' ? [block] : [{ type: 'text', text }, block];
    }
  }
}

/** The screenshot of a `computer_call_output`. */
const mediaTypes: ReadonlySet<string> = new Set(['input_image', 'input_file', 'input_audio', 'computer_screenshot']);

function readMedia(type: string, part: JsonObject): MediaBlock | undefined {
  if (type === 'input_image' || type === 'computer_screenshot')
    return readAddress(asText(part['image_url']), imageTypeOf);
  if (type === 'input_audio') return readAudio(asObject(part['input_audio']) ?? part);
  const filename = asText(part['filename']);
  const named = filename === '' ? {} : { filename };
  const data = asText(part['file_data']);
  const block =
    data === '' || data.startsWith('data:')
      ? readAddress(data || asText(part['file_url']), fileTypeOf)
      : ({ type: 'media', mimeType: fileTypeOf(filename), data, encoding: 'base64' } as const);
  return block === undefined ? undefined : { ...block, ...named };
}

function readAudio(audio: JsonObject): MediaBlock | undefined {
  const data = asText(audio['data']);
  const mimeType = `audio/${asText(audio['format']) || 'wav'}`;
  return data === '' ? undefined : { type: 'media', mimeType, data, encoding: 'base64' };
}

function readAddress(address: string, guessType: (address: string) => string): MediaBlock | undefined {
  if (address === '') return undefined;
  const match = dataUrl.exec(address);
  if (match === null) return { type: 'media', mimeType: guessType(address), data: address, encoding: 'url' };
  const data = address.slice(match[0].length);
  return { type: 'media', mimeType: match[1] || guessType(''), data, encoding: 'base64' };
}

const dataUrl: RegExp = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** A URL has no media type; its extension is the best hint, and most images on the web are JPEG. */
function imageTypeOf(address: string): string {
  const ending = /\.(png|gif|webp)(?:[?#]|$)/i.exec(address)?.[1];
  return ending === undefined ? 'image/jpeg' : `image/${ending.toLowerCase()}`;
}

/** A file is a PDF unless its name says otherwise (OAR-020). */
function fileTypeOf(name: string): string {
  const ending = /\.(txt|md|csv|json|html)(?:[?#]|$)/i.exec(name)?.[1];
  return ending === undefined ? 'application/pdf' : (textTypes.get(ending.toLowerCase()) ?? 'text/plain');
}

const textTypes: ReadonlyMap<string, string> = new Map([
  ['md', 'text/markdown'],
  ['csv', 'text/csv'],
  ['json', 'application/json'],
  ['html', 'text/html'],
]);
