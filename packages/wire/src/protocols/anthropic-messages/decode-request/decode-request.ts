/** Reads a request of somebody who takes us for Anthropic. What cannot be read is named, and the rest is still read. */
import type { Block, Content, JsonObject, JsonValue } from '@interlock/transcript';
import type { ReadRequest } from '../../../decode-request/read-request.ts';
import { type Report, readRequest } from '../../../decode-request/read-request.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { type BlockScene, readBlock } from './read-block.ts';
import { readEntries } from './read-entries.ts';
import { readSettings } from './read-settings.ts';
import { readTools } from './read-tools.ts';
import { readUser } from './read-user.ts';
import { RequestNames } from './request-names.ts';
import { saidBy } from './said-by.ts';

export function decodeRequest(body: JsonValue): ReadRequest {
  return readRequest(body, (request, report) => ({
    contents: [...readSystem(request['system'], 'system', report), ...readMessages(request['messages'], report)],
    tools: readTools(request['tools'], report),
    settings: readSettings(request, report),
  }));
}

function readMessages(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (!Array.isArray(value)) report('messages', 'There is no list of messages.');
  const scene: BlockScene = { names: new RequestNames(), report };
  return asArray(value).flatMap((entry, at) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message !== undefined) return readMessage(message, path, scene);
    report(path, 'A message is an object.');
    return saidBy('human', [{ type: 'text', text: asText(entry) }]);
  });
}

function readMessage(message: JsonObject, path: string, scene: BlockScene): readonly Content[] {
  const { content } = message;
  const place = `${path}.content`;
  switch (message['role']) {
    case 'user':
      return readUser(content, place, scene);
    case 'assistant':
      return saidBy('ai', readAssistant(content, place, scene));
    case 'system':
      return readSystem(content, place, scene.report);
    default:
      scene.report(`${path}.role`, 'The role is not user, assistant or system.');
      return readUser(content, place, scene);
  }
}

function readAssistant(content: JsonValue | undefined, path: string, scene: BlockScene): readonly Block[] {
  return readEntries(content, path, scene.report).flatMap((entry, at) => readBlock(entry, `${path}.${at}`, scene));
}

/** Text, or blocks of text; each stays a block of its own. */
function readSystem(value: JsonValue | undefined, path: string, report: Report): readonly Content[] {
  if (typeof value === 'string') return saidBy('system', [{ type: 'text', text: value }]);
  const blocks = asArray(value).flatMap((entry, at): readonly Block[] => {
    const block = asObject(entry);
    if (block?.['type'] === 'text') return [{ type: 'text', text: asText(block['text']) }];
    report(`${path}.${at}`, 'The system text is made of text blocks.');
    return [];
  });
  return saidBy('system', blocks);
}
