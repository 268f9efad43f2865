/** The words of other systems for our speakers and block types, so that a fix can name ours instead of listing all. */
import type { ProblemCode } from './problem-codes.ts';

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

/** Our word for `value`, where the problem is that somebody else's was used. */
export function ourWord(code: ProblemCode, value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  if (code === 'speaker-unknown') return SPEAKER_WORDS.get(value);
  return code === 'type-unknown' ? BLOCK_TYPE_WORDS.get(value) : undefined;
}
