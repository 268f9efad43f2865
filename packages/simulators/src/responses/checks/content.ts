/** The contents of messages and tool outputs. */
import type { Violation } from '../../api/api.ts';
import { firstIn } from '../../api/first-found.ts';
import { isObject, type JsonObject } from '../../api/json.ts';
import { missing, violation, wrongType, wrongValue } from '../violations.ts';

const given = ['input_text', 'input_image', 'input_file'];
const said = ['output_text', 'refusal'];

/** OAR-023: what the model said is output, everything else input. */
export function checkContent(content: unknown, path: string, role: string): Violation | undefined {
  return checkParts(content, path, role === 'assistant' ? said : given, 'OAR-023');
}

/** OAR-019: a text, or texts, images and files. */
export function checkOutputContent(output: unknown, path: string): Violation | undefined {
  return checkParts(output, path, given, 'OAR-019');
}

function checkParts(content: unknown, path: string, types: readonly string[], rule: string): Violation | undefined {
  if (content === undefined) return missing(path);
  if (typeof content === 'string') return undefined;
  if (!Array.isArray(content)) return wrongType(path, 'one of an array of objects or a string', content, rule);
  return firstIn(content, (part: unknown, index) => {
    const place = `${path}[${index}]`;
    if (!isObject(part)) return wrongType(place, 'an object', part);
    const { type } = part;
    if (type === undefined) return missing(`${place}.type`);
    if (typeof type !== 'string') return wrongType(`${place}.type`, 'a string', type);
    if (!types.includes(type)) return wrongValue(place, type, types, rule);
    return type === 'input_file' ? checkFile(part, place) : checkText(part, place, type);
  });
}

function checkText(part: JsonObject, path: string, type: string): Violation | undefined {
  const field = type === 'input_image' ? 'image_url' : type === 'refusal' ? 'refusal' : 'text';
  const value = part[field];
  if (type === 'input_image' && typeof part['file_id'] === 'string') return undefined;
  if (value === undefined || value === null) return missing(`${path}.${field}`);
  return typeof value === 'string' ? undefined : wrongType(`${path}.${field}`, 'a string', value);
}

/** OAR-020: documents, texts and tables are read; audio, pictures and archives are not. */
function checkFile(part: JsonObject, path: string): Violation | undefined {
  const sources = ['file_data', 'file_url', 'file_id'].filter((field) => typeof part[field] === 'string');
  if (sources.length === 0) return missing(`${path}.file_data`);
  if (!isUnreadable(part)) return undefined;
  const message = 'The file type you uploaded is not supported. Please try again with a pdf';
  return violation('OAR-020', 400, message, path, 'unsupported_file');
}

function isUnreadable(part: JsonObject): boolean {
  const media = /^data:([^;,]*)/i.exec(textAt(part, 'file_data'))?.[1] ?? '';
  if (media !== '' && media !== 'application/octet-stream')
    return /^(audio|video|image|font)\/|[/-](zip|gzip|tar)$/i.test(media);
  const [address = ''] = textAt(part, 'file_url').split(/[?#]/);
  return /\.(mp3|wav|ogg|flac|m4a|mp4|mov|avi|webm|png|jpe?g|gif|webp|zip|gz|tar)$/i.test(
    textAt(part, 'filename') || address,
  );
}

function textAt(part: JsonObject, field: string): string {
  const value = part[field];
  return typeof value === 'string' ? value : '';
}
