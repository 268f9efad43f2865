/** Reads media in Chat's format as our own blocks. */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { asObject, asText } from '../../json/json.ts';
import { isTextFile } from '../../shape/text-file.ts';

/** A data URL is decoded; any other URL stays. */
export function mediaOfUrl(url: string, mimeType: string, filename?: string): MediaBlock {
  const named = filename === undefined || filename === '' ? {} : { filename };
  const comma = url.startsWith('data:') ? url.indexOf(',') : -1;
  const head = url.slice('data:'.length, Math.max(comma, 0));
  if (comma < 0 || !head.endsWith(';base64')) return { type: 'media', mimeType, data: url, encoding: 'url', ...named };
  const type = head.split(';', 1)[0] ?? '';
  return { type: 'media', mimeType: type || mimeType, data: url.slice(comma + 1), encoding: 'base64', ...named };
}

/** Undefined for a part without media that we can carry (for example the id of an uploaded file). */
export function readMediaPart(part: JsonObject): MediaBlock | undefined {
  switch (part['type']) {
    case 'image_url':
    case 'input_image': // as in the Responses API
      return readAddress(part['image_url'], 'image/jpeg');
    case 'video_url':
      return readAddress(part['video_url'], 'video/mp4');
    case 'document_url':
      return readAddress(part['document_url'], 'application/pdf', asText(part['document_name']));
    case 'input_audio':
      return readAudio(part['input_audio']);
    case 'file':
      return readFile(asObject(part['file']));
    default:
      return undefined;
  }
}

/** Mistral also accepts the URL itself where others require an object around it. */
function readAddress(value: JsonValue | undefined, mimeType: string, filename?: string): MediaBlock | undefined {
  const url = asText(value) || asText(asObject(value)?.['url']);
  return url === '' ? undefined : mediaOfUrl(url, typeByName(url) ?? mimeType, filename);
}

/** Only a guess, for targets that require a type; Chat itself needs none. */
function typeByName(url: string): string | undefined {
  const ending = /\.(png|gif|webp)(?:[?#]|$)/i.exec(url.startsWith('data:') ? '' : url)?.[1];
  return ending && `image/${ending.toLowerCase()}`;
}

/** An object with its format or, with Mistral, only the bytes or the URL. */
function readAudio(value: JsonValue | undefined): MediaBlock | undefined {
  const text = asText(value);
  if (/^(?:data:|https?:)/.test(text)) return mediaOfUrl(text, 'audio/mpeg');
  const audio = asObject(value);
  const data = text || asText(audio?.['data']);
  if (data === '') return undefined;
  const format = asText(audio?.['format']) || 'wav';
  return { type: 'media', mimeType: format === 'mp3' ? 'audio/mpeg' : `audio/${format}`, data, encoding: 'base64' };
}

/** `file_data` is a data URL or, with some clients, plain base64. */
function readFile(file: JsonObject | undefined): MediaBlock | undefined {
  const data = asText(file?.['file_data']);
  if (data === '') return undefined;
  const filename = asText(file?.['filename']);
  if (/^(?:data:|https?:)/.test(data)) return mediaOfUrl(data, typeByEnding(filename), filename);
  const named = filename === '' ? {} : { filename };
  return { type: 'media', mimeType: typeByEnding(filename), data, encoding: 'base64', ...named };
}

/** The default type of a file: a PDF, unless its name is that of a text file. */
function typeByEnding(filename: string): string {
  return isTextFile({ type: 'media', mimeType: '', data: '', encoding: 'base64', filename })
    ? 'text/plain'
    : 'application/pdf';
}
