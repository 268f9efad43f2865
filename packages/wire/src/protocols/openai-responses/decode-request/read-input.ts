/**
 * Reads the input of a request as contents. Consecutive items of the model (reasoning, message, calls) are one answer;
 * consecutive outputs are one round of results.
 */
import type { Block, Content, JsonObject, JsonValue, Speaker } from '@interlock/transcript';
import { readCallsOf } from '../../../decode-request/call-entry.ts';
import type { EntryReadings, Facts } from '../../../decode-request/entry-readings.ts';
import type { Report } from '../../../decode-request/read-request.ts';
import { answeredCall, speakerOf } from '../../../decode-request/speaker-of.ts';
import { outcomeOf, readToolPart, toolPartKind } from '../../../decode-request/tool-part.ts';
import { asArray, asObject, asText } from '../../../json/json.ts';
import { readToolId } from '../../../tools/tool-ids.ts';
import { agentMessage, isText } from '../agent-message.ts';
import { plainItem } from '../plain-item.ts';
import { isHosted, kindOf } from '../provider-item.ts';
import { readContent, readResult, resultContext } from './read-content.ts';
import {
  callIdOf,
  messageSeal,
  readCall,
  readHostedCall,
  readHostedOutput,
  readImageCall,
  readProviderItem,
  readReasoning,
} from './read-model-item.ts';

/** The content of one item, and its speaker. */
interface ItemContent {
  readonly speaker: Speaker;
  readonly blocks: readonly Block[];
}

interface InputContext {
  readonly report: Report;
  /** Names of the calls so far: an output does not name its tool. */
  readonly facts: Facts;
}

export function readInput(
  value: JsonValue | undefined,
  report: Report,
  list: string,
  readings: EntryReadings,
): readonly Content[] {
  if (typeof value === 'string') {
    return value === '' ? [] : [{ speaker: 'human', blocks: [{ type: 'text', text: value }] }];
  }
  if (!Array.isArray(value)) report(list, '`input` must be text or a list of items.');
  const { facts } = readings;
  const contents = readings.readAll(asArray(value), report, (entry, at, reportHere) => {
    const item = readItem(entry, `${list}.${at}`, { report: reportHere, facts });
    return item === undefined || item.blocks.length === 0 ? [] : [item];
  });
  return rounds(contents).map((parts, at) =>
    readings.join(at, parts, () => ({
      speaker: parts[0]?.speaker ?? 'human',
      blocks: parts.flatMap(({ blocks }) => blocks),
    })),
  );
}

/** Consecutive items of the model, and consecutive outputs, are grouped; everything else stands alone. */
function rounds(contents: readonly Content[]): readonly (readonly Content[])[] {
  const found: Content[][] = [];
  for (const content of contents) {
    const joins = content.speaker === 'ai' || content.speaker === 'tool';
    const last = found.at(-1);
    if (joins && last?.[0]?.speaker === content.speaker) last.push(content);
    else found.push([content]);
  }
  return found;
}

/** The name of a call, by its id. */
const nameOf = (callId: string): string => `name ${readToolId(callId)}`;
/** Calls that ran in a container of the provider: their outputs belong to the provider, too. */
const hosted = (callId: string): string => `hosted ${callId}`;

function readItem(entry: JsonValue, path: string, context: InputContext): ItemContent | undefined {
  const item = asObject(entry);
  if (item === undefined) {
    context.report(path, 'An item must be an object.');
    return { speaker: 'human', blocks: readContent(asText(entry), path, context.report) };
  }
  const type = asText(item['type']);
  if (type === '' && item['role'] !== undefined) return readMessage(item, path, context);
  if (type === 'agent_message') return readAgentMessage(item, path, context);
  if (type.endsWith('_call_output') && context.facts.get(hosted(asText(item['call_id']))) !== undefined) {
    return { speaker: 'ai', blocks: [readHostedOutput(item)] };
  }
  // The results of our own search. The server's are part of what it stores.
  const isFound = type === 'tool_search_output' && asText(item['call_id']) !== '';
  if (isFound || type.endsWith('_call_output')) return readOutput(plainItem(item), 'output', path, context);
  switch (kindOf(item)) {
    case 'message':
      return readMessage(item, path, context);
    case 'reasoning':
      return { speaker: 'ai', blocks: readReasoning(item) };
    case 'call': {
      const call = readCall(item, path, context.report);
      context.facts.set(nameOf(callIdOf(item)), call.name);
      return { speaker: 'ai', blocks: [call] };
    }
    case 'provider':
      if (isHosted(item)) context.facts.set(hosted(asText(item['call_id'])), '');
      return { speaker: 'ai', blocks: isHosted(item) ? [readHostedCall(item)] : readProviderItem(item) };
    case 'image':
      return { speaker: 'ai', blocks: readImageCall(item, path, context.report) };
    case 'unknown':
      if (controls.has(type)) return undefined;
      return readByFields(item, path, context) ?? readUnknown(item, type, path, context);
  }
}

/** Tools and instructions, which are not part of the conversation. */
const controls: ReadonlySet<string> = new Set(['additional_tools', 'compaction_trigger']);

