/** Reads the messages of a Chat request, each as one content. */
import type { Block, Content, JsonObject, JsonValue, ToolResponseBlock } from '@interlock/transcript';
import { readCallEntry, readCallsOf } from '../../../decode-request/call-entry.ts';
import type { EntryReadings, Facts } from '../../../decode-request/entry-readings.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { answeredCall, speakerOf } from '../../../decode-request/speaker-of.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { readMediaPart } from '../read-media.ts';
import { readContent, readResult, readThinking } from './read-content.ts';

export function readMessages(
  value: JsonValue | undefined,
  report: Report,
  readings: EntryReadings,
): readonly Content[] {
  if (!Array.isArray(value)) report('messages', '`messages` must be a list.');
  const { facts: names } = readings;
  return readings.readAll(asArray(value), report, (entry, at, reportHere) => {
    const path = `messages.${at}`;
    const message = asObject(entry);
    if (message !== undefined) return readMessage(message, path, reportHere).map((content) => named(content, names));
    reportHere(path, 'A message must be an object.');
    return typeof entry === 'string' && entry !== '' ? contentsBy('human', [{ type: 'text', text: entry }]) : [];
  });
}

/** Results name no tool; the latest call with that id does. */
function named(content: Content, names: Facts): Content {
  const blocks = content.blocks.map((block): Block => {
    if (block.type === 'tool_call') names.set(block.id, block.name);
    if (block.type !== 'tool_response' || block.toolName !== '') return block;
    return { ...block, toolName: names.get(block.callId) ?? '' };
  });
  return { ...content, blocks };
}

function readMessage(message: JsonObject, path: string, report: Report): readonly Content[] {
  const { content, place } = contentOf(message, path);
  const speaker = speakerOf(message);
  if (!own.has(asText(message['role'])))
    report(`${path}.role`, 'The role is not system, developer, user, assistant or tool.');
  if (speaker !== 'tool' && asText(message['name']) !== '')
    report(`${path}.name`, 'Other APIs do not know who is speaking.');
  switch (speaker) {
    case 'ai':
      return contentsBy('ai', readAnswer(message, path, report));
    case 'tool':
      return contentsBy('tool', [...readToolMessage(message, place, report), ...readCallsOf(message, path, report)]);
    default:
      // Calls of others than the model are attributed by the renderer (REQ-915-047).
      return contentsBy(speaker, [...readContent(content, place, report), ...readCallsOf(message, path, report)]);
  }
}

const own: ReadonlySet<string> = new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']);

/** The AI SDK's messages for user interfaces have their content in `parts`, next to the same text or none. */
function contentOf(message: JsonObject, path: string): { readonly content: JsonValue; readonly place: string } {
  const { content = null, parts } = message;
  const isIn = (content === null || typeof content === 'string') && asArray(parts).length > 0;
  return isIn ? { content: parts ?? null, place: `${path}.parts` } : { content, place: `${path}.content` };
}

function contentsBy(speaker: Content['speaker'], blocks: readonly Block[]): readonly Content[] {
  return blocks.length === 0 ? [] : [{ speaker, blocks }];
}

function readAnswer(message: JsonObject, path: string, report: Report): readonly Block[] {
  const refusal = asText(message['refusal']);
  const { content, place } = contentOf(message, path);
  const legacy = asObject(message['function_call']);
  const audio = asObject(message['audio']);
  const spoken = asText(message['content']) === '' ? asText(audio?.['transcript']) : '';
  const blocks: readonly Block[] = [
    ...readThinking(message),
    ...readContent(content, place, report),
    ...(spoken === '' ? [] : [{ type: 'text', text: spoken } as const]),
    ...(refusal === '' ? [] : [{ type: 'text', text: refusal } as const]),
    ...asArray(message['images']).flatMap((image) => readMediaPart(asObject(image) ?? {}) ?? []),
    ...readCallsOf(message, path, report),
    ...(legacy === undefined ? [] : readCallEntry({ function: legacy }, `${path}.function_call`, report)),
  ];
  // Without anything else, the whole message is one that only its server can read.
  const unread = blocks.length === 0 ? path : `${path}.audio`;
  if (audio !== undefined) report(unread, 'Audio stored by the server is not supported.');
  return blocks;
}

/** The text is the result, and media come next to it. The old `function` role has a name instead of an id. */
function readToolMessage(message: JsonObject, place: string, report: Report): readonly Block[] {
  const callId = readToolId(answeredCall(message));
  const toolName = asText(message['name']);
  const { result, beside } = readResult(message['content'], place, report);
  const answer: ToolResponseBlock = { type: 'tool_response', callId, toolName, result };
  // Anthropic's blocks in a tool message: they are the results, and contain the ids of their calls.
  const own = beside.some(({ type }) => type === 'tool_response') && result === '' ? [] : [answer];
  return [...own, ...beside.map((block) => (isNameless(block) ? { ...block, callId } : block))];
}

function isNameless(block: Block): block is ToolResponseBlock {
  return block.type === 'tool_response' && block.callId === '';
}
