/** The messages of a Chat request, each as one content. */
import type { Block, Content, JsonObject, JsonValue, ToolCallBlock } from '@interlock/transcript';
import { asArray, asObject, asText, parseJson } from '../../../json.ts';
import type { Report } from '../../../read-request.ts';
import { readToolId } from '../../../tool-ids.ts';
import { readContent } from './read-content.ts';
import { readThinking } from './read-thinking.ts';

export function readMessages(value: JsonValue | undefined, report: Report): readonly Content[] {
  if (!Array.isArray(value)) report('messages', 'There is no list of messages.');
  // Results name no tool; the call they answer does.
  const names = new Map<string, string>();
  return asArray(value).flatMap((entry, at): readonly Content[] => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message === undefined) {
      report(path, 'A message is an object.');
      return typeof entry === 'string' && entry !== '' ? saidBy('human', [{ type: 'text', text: entry }]) : [];
    }
    return readMessage(message, path, names, report);
  });
}

function readMessage(
  message: JsonObject,
  path: string,
  names: Map<string, string>,
  report: Report,
): readonly Content[] {
  const content = readContent(message['content'], `${path}.content`, report);
  switch (message['role']) {
    case 'system':
    case 'developer':
      return saidBy('system', content);
    case 'user':
      return saidBy('human', content);
    case 'assistant':
      return saidBy('ai', readAnswer(message, content, path, names, report));
    case 'tool':
    case 'function':
      return saidBy('tool', readResult(message, content, names));
    default:
      report(`${path}.role`, 'The role is not system, developer, user, assistant or tool.');
      return saidBy('human', content);
  }
}

function saidBy(speaker: Content['speaker'], blocks: readonly Block[]): readonly Content[] {
  return blocks.length === 0 ? [] : [{ speaker, blocks }];
}

function readAnswer(
  message: JsonObject,
  content: readonly Block[],
  path: string,
  names: Map<string, string>,
  report: Report,
): readonly Block[] {
  const refusal = asText(message['refusal']);
  const legacy = asObject(message['function_call']);
  const calls = [
    ...asArray(message['tool_calls']).flatMap((entry, at) => readCall(entry, `${path}.tool_calls.${at}`, report)),
    ...(legacy === undefined ? [] : readCall({ function: legacy }, `${path}.function_call`, report)),
  ];
  for (const { id, name } of calls) names.set(id, name);
  if (asObject(message['audio']) !== undefined) report(`${path}.audio`, 'Audio kept by the server cannot be carried.');
  return [
    ...readThinking(message),
    ...content,
    ...(refusal === '' ? [] : [{ type: 'text', text: refusal } as const]),
    ...calls,
  ];
}

function readCall(entry: JsonValue, path: string, report: Report): readonly ToolCallBlock[] {
  const call = asObject(entry);
  const tool = asObject(call?.['function']) ?? asObject(call?.['custom']);
  if (tool === undefined) {
    report(path, 'A call has a function.');
    return [];
  }
  const id = readToolId(asText(call?.['id']));
  const name = asText(tool['name']);
  if (name === '') report(`${path}.function.name`, 'A call names its tool.');
  return [{ type: 'tool_call', id, name, parameters: readArguments(tool['arguments'] ?? tool['input']) }];
}

/** JSON text, sometimes an object (MIS-023), sometimes neither: then it is left to the render as it is. */
function readArguments(value: JsonValue | undefined): JsonValue {
  if (value === undefined || value === null || value === '') return {};
  return typeof value === 'string' ? (parseJson(value) ?? value) : value;
}

/** Its text is the result; media stand beside it. The old `function` role has a name in place of an id. */
function readResult(
  message: JsonObject,
  content: readonly Block[],
  names: ReadonlyMap<string, string>,
): readonly Block[] {
  const callId = readToolId(asText(message['tool_call_id']));
  const toolName = asText(message['name']) || (names.get(callId) ?? '');
  const texts = content.flatMap((block) => (block.type === 'text' ? [block.text] : []));
  const rest = content.filter(({ type }) => type !== 'text');
  return [{ type: 'tool_response', callId, toolName, result: texts.join('\n\n') }, ...rest];
}
