/** The content of an MCP result as its server sent it: clients put it into requests to any API. */
import type { Block, JsonObject } from '@interlock/transcript';
import { asObject, asText } from '../json/json.ts';

/** Undefined for what is no medium. */
export function readMcpPart(part: JsonObject): readonly Block[] | undefined {
  switch (part['type']) {
    case 'image':
      return readBytes(part, 'data', 'image/png');
    case 'audio':
      return readBytes(part, 'data', 'audio/wav');
    case 'resource':
      return readResource(asObject(part['resource']) ?? {});
    default:
      return undefined;
  }
}

/** A file of the server: text, or bytes. */
function readResource(resource: JsonObject): readonly Block[] | undefined {
  const text = asText(resource['text']);
  if (text === '') return readBytes(resource, 'blob', 'application/octet-stream');
  const mimeType = asText(resource['mimeType']) || 'text/plain';
  return [{ type: 'media', mimeType, data: text, encoding: 'text', ...named(resource) }];
}

function readBytes(part: JsonObject, field: string, usual: string): readonly Block[] | undefined {
  const data = asText(part[field]);
  if (data === '') return undefined;
  return [{ type: 'media', mimeType: asText(part['mimeType']) || usual, data, encoding: 'base64', ...named(part) }];
}

function named({ uri }: JsonObject): { readonly filename?: string } {
  return asText(uri) === '' ? {} : { filename: asText(uri) };
}