/** Gateways write their own summaries as the provider's compaction: those can be read. */
function readUnknown(item: JsonObject, type: string, path: string, { report }: InputContext): ItemContent | undefined {
  const summary = type.includes('compaction') ? readableSummary(item) : '';
  if (summary !== '') return { speaker: 'human', blocks: [{ type: 'text', text: summary }] };
  report(path, unknownItem(type));
  return undefined;
}

/** Where a client has lost the type or has another API's, the fields tell: a call, an output, a message, or a part without its message. */
function readByFields(item: JsonObject, path: string, context: InputContext): ItemContent | undefined {
  const type = asText(item['type']).trim();
  const kind = toolPartKind(item);
  if (kind === 'result') return readForeignOutput(item, path, context);
  if (kind === 'call') {
    const blocks = readToolPart(item, path, resultContext(context.report)) ?? [];
    for (const block of blocks) if (block.type === 'tool_call') context.facts.set(nameOf(block.id), block.name);
    return { speaker: 'ai', blocks };
  }
  if (item['role'] !== undefined && item['content'] !== undefined) return readMessage(item, path, context);
  if (!partTypes.has(type) && (type !== '' || item['text'] === undefined)) return undefined;
  return { speaker: type === 'output_text' ? 'ai' : 'human', blocks: readContent([item], path, context.report) };
}

const partTypes: ReadonlySet<string> = new Set([
  ...['text', 'input_text', 'output_text', 'input_image', 'input_file', 'input_audio'],
]);

function readForeignOutput(item: JsonObject, path: string, context: InputContext): ItemContent {
  const blocks = readToolPart(item, path, resultContext(context.report)) ?? [];
  return {
    speaker: 'tool',
    blocks: blocks.map((block) => {
      if (block.type !== 'tool_response' || block.toolName !== '') return block;
      return { ...block, toolName: context.facts.get(nameOf(block.callId)) ?? '' };
    }),
  };
}

/** Clients keep no other field than `encrypted_content`. */
function readableSummary(item: JsonObject): string {
  const sealed = asText(item['encrypted_content']);
  return asText(item['summary']) || asText(item['text']) || (isText(sealed) ? sealed : '');
}

/** A task or an answer that one of the client's agents sends to another (Codex). */
function readAgentMessage(item: JsonObject, path: string, context: InputContext): ItemContent | undefined {
  const message = agentMessage(item);
  if (message !== undefined) return readMessage(message, path, context);
  context.report(path, 'A message between agents is encrypted, and only its provider can read it.');
  return undefined;
}

/** An `item_reference` may come without its type, as an id alone. */
function unknownItem(type: string): string {
  if (type === 'item_reference' || type === '') {
    return 'An item_reference refers to something that only the provider stores. Send the whole item.';
  }
  if (type.includes('compaction')) {
    return 'A compaction holds the conversation before it, and only its provider can read it. Send the whole conversation.';
  }
  return `Items of type ${type} cannot be read.`;
}

function readMessage(item: JsonObject, path: string, context: InputContext): ItemContent | undefined {
  // Chat messages instead of items.
  if (speakerOf(item) === 'tool') {
    context.report(`${path}.role`, 'The role is not user, assistant, system or developer.');
    return readOutput({ ...item, call_id: answeredCall(item) }, 'content', path, context);
  }
  const blocks = readContent(item['content'], `${path}.content`, context.report);
  const speaker = speakerOf(item);
  if (!roles.has(asText(item['role'])))
    context.report(`${path}.role`, 'The role is not user, assistant, system or developer.');
  const seal = speaker === 'ai' ? messageSeal(item) : undefined;
  const sealed = blocks.map((block) => (block.type === 'text' && seal !== undefined ? { ...block, seal } : block));
  return { speaker, blocks: [...sealed, ...readChatCalls(item, path, context)] };
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'developer']);

function readChatCalls(item: JsonObject, path: string, { facts, report }: InputContext): readonly Block[] {
  const calls = readCallsOf(item, path, report);
  for (const { id, name } of calls) facts.set(nameOf(id), name);
  return calls;
}

/** Text is kept as text. In a list of parts the text is the result, and media come next to it. Other outputs are kept unchanged. */
function readOutput(item: JsonObject, field: string, path: string, { report, facts }: InputContext): ItemContent {
  const { result, beside } = readResult(item[field], `${path}.${field}`, report);
  const wireId = answeredId(item, facts);
  const answer = {
    type: 'tool_response',
    callId: readToolId(wireId),
    toolName: facts.get(nameOf(wireId)) ?? '',
  } as const;
  return { speaker: 'tool', blocks: [{ ...answer, ...outcomeOf(result, item['status'] === 'failed') }, ...beside] };
}

/** An output has its own id, except for a local shell, and with clients that lost the `call_id`: then it is the call's. */
function answeredId(item: JsonObject, facts: Facts): string {
  const callId = asText(item['call_id']);
  const id = asText(item['id']);
  return callId === '' && facts.get(nameOf(id)) !== undefined ? id : callId;
}
