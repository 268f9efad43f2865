/** The messages of a request as contents: each its speaker's blocks. */
import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import { asArray, asObject, asText, parseJson } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readToolId } from '../../../tool-ids.ts';
import { imageType } from './image-type.ts';

export function readMessages(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (!Array.isArray(value)) report('messages', 'There is no list of messages.');
  return asArray(value).flatMap((entry, at) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message !== undefined) return readMessage(message, path, report);
    report(path, 'A message is an object.');
    return [];
  });
}

function readMessage(message: JsonObject, path: string, report: Report): readonly Content[] {
  const role = asText(message['role']).toLowerCase(); // OLL-012
  const text = readText(message['content'], `${path}.content`, report);
  const said: readonly Block[] = text === '' ? [] : [{ type: 'text', text }];
  const images = readImages(message['images'], `${path}.images`, report);
  switch (role) {
    case 'system':
      return saidBy('system', [...said, ...images]);
    case 'user':
      return saidBy('human', [...said, ...images]);
    case 'assistant': {
      const calls = readCalls(message['tool_calls'], `${path}.tool_calls`, report);
      return saidBy('ai', [...readThinking(message), ...said, ...images, ...calls]);
    }
    case 'tool':
      return saidBy('tool', [readResult(message, text), ...images]);
    default:
      report(`${path}.role`, 'The role is not system, user, assistant or tool.');
      return [];
  }
}

function saidBy(speaker: Content['speaker'], blocks: readonly Block[]): readonly Content[] {
  return blocks.length === 0 ? [] : [{ speaker, blocks }];
}

/** OLL-003. Null and absent are read as nothing said, as the server reads them. */
function readText(value: JsonValue | undefined, path: string, report: Report): string {
  if (value !== undefined && value !== null && typeof value !== 'string') report(path, 'The content is no string.');
  return asText(value);
}

function readThinking(message: JsonObject): readonly Block[] {
  const thought = asText(message['thinking']);
  return thought === '' ? [] : [{ type: 'thinking', thought }];
}

function readImages(value: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  return asArray(value).flatMap((entry, at): readonly Block[] => {
    const data = asText(entry);
    if (data !== '') return [{ type: 'media', mimeType: imageType(data), data, encoding: 'base64' }];
    report(`${path}.${at}`, 'An image is a base64 string.');
    return [];
  });
}

function readCalls(value: JsonValue | undefined, path: string, report: Report): readonly Block[] {
  return asArray(value).flatMap((entry, at): readonly Block[] => {
    const call = asObject(entry);
    const tool = asObject(call?.['function']);
    const name = asText(tool?.['name']);
    if (tool === undefined || name === '') {
      report(`${path}.${at}`, 'A call has a function with a name.');
      return [];
    }
    return [
      { type: 'tool_call', id: readToolId(asText(call?.['id'])), name, parameters: readArguments(tool['arguments']) },
    ];
  });
}

/** An object (OLL-002); its JSON text is understood. Anything else is left to the render, which makes it an object. */
function readArguments(value: JsonValue | undefined): JsonValue {
  const parsed = typeof value === 'string' ? parseJson(value) : value;
  return parsed ?? value ?? {};
}

/** OLL-004: results pair by name and order; an id is read where there is one. */
function readResult(message: JsonObject, text: string): Block {
  return {
    type: 'tool_response',
    callId: readToolId(asText(message['tool_call_id'])),
    toolName: asText(message['tool_name']) || asText(message['name']),
    result: text,
  };
}
