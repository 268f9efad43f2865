/**
 * Selects the parts of a history item that come from the user or the model. Codex puts its instructions, the environment
 * and AGENTS.md in messages of the developer or the user; since 0.166 it marks where each part comes from, before that only the text shows it.
 */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { isObject, listOf, objectAt, textOf } from '../../reading/json.ts';

export type ItemKind = 'answer' | 'output' | 'user' | 'agent' | 'note' | 'sealed' | 'none';

/** The source of an item. `sealed`: a compaction that only its provider can read. */
export function kindOf(item: JsonObject): ItemKind {
  const type = textOf(item['type']);
  if (type === 'message' || (type === '' && item['role'] !== undefined)) return kindOfMessage(textOf(item['role']));
  if (isSealed(item)) return 'sealed';
  if (type.endsWith('_output')) return 'output';
  if (type === 'agent_message') return 'agent';
  return notConversation.has(type) ? 'none' : 'answer';
}

const notConversation: ReadonlySet<string> = new Set([
  ...['ghost_snapshot', 'other', 'compaction_trigger', 'additional_tools'],
]);

function kindOfMessage(role: string): ItemKind {
  if (role === 'assistant') return 'answer';
  return role === 'developer' || role === 'system' ? 'note' : 'user';
}

function isSealed(item: JsonObject): boolean {
  const type = textOf(item['type']);
  return type.includes('compaction') && textOf(item['encrypted_content']) !== '' && textOf(item['summary']) === '';
}

/** Texts in a user message that the user did not type, by their beginning. */
const notes: readonly (readonly [RegExp, string])[] = [
  [/^\s*<environment_context>/, 'notes about the environment'],
  [/^\s*<user_instructions>|^# AGENTS\.md instructions/, 'instructions'],
  [
    /^\s*<(?:skills?|skills_instructions|permissions instructions|collaboration_mode|model_switch|apps_instructions)>/,
    'instructions',
  ],
  [/^\s*<turn_aborted>/, 'interruption notes'],
];

/** Sources of conversation, as 0.166 marks its parts; typed text has `user`. */
const typed: ReadonlySet<string> = new Set(['user', 'agent', 'subagent', 'inter_agent']);

export interface ConversationParts {
  /** The message without everything that is not conversation; undefined if nothing is left. */
  readonly item: JsonObject | undefined;
  /** The kind of each omitted part. */
  readonly leftOut: readonly string[];
}

export function conversationIn(item: JsonObject): ConversationParts {
  const content = partsOf(item['content']);
  const sources = listOf(objectAt(item, 'internal_chat_message_metadata_passthrough')?.['content_item_metadata']);
  const hasPicture = content.some((part) => isObject(part) && part['type'] === 'input_image');
  const leftOut: string[] = [];
  const kept = content.flatMap((part, at): readonly JsonValue[] => {
    const text = isObject(part) ? textOf(part['text']) : textOf(part);
    // The program adds tags around a picture.
    if (hasPicture && /^<\/?image\b[^<>]*>$/.test(text.trim())) return [];
    const note = noteOf(text, textOf(objectAt(sources[at], 'provenance')?.['type']));
    const typed = note === undefined ? withoutEditor(text) : undefined;
    if (note !== undefined || (typed !== undefined && typed !== text))
      leftOut.push(note ?? 'notes about the environment');
    if (note !== undefined) return [];
    return typed === text || !isObject(part) ? [part] : [{ ...part, text: typed ?? text }];
  });
  return { item: kept.length === 0 ? undefined : { ...item, role: 'user', type: 'message', content: kept }, leftOut };
}

function noteOf(text: string, source: string): string | undefined {
  const note = notes.find(([pattern]) => pattern.test(text))?.[1];
  return note ?? (source === '' || typed.has(source) ? undefined : 'notes of the program');
}

const request = /^## My request for Codex:[^\S\n]*\n?/m;

/** Editor extensions list the open files before the user's text. What the user selected or mentioned stays. */
function withoutEditor(text: string): string {
  if (!/^\s*# Context from my IDE setup:/.test(text)) return text;
  const at = text.search(request);
  if (at === -1) return text;
  const words = text.slice(at).replace(request, '');
  const sections = text
    .slice(0, at)
    .split(/^(?=## )/m)
    .slice(1);
  const kept = sections.filter((section) => !/^## (?:Active file|Open tabs):/.test(section));
  return `${kept.join('')}${words}`;
}

function partsOf(content: JsonValue | undefined): readonly JsonValue[] {
  return typeof content === 'string' ? [{ type: 'input_text', text: content }] : listOf(content);
}

/** The text of a message. */
export function plainTextOf(item: JsonObject): string {
  return partsOf(item['content'])
    .flatMap((part) => (isObject(part) ? textOf(part['text']) : []))
    .join('\n');
}
