/** Reads attachments of a message: texts queued until an answer ended, files, folders, selected lines. */
import type { Block, Content, JsonObject } from '@interlock/transcript';
import { objectAt, textOf } from '../../reading/json.ts';
import { type Author, readMessages } from '../../reading/read-message.ts';

export function readAttachment(attachment: JsonObject, author: Author): readonly Content[] {
  if (attachment['type'] === 'queued_command') {
    const content = attachment['prompt'] ?? '';
    return readMessages([{ role: 'user', content }], author);
  }
  const blocks = readFile(attachment);
  const metadata = author.time === undefined ? {} : { metadata: { timestamp: author.time } };
  return blocks.length === 0 ? [] : [{ speaker: 'human', blocks, ...metadata }];
}

function readFile(attachment: JsonObject): readonly Block[] {
  const content = attachment['content'];
  const file = objectAt(content, 'file');
  const filename = textOf(attachment['filename']) || textOf(attachment['path']) || textOf(file?.['filePath']);
  const named = filename === '' ? {} : { filename };
  const bytes = textOf(file?.['base64']);
  if (bytes !== '') {
    const kind = textOf(objectAt(content)?.['type']);
    const mimeType = textOf(file?.['type']) || (kind === 'pdf' ? 'application/pdf' : 'image/png');
    return [{ type: 'media', mimeType, data: bytes, encoding: 'base64', ...named }];
  }
  const text = textOf(content) || textOf(file?.['content']);
  return text === '' ? [] : [{ type: 'media', mimeType: 'text/plain', data: text, encoding: 'text', ...named }];
}
