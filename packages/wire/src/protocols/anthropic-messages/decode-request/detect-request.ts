/** What tells a request of Messages from those of the other protocols that call their list `messages`. */
import type { JsonObject, JsonValue } from '@interlock/transcript';
import { asObjects } from '../../../json/json.ts';
import type { Likeness } from '../../protocol.ts';

const fields: readonly string[] = ['system', 'anthropic_version', 'stop_sequences', 'output_config'];
const blocks: readonly unknown[] = ['tool_use', 'tool_result', 'thinking', 'redacted_thinking', 'document'];

export function detectRequest(body: JsonObject): Likeness | undefined {
  if (!Array.isArray(body['messages'])) return undefined;
  if (hasOwnMarks(body)) return 'certain';
  // A duty here, and a choice elsewhere.
  return body['max_tokens'] === undefined ? undefined : 'likely';
}

function hasOwnMarks(body: JsonObject): boolean {
  return (
    fields.some((field) => body[field] !== undefined && !isForeign(body[field])) ||
    asObjects(body['tools']).some((tool) => tool['input_schema'] !== undefined) ||
    // `thinking` is a block of Mistral's too, but never without a list inside.
    asObjects(body['messages']).some(({ content }) =>
      asObjects(content).some(({ type, thinking }) => blocks.includes(type) && !Array.isArray(thinking)),
    )
  );
}

/** Converse calls its system text the same, as blocks without a type. */
function isForeign(value: JsonValue | undefined): boolean {
  return asObjects(value).some(({ type }) => type === undefined);
}
