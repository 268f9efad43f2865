/** Rules about what a provider does on its own, which no request can break. Each is demonstrated by a fault, named here. */
import type { Fault } from '../faults/fault.ts';
import type { ApiName } from '../simulators.ts';

export interface ShownRule {
  readonly by: ApiName;
  readonly fault: Fault;
  /** What the fault sends: a stable part of the answer, and of its headers if the rule is about them. */
  readonly status: number;
  readonly fragment: string;
  readonly headers?: readonly string[];
}

export const onDemand: Readonly<Record<string, ShownRule>> = {
  'ANT-072': {
    by: 'anthropic',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 2000 } },
    status: 429,
    fragment: 'rate_limit_error',
    headers: ['retry-after', 'anthropic-ratelimit-requests-reset'],
  },
  'ANT-073': {
    by: 'anthropic',
    fault: { do: 'fail-inside', with: { kind: 'overloaded' } },
    status: 200,
    fragment: '"type":"overloaded_error","message":"Overloaded"',
  },
  'OAC-022': {
    by: 'openai-chat',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'text', retryAfterMs: 1898 } },
    status: 429,
    fragment: 'Please try again in 1.898s',
  },
  'OAC-023': {
    by: 'openai-chat',
    fault: { do: 'fail', with: { kind: 'quota' } },
    status: 429,
    fragment: 'You exceeded your current quota, please check your plan and billing details.',
  },
  'OAR-027': {
    by: 'openai-responses',
    fault: { do: 'fail-inside', with: { kind: 'rate-limit', hint: 'text', retryAfterMs: 11_054 } },
    status: 200,
    fragment: 'Please try again in 11.054s.',
  },
  'GEM-033': {
    by: 'gemini',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'retry-info', retryAfterMs: 47_434.392449 } },
    status: 429,
    fragment: '"retryDelay": "47.434392449s"',
  },
  'GEM-034': {
    by: 'gemini',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'none' } },
    status: 429,
    fragment: 'Resource exhausted. Please try again later.',
  },
  'GRQ-005': {
    by: 'groq',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'ratelimit-reset', retryAfterMs: 1570 } },
    status: 429,
    fragment: 'Rate limit reached',
    headers: ['retry-after', 'x-ratelimit-reset-requests', 'x-ratelimit-reset-tokens'],
  },
  'AZR-009': {
    by: 'azure-chat',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'retry-after', retryAfterMs: 60_000 } },
    status: 429,
    fragment: 'pricing tier. Please retry after 60 seconds.',
    headers: ['retry-after'],
  },
  'VTX-010': {
    by: 'vertex-claude',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'none' } },
    status: 429,
    fragment: 'Quota exceeded for aiplatform.googleapis.com/online_prediction_input_tokens_per_minute_per_base_model',
  },
  'BDR-016': {
    by: 'bedrock-claude',
    fault: { do: 'fail', with: { kind: 'rate-limit', hint: 'none' } },
    status: 429,
    fragment: 'Too many requests, please wait before trying again.',
    headers: ['x-amzn-errortype'],
  },
  'BDR-017': {
    by: 'bedrock-converse',
    fault: { do: 'fail-inside', with: { kind: 'server' } },
    status: 200,
    fragment: 'internalServerException',
  },
  'OLL-008': {
    by: 'ollama',
    fault: { do: 'fail-inside', with: { kind: 'server' } },
    status: 200,
    fragment: '{"error":"',
  },
};
