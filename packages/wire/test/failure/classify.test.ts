import { describe, expect, test } from 'vitest';
import { classifyFailure } from '../../src/failure/classify.ts';
import { readErrorFields } from '../../src/failure/error-fields.ts';
import type { FailureReason } from '../../src/failure/failure.ts';
import { providerErrorBodies, providerErrors } from './provider-errors.ts';

const reasonOf = (status: number, message: string, code?: string): FailureReason => {
  const body = JSON.stringify({ error: { message, ...(code === undefined ? {} : { code }) } });
  return classifyFailure({ status, headers: {}, body }, { message, ...(code === undefined ? {} : { code }) }).reason;
};
const reasonOfBody = (status: number, body: string): FailureReason =>
  classifyFailure({ status, headers: {}, body }, readErrorFields(body)).reason;

describe('errors quoted in the rulebook', () => {
  test.for(providerErrors)('$rule $status $reason: $text', ({ status, text, code, reason }) => {
    expect(reasonOf(status, text, code)).toBe(reason);
  });

  test.for(providerErrorBodies)('$rule $status $reason: $body', ({ status, body, reason }) => {
    expect(reasonOfBody(status, body)).toBe(reason);
  });

  test('classifies them by message if there is no code', () => {
    const misread = providerErrors.filter(({ status, text, reason }) => reasonOf(status, text) !== reason);
    expect(misread).toEqual([]);
  });
});

describe('an error that the API did not write is a failure of the endpoint', () => {
  const page = '<!DOCTYPE html><html><head><title>Sorry</title></head><body>overloaded</body></html>';
  const rows: readonly (readonly [status: number, body: string, reason: FailureReason, code?: string])[] = [
    ...[400, 403, 404, 405, 410, 418, 422, 425, 451].map((status) => [status, page, 'server', 'not-the-api'] as const),
    [404, '404 page not found', 'server', 'not-the-api'],
    [400, '', 'server', 'not-the-api'],
    [404, '{"detail":"Not Found"}', 'server', 'not-the-api'],
    [404, '{"timestamp":1,"status":404,"error":"Not Found","path":"/v1/messages"}', 'server', 'not-the-api'],
    [404, '{"message":"no Route matched with those values","request_id":"x"}', 'server', 'not-the-api'],
    [405, '{"detail":"Method Not Allowed"}', 'server', 'not-the-api'],
    [400, '{}', 'server', 'not-the-api'],
    // A request for a key, a pause or a smaller body counts, whoever sends it.
    [401, page, 'auth'],
    [403, '', 'auth'],
    [403, '{"message":"Forbidden"}', 'auth'],
    [413, page, 'context-overflow'],
    [429, page, 'rate-limit'],
    [502, page, 'server'],
    [504, page, 'timeout'],
    // An error of the API itself keeps its classification.
    [400, '{"error":{"message":"messages: text content blocks must be non-empty"}}', 'invalid-request'],
    [
      400,
      '{"error":{"message":"Bad Request","type":"invalid_request_error"}}',
      'invalid-request',
      'invalid_request_error',
    ],
    [
      404,
      '{"error":{"message":"The model `x` does not exist","code":"model_not_found"}}',
      'model-not-found',
      'model_not_found',
    ],
    [400, 'prompt is too long: 208310 tokens > 200000 maximum', 'context-overflow'],
  ];
  test.for(rows)('%d %s: %s', ([status, body, reason, code]) => {
    const failure = classifyFailure({ status, headers: {}, body }, readErrorFields(body));
    expect([failure.reason, failure.code]).toEqual([reason, code]);
  });
});

describe('codes that mean an overflow only with certain messages (05 §5.2)', () => {
  const rows: readonly (readonly [status: number, text: string, code: string, reason: FailureReason])[] = [
    [400, 'The prompt is too large for this model.', 'RESOURCE_EXHAUSTED', 'context-overflow'],
    [400, 'Request has too many tokens: 1300000, and the limit is 1048576.', 'RESOURCE_EXHAUSTED', 'context-overflow'],
    [400, 'Input exceeds the maximum size.', 'RESOURCE_EXHAUSTED', 'context-overflow'],
    [200, 'Prompt tokens exceed the limit of the model.', 'RESOURCE_EXHAUSTED', 'context-overflow'],
    [400, 'Your messages have more tokens than the model takes: more than 128000.', 'max_tokens', 'context-overflow'],
    [400, 'The conversation is too long.', 'max_tokens', 'context-overflow'],
    [400, 'The prompt exceeds what is left of the context.', 'max_tokens_exceeded', 'context-overflow'],
    [400, 'Quota exceeded for input tokens per minute.', 'RESOURCE_EXHAUSTED', 'rate-limit'],
    [400, 'Resource has been exhausted (e.g. check quota).', 'RESOURCE_EXHAUSTED', 'rate-limit'],
    [429, 'Too many tokens in your prompts.', 'RESOURCE_EXHAUSTED', 'rate-limit'],
    [
      400,
      'max_tokens is too large: 99999. This model supports at most 16384 completion tokens',
      'max_tokens',
      'invalid-request',
    ],
    [400, 'Invalid value.', 'max_tokens', 'invalid-request'],
  ];
  test.for(rows)('%d %s (%s): %s', ([status, text, code, reason]) => {
    expect(reasonOf(status, text, code)).toBe(reason);
  });
});

