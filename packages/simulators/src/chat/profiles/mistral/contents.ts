/** The contents of each message: calls, ids, names and chunks (MIS-001, MIS-006, MIS-007, MIS-012…015, MIS-019…021). */
import type { Violation } from '../../../api/api.ts';
import { firstIn } from '../../../api/first-found.ts';
import { arrayOf, objectOf, textOf } from '../../../api/json.ts';
import type { ChatCall, ChatMessage } from '../../messages.ts';
import type { MistralModel } from './models.ts';
import { undefinedAnswer, undefinedCall } from './pairing.ts';
import { type MistralRequest, type MistralType, objection } from './violation.ts';

const idPattern = /^[a-zA-Z0-9]{9}$/;
const namePattern = /^[a-zA-Z0-9_-]{1,64}$/;

const chunkNames: Readonly<Record<string, string>> = {
  text: 'TextChunk',
  image_url: 'ImageURLChunk',
  thinking: 'ThinkChunk',
  document_url: 'DocumentURLChunk',
  reference: 'ReferenceChunk',
  file: 'FileChunk',
  input_audio: 'AudioChunk',
};

export function findBadContent({ messages, model }: MistralRequest): Violation | undefined {
  return firstIn(messages, (message) => {
    if (message.role === 'assistant') return findInAssistant(message, model, message.index === messages.length - 1);
    if (message.role === 'tool') return findInTool(message, model);
    return findThinking(message, model);
  });
}

function findInAssistant(message: ChatMessage, model: MistralModel, last: boolean): Violation | undefined {
  const path = `messages[${message.index}]`;
  const filled = isFilled(message);
  const called = message.calls.length > 0;
  const code: MistralType = 'invalid_request_assistant_message';
  if (!filled && !called) {
    const words = 'Assistant message must have either content or tool_calls, but not none.';
    return objection('MIS-013', words, path, code);
  }
  if (filled && called && model.generation < 7) {
    const words = 'Assistant message must have either content or tool_calls, but not both.';
    return objection('MIS-014', words, path, code);
  }
  const violation = firstIn(message.calls, (call) => findInCall(call, `${path}.tool_calls[${call.index}]`));
  if (violation) return violation;
  if (message.raw['prefix'] === true && !last) {
    return objection('MIS-012', 'Assistant message with prefix True must be last message', path, code);
  }
  return findBothThoughts(message, model) ?? findThinking(message, model);
}

function findInCall({ id, name }: ChatCall, path: string): Violation | undefined {
  if (id === '' || id === 'null') return undefinedCall(`${path}.id`);
  const code: MistralType = 'invalid_request_function_call';
  return findBadId(id, `${path}.id`, code) ?? findBadName(name, `${path}.function.name`, code);
}

function findInTool(message: ChatMessage, model: MistralModel): Violation | undefined {
  const path = `messages[${message.index}]`;
  const { name, tool_call_id: id } = message.raw;
  const code: MistralType = 'invalid_request_tool_message';
  const violation = typeof name === 'string' ? findBadName(name, `${path}.name`, code) : undefined;
  if (violation) return violation;
  if (typeof id !== 'string') return undefinedAnswer(`${path}.tool_call_id`);
  return findBadId(id, `${path}.tool_call_id`, code) ?? findThinking(message, model) ?? findMedia(message, model);
}

export function findBadName(name: string, path: string, code: MistralType): Violation | undefined {
  if (namePattern.test(name)) return undefined;
  const words = `Function name was ${name} but must be a-z, A-Z, 0-9, or contain underscores and dashes, with a maximum length of 64.`;
  return objection('MIS-015', words, path, code);
}

function findBadId(id: string, path: string, code: MistralType): Violation | undefined {
  if (idPattern.test(id)) return undefined;
  return objection('MIS-001', `Tool call id was ${id} but must be a-z, A-Z, 0-9, with a length of 9.`, path, code);
}

/** MIS-019. */
function findThinking(message: ChatMessage, model: MistralModel): Violation | undefined {
  return hasThinking(message) && !mayThink(message.role, model.generation)
    ? unexpectedChunks('MIS-019', message)
    : undefined;
}

function mayThink(role: string, generation: number): boolean {
  if (role === 'assistant') return generation >= 11;
  return role === 'system' && generation >= 7 && generation < 15;
}

/** MIS-020. */
function findMedia(message: ChatMessage, model: MistralModel): Violation | undefined {
  if (model.generation >= 15) return undefined;
  return message.parts.some((part) => part['type'] !== 'text') ? unexpectedChunks('MIS-020', message) : undefined;
}

/** MIS-021: on the platform itself the field is unknown (MIS-017). */
function findBothThoughts(message: ChatMessage, { flavour }: MistralModel): Violation | undefined {
  const field = ['reasoning', 'reasoning_content'].find((name) => typeof message.raw[name] === 'string');
  if (flavour !== 'template' || !hasThinking(message) || field === undefined) return undefined;
  const words =
    'Message cannot have both thinking chunks in content and a top-level `reasoning` or `reasoning_content` field.';
  return objection('MIS-021', words, `messages[${message.index}].${field}`);
}

function unexpectedChunks(rule: string, message: ChatMessage): Violation {
  const names = message.parts.map((part) => `'${chunkName(textOf(part['type']))}'`);
  const words = `Unexpected content chunk types in ${message.role} message: [${names.join(', ')}]`;
  return objection(rule, words, `messages[${message.index}].content`);
}

function chunkName(type: string): string {
  return (Object.hasOwn(chunkNames, type) ? chunkNames[type] : undefined) ?? 'ContentChunk';
}

function hasThinking(message: ChatMessage): boolean {
  return arrayOf(message.content).some((part) => objectOf(part)['type'] === 'thinking');
}

function isFilled({ content }: ChatMessage): boolean {
  return typeof content === 'string' ? content !== '' : arrayOf(content).length > 0;
}
