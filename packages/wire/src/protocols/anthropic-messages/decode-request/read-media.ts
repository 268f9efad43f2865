/** Reads the images and documents of a request. */
import type { Block, JsonObject, MediaBlock } from '@interlock/transcript';
import type { Report } from '../../../decode-request/read-request.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';

/** Undefined for a block that is neither; empty, with a report, for one that cannot be read. */
export function readMedia(block: JsonObject, path: string, report: Report): readonly Block[] | undefined {
  const type = block['type'];
  if (type !== 'image' && type !== 'document') return undefined;
  reportCitations(block, path, report);
  const source = asObject(block['source']) ?? {};
  if (type === 'document' && source['type'] === 'content') return readTexts(source, block, path, report);
  const medium = readSource(source, type === 'image' ? 'image/*' : 'application/pdf');
  if (medium !== undefined) return [{ ...medium, ...about(block) }];
  report(`${path}.source`, `A source of type ${JSON.stringify(asText(source['type']))} cannot be read.`);
  return [];
}

/** Who relies on citations must know that other models give none. */
export function reportCitations(block: JsonObject, path: string, report: Report): void {
  if (asObject(block['citations'])?.['enabled'] !== true) return;
  report(`${path}.citations`, 'Only Anthropic cites the documents it is given.');
}

/** A URL has no media type, so the block's type decides. */
function readSource(source: JsonObject, usual: string): MediaBlock | undefined {
  const data = asText(source['data']);
  switch (source['type']) {
    case 'base64':
      return { type: 'media', mimeType: asText(source['media_type']) || usual, data, encoding: 'base64' };
    case 'text':
      return { type: 'media', mimeType: asText(source['media_type']) || 'text/plain', data, encoding: 'text' };
    case 'url':
      return { type: 'media', mimeType: usual, data: asText(source['url']), encoding: 'url' };
    default:
      return undefined;
  }
}

function about(block: JsonObject): { readonly filename?: string; readonly caption?: string } {
  const filename = asText(block['title']);
  const caption = asText(block['context']);
  return { ...(filename === '' ? {} : { filename }), ...(caption === '' ? {} : { caption }) };
}

/** A document given as blocks: its texts and images, one by one. */
function readTexts(source: JsonObject, block: JsonObject, path: string, report: Report): readonly Block[] {
  const { content } = source;
  if (typeof content === 'string') {
    return [{ type: 'media', mimeType: 'text/plain', data: content, encoding: 'text', ...about(block) }];
  }
  return asArray(content).flatMap((entry, at): readonly Block[] => {
    const part = asObject(entry) ?? {};
    if (part['type'] === 'text') return [{ type: 'text', text: asText(part['text']) }];
    const partPath = `${path}.source.content.${at}`;
    const picture = part['type'] === 'image' ? readMedia(part, partPath, report) : undefined;
    if (picture === undefined) report(partPath, 'A part of a document must be text or an image.');
    return picture ?? [];
  });
}
