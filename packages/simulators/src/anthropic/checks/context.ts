/** Whether the prompt fits into the model's window. */
import type { Violation } from '../../api/api.ts';
import { numberOf } from '../../api/json.ts';
import type { Draft } from '../draft.ts';
import { breach } from '../errors.ts';
import { countTokens } from '../tokens.ts';

export function* checkContext(draft: Draft): Iterable<Violation> {
  const { claude, body, counting } = draft;
  if (counting) return;
  const tokens = countTokens(draft);
  const asked = numberOf(body['max_tokens']) ?? 0;
  if (tokens > claude.window) {
    yield breach('ANT-070', 'messages', `prompt is too long: ${tokens} tokens > ${claude.window} maximum`);
  }
  if (claude.countsOutput && tokens + asked > claude.window) {
    const message = `input length and \`max_tokens\` exceed context limit: ${tokens} + ${asked} > ${claude.window}, decrease input length or \`max_tokens\` and try again`;
    yield breach('ANT-071', 'max_tokens', message);
  }
}
