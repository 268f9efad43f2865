/** The content of an editor's prompt as input for a session. Pure. */

import { fileURLToPath } from 'node:url';
import type { ContentBlock, EmbeddedResourceResource } from '@agentclientprotocol/sdk';
import type { Input } from '@interlock/runtime';
import type { MediaBlock, TextBlock } from '@interlock/transcript';
import { isCommandLine } from '../agent/is-command-line.ts';
import { decodeText } from '../attachments/attach-files.ts';
import { invalidParams } from './protocol-error.ts';

/** Throws a protocol error for content that was not offered or cannot be sent. */
export function promptInput(prompt: readonly ContentBlock[]): Exclude<Input, string> {
  const blocks = prompt.flatMap((block, at) => blockOf(block, at));
  const isEmpty = blocks.every((block) => block.type === 'text' && block.text.trim() === '');
  if (isEmpty) throw invalidParams('The prompt is empty.', 'prompt');
  return blocks;
}

/** The command line, if the prompt is a command. Undefined: it is for the model. */
export function commandIn(input: Exclude<Input, string>): string | undefined {
  const [first, ...rest] = input;
  if (first?.type !== 'text' || rest.some((block) => block.type !== 'text' || block.text.trim() !== ''))
    return undefined;
  return isCommandLine(first.text) ? first.text.trim() : undefined;
}

function blockOf(block: ContentBlock, at: number): readonly (TextBlock | MediaBlock)[] {
  switch (block.type) {
    case 'text':
      return [{ type: 'text', text: block.text }];
    case 'image':
      return [mediaOf(block.mimeType, block.data, nameIn(block.uri), `prompt[${at}].data`)];
    case 'resource_link': {
      const about = [block.title, block.description].filter((text) => typeof text === 'string' && text !== '');
      const more = about.length === 0 ? '' : ` (${about.join(': ')})`;
      return [{ type: 'text', text: `[${block.name}](${pathOrUri(block.uri)})${more}` }];
    }
    case 'resource':
      return [resourceOf(block.resource, at)];
    case 'audio':
      throw invalidParams('Audio cannot be sent. The agent offers no audio prompts.', `prompt[${at}]`);
  }
}

/** In the same form as a file attached with `@path`. */
function resourceOf(resource: EmbeddedResourceResource, at: number): TextBlock | MediaBlock {
  const path = JSON.stringify(pathOrUri(resource.uri));
  if ('text' in resource) return { type: 'text', text: `<file path=${path}>\n${resource.text}\n</file>` };
  const { mimeType, blob, uri } = resource;
  const parameter = `prompt[${at}].resource.blob`;
  if (typeof mimeType === 'string' && (mimeType.startsWith('image/') || mimeType === 'application/pdf'))
    return mediaOf(mimeType, blob, nameIn(uri), parameter);
  const text = decoded(blob, parameter);
  if (text === undefined)
    throw invalidParams(`${pathOrUri(uri)} is not text, an image or a PDF, and cannot be attached.`, parameter);
  return { type: 'text', text: `<file path=${path}>\n${text}\n</file>` };
}

function mediaOf(mimeType: string, data: string, filename: string | undefined, parameter: string): MediaBlock {
  assertBase64(data, parameter);
  return { type: 'media', mimeType, data, encoding: 'base64', ...(filename === undefined ? {} : { filename }) };
}

function decoded(blob: string, parameter: string): string | undefined {
  assertBase64(blob, parameter);
  return decodeText(Buffer.from(blob, 'base64'));
}

function assertBase64(data: string, parameter: string): void {
  if (data === '' || !/^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(data)) throw invalidParams('Invalid base64.', parameter);
}

/** A file is named by its path, which tools accept. */
function pathOrUri(uri: string): string {
  if (!uri.startsWith('file:')) return uri;
  try {
    return fileURLToPath(uri);
  } catch {
    return uri;
  }
}

function nameIn(uri: string | null | undefined): string | undefined {
  const name = uri
    ?.split(/[/\\]/)
    .at(-1)
    ?.replace(/[?#].*$/s, '');
  return name === undefined || name === '' ? undefined : name;
}
