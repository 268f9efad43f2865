/** The items of a Responses request's input. A text is the same as a message with that text. */
import type { JsonValue } from '@interlock/transcript';
import { asArray } from '@interlock/wire';

export function inputItems(input: JsonValue | undefined): readonly JsonValue[] {
  if (typeof input !== 'string') return asArray(input);
  return [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: input }] }];
}