describe('messages of context overflows', () => {
  const overflows: readonly (readonly [status: number, text: string])[] = [
    [400, 'prompt is too long: 208310 tokens > 200000 maximum'],
    [413, 'Request exceeds the maximum size'],
    [400, 'input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000'],
    [400, "This model's maximum context length is 8192 tokens. However, you requested 9000 tokens"],
    [200, 'Your input exceeds the context window of this model.'],
    [400, 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).'],
    [429, 'The input token count (1196265) exceeds the maximum number of tokens allowed (1048575).'],
    [400, 'Input is too long for requested model.'],
    [400, "This model's maximum prompt length is 131072 but the request contains 537812 tokens"],
    [400, 'Please reduce the length of the messages or completion.'],
    [413, ''],
    [400, 'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length'],
    [400, 'Your request exceeded model token limit: 262144 (requested: 300000)'],
    [400, 'tokens in request more than max tokens allowed'],
    [400, 'Prompt exceeds max length'],
    [400, 'invalid params, context window exceeds limit (2013)'],
    [400, 'the request exceeds the available context size, try increasing it'],
    [500, 'the request exceeds the available context size, try increasing it'],
    [400, 'The number of tokens to keep from the initial prompt is greater than the context length'],
    [400, 'prompt has 9001 tokens, but the configured context size is 8192'],
    [500, 'context length exceeded'],
    [400, '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 258048]'],
    [413, 'Request too large for model `x` on tokens per minute (TPM): Limit 6000, Requested 7322, please reduce it'],
    [429, 'Request too large for gpt-4o on tokens per min (TPM): Limit 30,000, Requested 30,601.'],
  ];
  test.for(overflows)('%d %s', ([status, text]) => {
    expect(reasonOf(status, text)).toBe('context-overflow');
  });
});

