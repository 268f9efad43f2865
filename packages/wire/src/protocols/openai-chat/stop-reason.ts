/** Translates finish reasons between servers and ours. */

import type { Failure } from '../../failure/failure.ts';
import type { StopReason } from '../../reply/events.ts';

/** What the answer contained at its end. The reason `stop` alone is not enough. */
export interface AnswerParts {
  readonly anything: boolean;
  readonly calls: boolean;
  readonly refusal: boolean;
}

/** Unknown reasons count as a normal end: the answer is there. */
export function readStop(raw: string, parts: AnswerParts): StopReason | Failure {
  switch (raw) {
    case 'length':
    case 'max_tokens':
    case 'model_length':
      return 'max-tokens';
    case 'content_filter':
    case 'sensitive':
      return 'content-filter';
    // GLM-005: for a prompt that is too long, the answer is 200 and empty.
    case 'model_context_window_exceeded':
      return parts.anything ? 'max-tokens' : failed('context-overflow', raw);
    case 'insufficient_system_resource':
      return failed('overloaded', raw);
    case 'network_error':
      return failed('network', raw);
    case 'error':
      return failed('server', raw);
    default:
      if (isMalformedCall(raw)) return failed('server', raw);
      if (parts.calls) return 'tool-calls';
      return parts.refusal ? 'content-filter' : 'end';
  }
}

/** Gemini behind a gateway: Google could not parse the model's call. A retry helps. */
export function isMalformedCall(raw: string): boolean {
  return /\b(?:MALFORMED_FUNCTION_CALL|UNEXPECTED_TOOL_CALL)\b/i.test(raw);
}

function failed(reason: Failure['reason'], code: string): Failure {
  return { reason, message: `The answer ended with the reason ${code}.`, code };
}

/** An answer of this API that is a refusal has ended like any other. */
export function writeStop(stop: StopReason, rawStop: string | undefined): string {
  if (stop === 'content-filter' && rawStop === 'stop') return rawStop;
  switch (stop) {
    case 'tool-calls':
      return 'tool_calls';
    case 'max-tokens':
      return 'length';
    case 'content-filter':
      return 'content_filter';
    case 'error':
      return 'error';
    default:
      return 'stop';
  }
}
