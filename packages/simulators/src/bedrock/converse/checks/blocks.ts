/** Checks each message by itself: its contents and their combinations (CNV-007, CNV-008, CNV-012 … CNV-015, CNV-020 … CNV-023, BDR-002). */
import type { Violation } from '../../../api/api.ts';
import { isObject, objectOf, textOf } from '../../../api/json.ts';
import { invalid } from '../../exceptions.ts';
import { type Block, blocksOf, type Draft, type Message, readResult } from '../draft.ts';
import type { ConverseModel } from '../models.ts';

export function* checkBlocks({ messages, model, body }: Draft): Iterable<Violation> {
  const names = new Set<string>();
  for (const message of messages) {
    if (message.blocks.length === 0) {
      const text = `The content field in the Message object at ${message.path} is empty. Add a ContentBlock object to the content field and try again.`;
      yield invalid('CNV-008', text, message.path);
    }
    for (const block of message.blocks) {
      yield* checkPlace(block, message);
      yield* checkBlock(block, model, names);
    }
    yield* checkNeighbours(message, model);
  }
  const system = Array.isArray(body['system']) ? body['system'] : [];
  for (const [index, each] of system.entries()) yield* checkText(objectOf(each)['text'], `system.${index}`);
}

function* checkPlace({ kind, path }: Block, { role }: Message): Iterable<Violation> {
  if (kind === 'reasoningContent' && role === 'user') {
    const text = 'User messages cannot contain reasoning content. Please remove the reasoning content and try again.';
    yield invalid('CNV-023', text, path);
  }
  if ((kind === 'toolUse' && role === 'user') || (kind === 'toolResult' && role === 'assistant')) {
    const text = `The ${kind} block at ${path} cannot be provided in ${role === 'user' ? 'a user' : 'an assistant'} message.`;
    yield invalid('CNV-014', text, path);
  }
}

function* checkBlock(block: Block, model: ConverseModel, names: Set<string>): Iterable<Violation> {
  const { kind, value, fields, path } = block;
  switch (kind) {
    case 'text':
      yield* checkText(value, path);
      return;
    case 'image':
      yield* checkImage(block, model);
      return;
    case 'document':
      yield* checkDocument(block, names);
      return;
    case 'toolUse':
      if (!isObject(fields['input'])) yield notAnObject(`${path}.toolUse.input`);
      return;
    case 'toolResult': {
      const inner = readResult(block);
      if (fields['status'] === 'error' && inner.length === 0) {
        const at = `${path}.toolResult`;
        yield invalid('CNV-012', `The content field at ${at} cannot be empty when status value is error.`, at);
      }
      for (const each of inner) {
        if (each.kind === 'json' && !isObject(each.value)) yield notAnObject(`${each.path}.json`);
        yield* checkBlock(each, model, names);
      }
      return;
    }
    default:
  }
}

function* checkText(text: unknown, path: string): Iterable<Violation> {
  if (typeof text !== 'string' || text.trim() !== '') return;
  const message = `The text field in the ContentBlock object at ${path} is blank. Add text to the text field, and try again.`;
  yield invalid('CNV-007', message, path);
}

function notAnObject(path: string): Violation {
  const message = `The format of the value at ${path} is invalid. Provide a json object for the field and try again.`;
  return invalid('CNV-015', message, path);
}

const formats: readonly string[] = ['png', 'jpeg', 'gif', 'webp'];

function* checkImage({ fields, path }: Block, { vision }: ConverseModel): Iterable<Violation> {
  const bytes = objectOf(fields['source'])['bytes'];
  const isRead = typeof bytes === 'string' && /^[A-Za-z0-9+/]+={0,2}$/.test(bytes);
  if (vision && formats.includes(textOf(fields['format'])) && isRead) return;
  yield invalid('CNV-020', "This model doesn't support the image content block that you provided.", path);
}

const documentName = /^(?!.*\s\s)[A-Za-z0-9\s()[\]-]{1,200}$/;

function* checkDocument({ fields, path }: Block, names: Set<string>): Iterable<Violation> {
  const name = textOf(fields['name']);
  if (!documentName.test(name)) {
    const text =
      "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character.";
    yield invalid('CNV-021', text, `${path}.document.name`);
  }
  if (names.has(name))
    yield invalid('CNV-021', `Messages can't contain duplicate document names: ${name}.`, `${path}.document.name`);
  names.add(name);
}

const conversation: readonly string[] = ['text', 'image', 'document', 'video', 'audio'];

function* checkNeighbours(message: Message, { mixes, claude }: ConverseModel): Iterable<Violation> {
  const at = `${message.path}.content`;
  const said = message.blocks.filter(({ kind }) => conversation.includes(kind));
  for (const [kind, name] of [
    ['toolResult', 'tool result'],
    ['toolUse', 'tool use'],
  ] as const) {
    if (mixes || said.length === 0 || blocksOf(message, kind).length === 0) continue;
    yield invalid('CNV-013', `${at}: Conversation blocks and ${name} blocks cannot be provided in the same turn.`, at);
  }
  const [document] = blocksOf(message, 'document');
  if (claude && document && blocksOf(message, 'toolResult').length > 0) {
    yield invalid('BDR-002', `${document.path}: document blocks cannot stand beside tool results`, document.path);
  }
  if (document && blocksOf(message, 'text').length === 0) {
    const text = `The message at ${message.path} contains a document block but no text block. Add a text block and try again.`;
    yield invalid('CNV-022', text, message.path);
  }
}
