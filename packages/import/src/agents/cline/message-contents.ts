/**
 * A message of Cline or Roo: Anthropic's format, with what other providers need next to it, and the user's text wrapped
 * in tags. Results may be plain text (`[read_file] Result:`) although the call was a block; they are attached to it
 * again.
 */
import {
  type Block,
  type Content,
  type JsonObject,
  type JsonValue,
  jsonText,
  type Origin,
} from '@interlock/transcript';
import { isObject, listOf, objectAt, objectsOf, textOf } from '../../reading/json.ts';
import type { Notes } from '../../reading/notes.ts';
import { originOf } from '../../reading/origin-of.ts';
import { readMessages } from '../../reading/read-message.ts';
import { sealed } from '../../reading/sealed.ts';
import { entriesOf, userEntries } from './user-entries.ts';

export interface MessageScene {
  readonly notes: Notes;
  readonly place: string;
  readonly time: number | undefined;
  /** The blocks of the answer before this message, for results that are plain text. */
  readonly before: readonly JsonObject[];
  /** For an answer that does not name its model. */
  readonly model?: string;
}

export function messageContents(message: JsonObject, scene: MessageScene): readonly Content[] {
  const read = (role: string, content: readonly JsonValue[], origin?: Origin): readonly Content[] =>
    readMessages([{ role, content }], {
      protocol: 'anthropic-messages',
      report: (_, problem) => scene.notes.report('unreadable-part', scene.place, problem),
      ...(scene.time === undefined ? {} : { time: scene.time }),
      ...(origin === undefined ? {} : { origin }),
    });
  if (message['role'] === 'assistant') return answerContents(message, read, scene.model);
  const content = withResults(userEntries(message, scene.notes), scene.before).map(plainResult);
  return content.length === 0 ? [] : read('user', content);
}

type Read = (role: string, content: readonly JsonValue[], origin?: Origin) => readonly Content[];

function answerContents(message: JsonObject, read: Read, usual = ''): readonly Content[] {
  const about = objectAt(message, 'modelInfo') ?? {};
  const model = textOf(about['id']) || textOf(about['modelId']) || usual;
  const origin = originOf(model, textOf(about['provider']) || textOf(about['providerId']));
  const blocks = entriesOf(message).flatMap((entry) =>
    read('assistant', [ownImage(entry)], origin).flatMap((content) =>
      content.blocks.map((block, index) => (index === 0 ? withSignature(block, entry, origin) : block)),
    ),
  );
  const all = [...reasoningBlocks(message, origin), ...blocks];
  const [frame] = read('assistant', [{ type: 'text', text: '.' }], origin);
  return all.length === 0 || frame === undefined ? [] : [{ ...frame, blocks: all }];
}

/** Gemini signs texts and calls. */
function withSignature(block: Block, entry: JsonObject, origin: Origin): Block {
  const value = textOf(entry['signature']);
  if (block.type === 'thinking' || value === '') return block;
  return { ...block, ...sealed({ protocol: 'gemini', field: 'thoughtSignature', value }, origin) };
}

/** The details that OpenRouter and DeepSeek require with the next request. */
function reasoningBlocks(message: JsonObject, origin: Origin): readonly Block[] {
  const hasThoughts = entriesOf(message).some(({ type }) => type === 'thinking');
  const words = textOf(message['reasoning_content']);
  const details = listOf(message['reasoning_details']);
  if (hasThoughts || (words === '' && details.length === 0)) return [];
  const thought =
    words ||
    objectsOf(details)
      .map(({ text, summary }) => textOf(text) || textOf(summary))
      .join('');
  const field = words === '' ? 'reasoning_details' : 'reasoning_content';
  const value = words || jsonText(details);
  return [{ type: 'thinking', thought, ...sealed({ protocol: 'openai-chat', field, value }, origin) }];
}

/** `[read_file for 'a.txt'] Result:`. The part after `for` may contain brackets and line breaks. */
const heading = /^\[([\w.-]+)(?: [\s\S]*?)?\] Result:\s*/;

/** Calls whose results have another name. */
const otherNames: ReadonlyMap<string, string> = new Map([['subagents', 'use_subagents']]);

function withResults(entries: readonly JsonObject[], before: readonly JsonObject[]): readonly JsonObject[] {
  const answered = new Set(entries.map(({ tool_use_id }) => textOf(tool_use_id)));
  const open = before.filter(({ type, id }) => type === 'tool_use' && !answered.has(textOf(id)));
  const result: JsonObject[] = [];
  for (const entry of entries) {
    const text = textOf(entry['text']);
    const [start = '', name] = heading.exec(text) ?? [];
    const at = open.findIndex((call) => isNamed(textOf(call['name']), name));
    const last = result.at(-1);
    if (at !== -1) {
      const [call] = open.splice(at, 1);
      result.push({
        type: 'tool_result',
        tool_use_id: call?.['id'] ?? '',
        content: text.slice(start.length),
        headed: true,
      });
    } else if (last?.['headed'] === true && last['content'] === '' && entry['type'] === 'text') {
      // The heading and the content are two texts.
      result[result.length - 1] = { ...last, content: text };
    } else {
      result.push(entry);
    }
  }
  return result.map(({ headed: _, ...entry }) => entry);
}

function isNamed(call: string, name: string | undefined): boolean {
  return name !== undefined && (call === name || call === otherNames.get(name));
}

/** Cline 3 has a list of `{ query, result, success }`, and pictures in its own format. */
function plainResult(entry: JsonObject): JsonObject {
  if (entry['type'] !== 'tool_result') return ownImage(entry);
  const parts = listOf(entry['content']);
  const isAnswers = parts.length > 0 && parts.every((part) => isObject(part) && 'success' in part);
  if (!isAnswers)
    return parts.length === 0
      ? entry
      : { ...entry, content: parts.map((part) => (isObject(part) ? ownImage(part) : part)) };
  const answers = objectsOf(entry['content']);
  const content = answers.flatMap(answerParts);
  const failed = answers.every(({ success }) => success === false);
  return { ...entry, content, ...(failed ? { is_error: true } : {}) };
}

function answerParts(
  { query, result, error }: JsonObject,
  _index: number,
  all: readonly JsonObject[],
): readonly JsonValue[] {
  const title = all.length > 1 && typeof query === 'string' ? [{ type: 'text', text: `${query}:` }] : [];
  const value = result === undefined || result === null || result === '' ? (error ?? result ?? '') : result;
  const parts = Array.isArray(value) ? listOf(value) : [value];
  return [
    ...title,
    ...parts.map((part) => {
      if (isObject(part) && 'type' in part) return ownImage(part);
      return { type: 'text', text: typeof part === 'string' ? part : jsonText(part) };
    }),
  ];
}

function ownImage(part: JsonObject): JsonObject {
  const data = textOf(part['data']);
  if (part['type'] !== 'image' || data === '') return part;
  const media_type = textOf(part['mediaType']) || textOf(part['mimeType']) || 'image/png';
  return { type: 'image', source: { type: 'base64', media_type, data } };
}
