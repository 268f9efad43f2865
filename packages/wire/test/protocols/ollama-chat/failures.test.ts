/** How Ollama reports errors, and how we report them in its format. */
import { describe, expect, test } from 'vitest';
import type { Failure, FailureReason } from '../../../src/failure/failure.ts';
import { classify, encodeFailure } from '../../../src/protocols/ollama-chat/failures.ts';

interface Case {
  readonly name: string;
  readonly status: number;
  readonly body: string;
  readonly expected: Omit<Failure, 'status'>;
}

const engine = JSON.stringify({
  error: {
    code: 400,
    message: 'request (2622 tokens) exceeds the available context size (512 tokens)',
    type: 'exceed_context_size_error',
  },
});

const cases: readonly Case[] = [
  {
    name: 'OLL-012 a model that is not pulled, and how to get it',
    status: 404,
    body: `{"error":"model 'qwen3:8b' not found"}`,
    expected: { reason: 'model-not-found', message: "model 'qwen3:8b' not found. Run `ollama pull qwen3:8b`." },
  },
  {
    name: 'OLL-012 as older servers say it',
    status: 404,
    body: '{"error":"model \\"llama3\\" not found, try pulling it first"}',
    expected: {
      reason: 'model-not-found',
      message: 'model "llama3" not found, try pulling it first. Run `ollama pull llama3`.',
    },
  },
  {
    name: 'OLL-007 too long',
    status: 400,
    body: '{"error":"the input length exceeds the context length"}',
    expected: { reason: 'context-overflow', message: 'the input length exceeds the context length' },
  },
  {
    name: 'OLL-007 too long, in newer wording',
    status: 400,
    body: '{"error":"the prompt is longer than the context length currently available to the model; shorten the prompt"}',
    expected: {
      reason: 'context-overflow',
      message: 'the prompt is longer than the context length currently available to the model; shorten the prompt',
    },
  },
  {
    name: 'OLL-007 too long, in the engine’s wording: JSON in a string',
    status: 400,
    body: JSON.stringify({ error: engine }),
    expected: {
      reason: 'context-overflow',
      message: 'request (2622 tokens) exceeds the available context size (512 tokens)',
      code: 'exceed_context_size_error',
    },
  },
  {
    name: 'OLL-005 tools for a model without them',
    status: 400,
    body: '{"error":"registry.ollama.ai/library/llama3:latest does not support tools"}',
    expected: {
      reason: 'invalid-request',
      message: 'registry.ollama.ai/library/llama3:latest does not support tools',
      lacks: 'tools',
    },
  },
  {
    name: 'an error object, as gateways write it',
    status: 500,
    body: '{"error":{"message":"upstream gone"}}',
    expected: { reason: 'server', message: 'upstream gone' },
  },
  {
    name: 'text that is not JSON',
    status: 502,
    body: 'bad gateway',
    expected: { reason: 'server', message: 'bad gateway' },
  },
  {
    name: 'an empty body',
    status: 500,
    body: '',
    expected: { reason: 'server', message: 'status 500 without an error message' },
  },
];

test.each(cases)('$name', ({ status, body, expected }) => {
  expect(classify({ status, headers: {}, body })).toEqual({ ...expected, status });
});

describe('our own failures', () => {
  const statuses: readonly (readonly [FailureReason, number])[] = [
    ['auth', 401],
    ['auth-permanent', 403],
    ['billing', 402],
    ['rate-limit', 429],
    ['overloaded', 503],
    ['timeout', 504],
    ['network', 502],
    ['server', 500],
    ['context-overflow', 400],
    ['model-not-found', 404],
    ['invalid-request', 400],
    ['content-filter', 400],
    ['unknown', 500],
  ];

  test.each(statuses)('%s is %i', (reason, status) => {
    expect(encodeFailure({ reason, message: 'm' })).toEqual({ status, body: { error: 'm' } });
  });

  test('passes on the upstream status unless it was a success', () => {
    expect(encodeFailure({ reason: 'server', message: 'm', status: 529 }).status).toBe(529);
    expect(encodeFailure({ reason: 'server', message: 'm', status: 200 }).status).toBe(500);
  });
});
