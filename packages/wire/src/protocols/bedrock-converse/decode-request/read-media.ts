/** Reads the images, documents and videos of a request. */
import type { Block, JsonObject } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { asObject, asText } from '../../../json/json.ts';

const documents: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  html: 'text/html',
  txt: 'text/plain',
  md: 'text/markdown',
};

const videos: Readonly<Record<string, string>> = {
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  flv: 'video/x-flv',
};

/** Undefined for other blocks; empty, with a report, for one that cannot be read. */
export function readMedia(block: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  const kind = (['image', 'document', 'video'] as const).find((each) => asObject(block[each]) !== undefined);
  if (kind === undefined) return undefined;
  const medium = asObject(block[kind]) ?? {};
  const source = asObject(medium['source']) ?? {};
  const filename = asText(medium['name']);
  const about = filename === '' ? {} : { filename };
  const mimeType = typeOf(kind, asText(medium['format']));
  const text = asText(source['text']);
  if (text !== '') return [{ type: 'media', mimeType, data: text, encoding: 'text', ...about }];
  const data = asText(source['bytes']);
  if (data !== '') return [{ type: 'media', mimeType, data, encoding: 'base64', ...about }];
  report(`${path}.${kind}.source`, 'Only bytes and text can be read.');
  return [];
}

function typeOf(kind: 'image' | 'document' | 'video', format: string): string {
  if (kind === 'image') return `image/${format || '*'}`;
  if (kind === 'video') return videos[format] ?? `video/${format || '*'}`;
  return documents[format] ?? 'application/octet-stream';
}