describe('misleading errors', () => {
  const traps: readonly (readonly [expected: FailureReason, status: number, text: string, code?: string])[] = [
    // An id is too long, not the prompt.
    ['invalid-request', 400, "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64"],
    ['invalid-request', 500, "Invalid 'input[95].call_id': string too long. Expected a string with maximum length 64"],
    // The requested answer is too long, not the prompt.
    ['invalid-request', 400, 'max_tokens: 100000 > 64000, which is the maximum allowed number of output tokens'],
    ['invalid-request', 400, 'max_tokens is too large: 99999. This model supports at most 16384 completion tokens'],
    ['invalid-request', 400, 'Reasoning is mandatory for this endpoint and cannot be disabled.'],
    // Tokens per minute are a rate limit, even if the text says "exceeded".
    ['rate-limit', 429, 'This request would exceed the rate limit of 40,000 input tokens per minute.'],
    ['rate-limit', 429, 'on tokens per min (TPM): Limit 30000, Used 29999, Requested 30000. Please try again in 1s.'],
    ['rate-limit', 429, 'on requests per min (RPM): Limit 3, Used 3, Requested 1. Please try again in 20s.'],
    ['rate-limit', 429, 'Too many tokens, please wait before trying again.'],
    ['billing', 429, 'on tokens per min (TPM): Limit 0, Requested 12.'],
    // Gemini uses OpenAI's quota message for its rate limits.
    ['rate-limit', 429, 'You exceeded your current quota, please check your plan', 'RESOURCE_EXHAUSTED'],
    ['billing', 429, 'You exceeded your current quota, please check your plan'],
    [
      'context-overflow',
      429,
      'input token count (9) exceeds the maximum number of tokens allowed',
      'RESOURCE_EXHAUSTED',
    ],
    // Billing errors come with many statuses.
    ['billing', 400, 'Your credit balance is too low to access the Anthropic API.', 'invalid_request_error'],
    ['billing', 400, 'You have reached your specified API usage limits. You will regain access on 2027-01-01.'],
    ['billing', 402, 'Insufficient Balance'],
    ['billing', 402, ''],
    ['billing', 403, "Your newly created team doesn't have any credits yet."],
    ['billing', 429, 'Your account is suspended due to insufficient balance', 'exceeded_current_quota_error'],
    // A quota error with status 403 is not a missing permission.
    ['rate-limit', 403, 'Quota exceeded for quota metric', 'PERMISSION_DENIED'],
    ['auth', 403, 'The caller does not have permission', 'PERMISSION_DENIED'],
    ['auth', 401, "You didn't provide an API key.", 'invalid_request_error'],
    ['auth', 401, ''],
    ['auth-permanent', 401, 'Incorrect API key provided: sk-proj-****1234', 'invalid_api_key'],
    ['auth-permanent', 401, 'invalid x-api-key', 'authentication_error'],
    ['auth-permanent', 400, 'API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT'],
    ['auth-permanent', 403, 'OAuth token has been revoked.', 'permission_error'],
    ['auth-permanent', 400, 'This organization has been disabled.', 'invalid_request_error'],
    ['invalid-request', 400, "'xhigh' is not supported for max_tokens when thinking is disabled on this model"],
    // Words about the server's state in a refused request come from tool names.
    ['invalid-request', 400, "tools.0: 'check_rate_limit' and 'is_overloaded' have the same alias"],
    ['invalid-request', 529, 'messages: roles must alternate between "user" and "assistant"'],
    // What an error repeats of the request does not count; its own text does.
    ['invalid-request', 400, "2 validation errors: {'loc': ('body',), 'msg': 'Bad', 'input': 'prompt is too long'}"],
    [
      'invalid-request',
      400,
      "1 validation error for Message: content [input_value='maximum context length is 9 tokens']",
    ],
    ['invalid-request', 422, "Input should be a string [input_value='insufficient credits', input_type=list]"],
    ['invalid-request', 400, "Invalid value: 'context length exceeded'. Supported values are: 'user' and 'assistant'."],
    ['context-overflow', 400, "Prompt exceeds max length: 'input': 'something else'"],
    ['invalid-request', 400, 'Unknown name "rate": the rate of speech must be between 0.5 and 2.'],
    ['invalid-request', 400, 'tool "set_rate_limit": too many requests per minute in the example'],
    ['server', 503, 'upstream connect error or disconnect/reset before headers. reset reason: overflow'],
    ['invalid-request', 400, 'max_tokens must be at least 1, got 0.'],
    ['context-overflow', 400, 'max_tokens must be at least 1, got -344.'],
    ['invalid-request', 400, '`inputs` must be non empty'],
    ['rate-limit', 429, 'Too many tokens per day, please wait before trying again.'],
    ['rate-limit', 429, 'Tokens per minute limit exceeded - too many tokens processed.'],
    // One code with two meanings.
    ['billing', 429, 'You exceeded your current quota, please check your plan', 'insufficient_quota'],
    ['rate-limit', 429, 'Allocated quota exceeded, please increase your quota limit.', 'insufficient_quota'],
    ['auth', 403, 'You have insufficient permissions for this operation.', 'insufficient_permissions'],
    // A missing thing need not be the model.
    ['invalid-request', 404, "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."],
    ['invalid-request', 404, 'No endpoints found that support tool use.'],
    ['model-not-found', 404, 'No endpoints found for some/model.'],
    ['model-not-found', 404, 'model: claude-9', 'not_found_error'],
    ['model-not-found', 404, 'models/gemini-9 is not found for API version v1beta', 'NOT_FOUND'],
    ['model-not-found', 404, 'The model `gpt-9` does not exist or you do not have access to it.', 'model_not_found'],
    ['model-not-found', 404, 'model "llama9" not found, try pulling it first'],
    ['model-not-found', 403, 'Project `p` does not have access to model `gpt-9`', 'model_not_found'],
    ['model-not-found', 400, 'Invalid model: mistral-9', 'invalid_model'],
    ['model-not-found', 400, 'The model `x` has been decommissioned and is no longer supported.'],
    ['unknown', 404, '404 page not found'],
    // Overloads, with every status they come with.
    ['overloaded', 529, ''],
    ['overloaded', 500, 'Overloaded', 'api_error'],
    ['overloaded', 503, 'The model is overloaded. Please try again later.', 'UNAVAILABLE'],
    ['overloaded', 503, 'The service is temporarily unavailable'],
    ['overloaded', 429, 'The engine is currently overloaded, please try again later', 'engine_overloaded_error'],
    ['overloaded', 200, 'This model is currently experiencing high demand.', '503'],
    ['server', 503, ''],
    ['server', 500, 'Internal server error', 'api_error'],
    ['server', 502, 'Bad gateway'],
    ['timeout', 408, ''],
    ['timeout', 499, ''],
    ['timeout', 504, 'Deadline expired before operation could complete.', 'DEADLINE_EXCEEDED'],
    ['timeout', 522, ''],
    ['timeout', 524, ''],
    ['rate-limit', 429, ''],
    ['rate-limit', 400, 'Rate exceeded', 'ThrottlingException'],
    // Inside a stream there is no HTTP status to rely on.
    ['server', 200, 'Provider disconnected'],
    ['server', 200, 'Something went wrong', 'server_error'],
    ['rate-limit', 200, 'Slow down a little', 'rate_limit_exceeded'],
    ['rate-limit', 200, 'Upstream said no', '429'],
    ['invalid-request', 200, 'Something about your request', 'invalid_request_error'],
    ['invalid-request', 200, 'messages.1: `tool_use` ids were found without `tool_result` blocks immediately after'],
    ['content-filter', 400, 'The prompt was blocked', 'content_filter'],
    ['content-filter', 200, 'blocked', 'SAFETY'],
    ['content-filter', 400, 'Output blocked by content filtering policy', 'invalid_request_error'],
    ['content-filter', 400, 'Content Exists Risk', 'invalid_request_error'],
    ['unknown', 302, ''],
    ['unknown', 418, ''],
  ];
  test.for(traps)('%s: %d %s %s', ([expected, status, text, code]) => {
    expect(reasonOf(status, text, code)).toBe(expected);
  });
});

