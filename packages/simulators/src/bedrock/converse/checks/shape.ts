/** Checks the shape of a request: lists where expected, and blocks with one member (CNV-001). */
import type { Violation } from '../../../api/api.ts';
import { arrayOf, isObject, type JsonObject } from '../../../api/json.ts';
import { exception } from '../../exceptions.ts';

const blocks: readonly string[] = [
  ...['text', 'image', 'document', 'video', 'audio', 'toolUse', 'toolResult', 'guardContent', 'cachePoint'],
  ...['reasoningContent', 'citationsContent', 'searchResult'],
];
const inResults: readonly string[] = ['text', 'json', 'image', 'document', 'video', 'searchResult'];
const inSystem: readonly string[] = ['text', 'guardContent', 'cachePoint'];
const inTools: readonly string[] = ['toolSpec', 'systemTool', 'cachePoint'];

export function* checkShape(body: JsonObject): Iterable<Violation> {
  const { messages, system, toolConfig, inferenceConfig, additionalModelRequestFields } = body;
  if (!Array.isArray(messages)) yield misshapen('messages');
  for (const [index, message] of arrayOf(messages).entries()) yield* checkMessage(message, `messages.${index}`);
  if (system !== undefined && system !== null) yield* checkUnions(system, inSystem, 'system');
  for (const [name, value] of Object.entries({ toolConfig, inferenceConfig, additionalModelRequestFields })) {
    if (value !== undefined && value !== null && !isObject(value)) yield misshapen(name);
  }
  if (isObject(toolConfig)) yield* checkUnions(toolConfig['tools'], inTools, 'toolConfig.tools');
}

function* checkMessage(message: unknown, path: string): Iterable<Violation> {
  if (!isObject(message) || typeof message['role'] !== 'string') {
    yield misshapen(path);
    return;
  }
  yield* checkUnions(message['content'], blocks, `${path}.content`);
  for (const [index, block] of arrayOf(message['content']).entries()) {
    const result = isObject(block) ? block['toolResult'] : undefined;
    if (isObject(result))
      yield* checkUnions(result['content'], inResults, `${path}.content.${index}.toolResult.content`);
  }
}

/** A list of objects that each have exactly one member. */
function* checkUnions(list: unknown, members: readonly string[], path: string): Iterable<Violation> {
  if (!Array.isArray(list)) {
    yield misshapen(path);
    return;
  }
  for (const [index, each] of arrayOf(list).entries()) {
    const set = isObject(each) ? Object.entries(each).filter(([, value]) => value !== null) : [];
    const [first] = set;
    const isRight =
      set.length === 1 && first !== undefined && members.includes(first[0]) && isTyped(first[0], first[1]);
    if (!isRight) yield misshapen(`${path}.${index}`);
  }
}

function isTyped(member: string, value: unknown): boolean {
  if (member === 'text') return typeof value === 'string';
  return member === 'json' || isObject(value);
}

function misshapen(path: string): Violation {
  return exception('CNV-001', 'SerializationException', 'Unexpected field type', path);
}
