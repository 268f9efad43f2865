/**
 * The providers behind OpenRouter: what they refuse, in their own wording and format, which OpenRouter wraps (ORT-001).
 */
import type { Unpaired } from '../../checks/pairing.ts';
import { unpairedWords } from '../openai/history.ts';

export interface Upstream {
  /** `metadata.provider_name`. */
  readonly name: string;
  /** `format` of its reasoning details. */
  readonly format: string;
  /** Its error, as the text that goes into `metadata.raw`. */
  raw(message: string): string;
  unpaired(found: Unpaired): string;
  readonly invalidSignature: string;
  /** Its error for a call without its signature; absent if it accepts that. */
  readonly missingSignature?: string;
}

const openai: Upstream = {
  name: 'OpenAI',
  format: 'openai-responses-v1',
  raw: (message) => JSON.stringify({ error: { message, type: 'invalid_request_error', param: null, code: null } }),
  unpaired: unpairedWords,
  invalidSignature:
    'The encrypted content could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
};

const anthropic: Upstream = {
  name: 'Anthropic',
  format: 'anthropic-claude-v1',
  raw: (message) => JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message } }),
  unpaired: ({ kind, message, ids }) =>
    kind === 'unanswered'
      ? `messages.${message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids.join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
      : `messages.${message}.content.0: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${ids.join(', ')}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
  invalidSignature: 'Invalid `signature` in `thinking` block',
};

const google: Upstream = {
  name: 'Google AI Studio',
  format: 'google-gemini-v1',
  raw: (message) => JSON.stringify({ error: { code: 400, message, status: 'INVALID_ARGUMENT' } }),
  unpaired: ({ kind }) =>
    kind === 'unanswered'
      ? 'Please ensure that the number of function response parts is equal to the number of function call parts of the function call turn.'
      : 'Please ensure that function response turn comes immediately after a function call turn.',
  invalidSignature: 'Corrupted thought signature.',
  missingSignature:
    'Function call is missing a thought_signature in functionCall parts. This is required for tools to work correctly, and missing thought_signature may lead to degraded model performance.',
};

export function upstreamOf(model: string): Upstream {
  if (model.startsWith('anthropic/')) return anthropic;
  return model.startsWith('google/') ? google : openai;
}
