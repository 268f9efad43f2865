/**
 * Reads media among the parts of a message or a result, in the forms of any API and of MCP, the AI SDK and LangChain: clients that choose
 * a format by the model's name, or keep the parts of an earlier provider, send them to any endpoint. Without bytes and address it is data.
 */
import type { JsonObject, JsonValue, MediaBlock } from '@interlock/transcript';
import { asObject, asText } from '../json/json.ts';

/** Undefined for any other part. */
export function readAnyMedia(part: JsonObject): MediaBlock | undefined {
  const type = asText(part['type']);
  const source = asObject(part['source']);
  switch (type) {
    case '':
      return readUntyped(part);
    case 'image_url':
    case 'input_image':
      return readAddress(part['image_url'], imageType);
    case 'video_url':
      return readAddress(part['video_url'], 'video/mp4');
    case 'document_url':
      return readAddress(part['document_url'], pdfType, asText(part['document_name']));
    case 'input_file':
      return readFile(part);
    case 'input_audio':
      return readAudio(asObject(part['input_audio']) ?? part);
    case 'resource':
      return readResource(asObject(part['resource']) ?? {});
    case 'file': {
      const file = asObject(part['file']);
      return file === undefined ? readNamed(part, type) : readFile(file);
    }
    default:
      return source === undefined ? readNamed(part, type) : readSource(source, type, asText(part['title']));
  }
}

const imageType = 'image/png';
const pdfType = 'application/pdf';
const unknownType = 'application/octet-stream';

/** What the bytes of each type are if nothing says it; '': unknown. */
const usualTypes: ReadonlyMap<string, string> = new Map([
  ['image', imageType],
  ['audio', 'audio/wav'],
  ...['document', 'video', 'file', 'media', 'image-data', 'file-data'].map((type) => [type, ''] as const),
]);

/** Google has a field around the medium, and so has Amazon; neither has a type. */
function readUntyped(part: JsonObject): MediaBlock | undefined {
  const inline = asObject(part['inlineData']) ?? asObject(part['inline_data']);
  if (inline !== undefined) return mediaOf(asText(inline['data']), typeIn(inline) || unknownType);
  const file = asObject(part['fileData']) ?? asObject(part['file_data']);
  if (file !== undefined) return readAddress(file['fileUri'] ?? file['file_uri'], typeIn(file) || unknownType);
  const kind = (['image', 'document', 'video'] as const).find((name) => asObject(part[name]) !== undefined);
  if (kind === undefined) return undefined;
  const medium = asObject(part[kind]) ?? {};
  const format = asText(medium['format']);
  const type = kind === 'document' ? `application/${format}` : `${kind}/${format}`;
  return mediaOf(asText(asObject(medium['source'])?.['bytes']), type, asText(medium['name']));
}

/** Anthropic's. */
function readSource(source: JsonObject, type: string, filename: string): MediaBlock | undefined {
  if (type !== 'image' && type !== 'document') return undefined;
  const mimeType = typeIn(source) || (type === 'image' ? imageType : pdfType);
  if (source['type'] === 'url') return readAddress(source['url'], mimeType, filename);
  if (source['type'] === 'base64') return mediaOf(asText(source['data']), mimeType, filename);
  return undefined;
}

/** OpenAI's: `file_data` is a data URL or, from some clients, plain base64. */
function readFile(file: JsonObject): MediaBlock | undefined {
  const filename = asText(file['filename']);
  const bytes = asText(file['file_data']);
  return bytes === '' ? readAddress(file['file_url'], pdfType, filename) : mediaOf(bytes, pdfType, filename);
}

function readAudio(audio: JsonObject): MediaBlock | undefined {
  const format = asText(audio['format']) || 'wav';
  return mediaOf(asText(audio['data']), format === 'mp3' ? 'audio/mpeg' : `audio/${format}`);
}

/** A file of an MCP server: text, or bytes. */
function readResource(resource: JsonObject): MediaBlock | undefined {
  const text = asText(resource['text']);
  const filename = asText(resource['uri']);
  if (text === '') return mediaOf(asText(resource['blob']), typeIn(resource) || unknownType, filename);
  const named = filename === '' ? {} : { filename };
  return { type: 'media', mimeType: typeIn(resource) || 'text/plain', data: text, encoding: 'text', ...named };
}

/** An MCP server's, the AI SDK's, LangChain's: a type, and the bytes under one of several names. A word without their type is data. */
function readNamed(part: JsonObject, type: string): MediaBlock | undefined {
  const usual = usualTypes.get(type);
  if (usual === undefined) return undefined;
  const mimeType = typeIn(part);
  const filename = asText(part['filename']) || asText(part['uri']);
  const bytes = asText(part['data']) || asText(part['base64']);
  if (bytes !== '') return mimeType + usual === '' ? undefined : mediaOf(bytes, mimeType || usual, filename);
  const address = asText(part['image']) || asText(part['url']);
  if (mimeType !== '') return mediaOf(address, mimeType, filename);
  return dataUrl.test(address) || part['source_type'] === 'url' ? readAddress(address, usual, filename) : undefined;
}

function typeIn(holder: JsonObject): string {
  const names = ['mimeType', 'mediaType', 'mime_type', 'media_type'];
  return names.map((name) => asText(holder[name])).find((text) => text !== '') ?? '';
}

/** An address, or an object around one. A URL has no type; its ending is the best hint. */
function readAddress(value: JsonValue | undefined, usual: string, filename = ''): MediaBlock | undefined {
  const address = asText(value) || asText(asObject(value)?.['url']);
  if (address === '' || dataUrl.test(address)) return mediaOf(address, usual, filename);
  const ending = /\.(png|gif|webp|jpe?g)(?:[?#]|$)/i.exec(address)?.[1]?.toLowerCase();
  const mimeType = ending === undefined ? usual : `image/${ending === 'jpg' ? 'jpeg' : ending}`;
  return { type: 'media', mimeType, data: address, encoding: 'url', ...(filename === '' ? {} : { filename }) };
}

const dataUrl: RegExp = /^data:([^;,]*)(?:;[^;,]*)*;base64,/;

/** Bytes in base64, which a data URL may be around. */
function mediaOf(bytes: string, usual: string, filename = ''): MediaBlock | undefined {
  const head = dataUrl.exec(bytes);
  const data = bytes.slice(head?.[0].length ?? 0);
  if (data === '') return undefined;
  if (/^https?:\/\//.test(data)) return readAddress(data, usual, filename);
  const mimeType = head?.[1] || usual;
  const encoding = mimeType.startsWith('text/') && !isBase64(data) ? 'text' : 'base64';
  return { type: 'media', mimeType, data, encoding, ...(filename === '' ? {} : { filename }) };
}

/** Strictly: a text is not bytes because its letters could be. */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}