describe('contents of a failure', () => {
  test('everything the provider reported, without keys', () => {
    const body = JSON.stringify({
      error: { type: 'rate_limit_error', message: 'Bad: sk-ant-api03-abcdefgh12345 wait' },
    });
    const headers = { 'retry-after': '7', 'request-id': 'req_1', 'cf-ray': 'ray' };
    expect(classifyFailure({ status: 429, headers, body }, readErrorFields(body))).toEqual({
      reason: 'rate-limit',
      message: 'Bad: [key] wait',
      status: 429,
      code: 'rate_limit_error',
      retryAfterMs: 7_000,
      requestId: 'req_1',
    });
  });

  test('the upstream error instead of the sentence around it', () => {
    const raw = JSON.stringify({ error: { message: 'Corrupted thought signature.', status: 'INVALID_ARGUMENT' } });
    const body = JSON.stringify({ error: { message: 'Provider returned error', code: 400, metadata: { raw } } });
    expect(classifyFailure({ status: 400, headers: {}, body }, { message: 'Provider returned error' })).toEqual({
      reason: 'invalid-request',
      message: 'Provider returned error: Corrupted thought signature.',
      status: 400,
      code: '400',
    });
  });

  test('a retry hint from the message if the body was not kept, and none if waiting does not help', () => {
    const said = { message: 'Please try again in 11.054s.', code: 'rate_limit_exceeded' };
    expect(classifyFailure({ status: 200, headers: {}, body: '' }, said)).toEqual({
      reason: 'rate-limit',
      message: 'Please try again in 11.054s.',
      status: 200,
      code: 'rate_limit_exceeded',
      retryAfterMs: 11_054,
    });
    const large = { message: 'tokens per min (TPM): Limit 10, Requested 20. Please try again in 1s.' };
    expect(classifyFailure({ status: 429, headers: { 'retry-after': '1' }, body: '' }, large)).toEqual({
      reason: 'context-overflow',
      message: large.message,
      status: 429,
    });
  });

  test('a message of limited length on one line, never empty', () => {
    const message = `\u001b[2Jerror\u0000 ${'😀'.repeat(2_000)}`;
    const failure = classifyFailure({ status: 500, headers: {}, body: '' }, { message });
    expect(failure.message).toBe(`[2Jerror  ${'😀'.repeat(994)}…`);
    expect(failure.message.isWellFormed()).toBe(true);
    expect(classifyFailure({ status: 503, headers: {}, body: '' }, { message: '' })).toEqual({
      reason: 'server',
      message: 'status 503 without an error message',
      status: 503,
    });
  });
});

describe('messages of unknown servers', () => {
  test.for([
    'sk-',
    'sk-a',
    '-eyJaaaaaaaa.',
    '<title',
    '`tool_use` ids ',
    'token limit 1 ',
    'model: a ',
    'Bearer ',
    'item with id ',
    '{"error":',
    '****',
    'a*',
    'ak-a',
    'api key: ',
    'key hash ',
    "consumer '",
    'guardrail check ',
    'exceeds the ',
    "'input': ",
  ])('reads a million characters of %s in time', (text) => {
    const message = text.repeat(1_000_000 / text.length);
    for (const body of [message, JSON.stringify({ error: { message } })]) {
      const failure = classifyFailure({ status: 500, headers: {}, body }, readErrorFields(body));
      expect(failure.message.length).toBeLessThanOrEqual(2_000);
    }
  });
});
