/** Pictures, documents and films as blocks (CNV-020, CNV-021); what has no format here is said in words. */
import type { JsonObject, MediaBlock } from '@interlock/transcript';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { spokenText } from '../../../shape/spoken-text.ts';

const kinds: Readonly<Record<string, readonly [kind: 'image' | 'document' | 'video', format: string]>> = {
  'image/png': ['image', 'png'],
  'image/jpeg': ['image', 'jpeg'],
  'image/jpg': ['image', 'jpeg'],
  'image/gif': ['image', 'gif'],
  'image/webp': ['image', 'webp'],
  'application/pdf': ['document', 'pdf'],
  'video/mp4': ['video', 'mp4'],
  'video/quicktime': ['video', 'mov'],
  'video/webm': ['video', 'webm'],
  'video/x-matroska': ['video', 'mkv'],
};

export function encodeMedia(block: MediaBlock): readonly JsonObject[] {
  const type = block.mimeType.toLowerCase();
  const known = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
  if (known === undefined || block.encoding !== 'base64') return [{ text: spokenText(block) }];
  const [kind, format] = known;
  const source = { bytes: block.data };
  if (kind === 'document') return [{ document: { format, name: documentName(block.data), source } }];
  return [{ [kind]: { format, source } }];
}

/**
 * A neutral name, because the model reads it as an instruction could be read, and one that is the same in every request: that of
 * the file may hold anything. The same document twice in a request gets another one (`name-documents.ts`).
 */
function documentName(data: string): string {
  return `document ${bytesToHex(sha256(utf8ToBytes(data))).slice(0, 12)}`;
}
