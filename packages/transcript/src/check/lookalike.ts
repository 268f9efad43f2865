/**
 * Recognises other systems' formats, so that the fix can say "this is a request body" instead of listing every wrong field. It
 * reports nothing itself: what cannot be read is reported by the code that reads it.
 */

import type { ProblemCode } from './problem-codes.ts';
import { isList, isRecord, type JsonRecord, peekField, peekItem } from './read.ts';

const DECODE_MESSAGES =
  'Decode it with its own protocol first: this looks like an OpenAI or Anthropic request body (`messages`).';
const DECODE_RESPONSES = 'Decode it with its own protocol first: this looks like an OpenAI Responses body (`input`).';
const DECODE_GEMINI = 'Decode it with its own protocol first: this looks like a Gemini request body (`parts`).';
const DECODE_MESSAGE =
  'Decode the request body with its own protocol first: an entry with `role` or `content` looks like a message of OpenAI or Anthropic.';
const PASS_CONTENTS = 'Pass its `contents` instead of the object around them.';
const WRAP_ENTRY = 'Put the entry into an array: a history is a list of them.';
const PARSE_TEXT = 'Parse the text as JSON and pass the array it holds.';

/** A better fix for something that should have been an array of contents. */
export function fixForNonArray(input: unknown): string | undefined {
  if (typeof input === 'string') return PARSE_TEXT;
  if (!isRecord(input)) return undefined;
  const contents = peekField(input, 'contents');
  if (isList(contents)) {
    // Gemini's own bodies have `contents` too.
    const first = peekItem(contents, 0);
    return isRecord(first) && isList(peekField(first, 'parts')) ? DECODE_GEMINI : PASS_CONTENTS;
  }
  if (isList(peekField(input, 'messages'))) return DECODE_MESSAGES;
  if (isList(peekField(input, 'input'))) return DECODE_RESPONSES;
  return typeof peekField(input, 'speaker') === 'string' ? WRAP_ENTRY : undefined;
}

/** A better fix for an entry in another system's format; undefined when it could be meant as ours. */
export function fixForForeignEntry(entry: JsonRecord): string | undefined {
  if (peekField(entry, 'speaker') !== undefined || peekField(entry, 'blocks') !== undefined) return undefined;
  if (isList(peekField(entry, 'parts'))) return DECODE_GEMINI;
  const isMessage = peekField(entry, 'role') !== undefined || peekField(entry, 'content') !== undefined;
  return isMessage ? DECODE_MESSAGE : undefined;
}

const SPEAKER_WORDS: ReadonlyMap<string, string> = new Map([
  ['user', 'human'],
  ['assistant', 'ai'],
  ['model', 'ai'],
  ['function', 'tool'],
  ['developer', 'system'],
]);

const BLOCK_TYPE_WORDS: ReadonlyMap<string, string> = new Map([
  ['input_text', 'text'],
  ['output_text', 'text'],
  ['reasoning', 'thinking'],
  ['redacted_thinking', 'thinking'],
  ['tool_use', 'tool_call'],
  ['function_call', 'tool_call'],
  ['tool-call', 'tool_call'],
  ['tool_result', 'tool_response'],
  ['function_call_output', 'tool_response'],
  ['tool-result', 'tool_response'],
  ['image', 'media'],
  ['image_url', 'media'],
  ['input_image', 'media'],
  ['document', 'media'],
  ['file', 'media'],
]);

/** Our word for `value` when it is another format's word. */
export function ourWord(code: ProblemCode, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (code === 'speaker-unknown') return SPEAKER_WORDS.get(value);
  return code === 'type-unknown' ? BLOCK_TYPE_WORDS.get(value) : undefined;
}
