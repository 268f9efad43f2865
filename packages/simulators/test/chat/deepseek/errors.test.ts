/** DeepSeek's refusals and failures. */
import { deepseekProfile } from '../../../src/chat/profiles/deepseek.ts';
import { requestOf } from '../case-checks.ts';
import { checkFailures, type FaultRow, type GateRow } from '../check-failures.ts';

const path = '/chat/completions';
const model = 'deepseek-v4-pro';

const said = (type: string, message: string, code = 'invalid_request_error'): unknown => ({
  error: { type, param: null, code, message },
});

const busy = said(
  'service_unavailable_error',
  'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.',
  'service_unavailable_error',
);

const faults: readonly FaultRow[] = [
  ['rate-limit', 429, said('rate_limit_error', 'Rate limit reached.')],
  ['quota', 402, said('unknown_error', 'Insufficient Balance')],
  ['overloaded', 503, busy],
  ['unavailable', 503, busy],
  ['server', 500, said('internal_error', 'Internal Server Error', 'internal_error')],
  ['auth', 401, said('authentication_error', 'Authentication Fails, Your api key: ****0000 is invalid')],
  [
    'overflow',
    400,
    said(
      'invalid_request_error',
      "This model's maximum context length is 131072 tokens. However, you requested 133980 tokens (133980 in the messages, 0 in the completion). Please reduce the length of the messages or completion.",
    ),
  ],
];

const right = requestOf(path, { model, messages: [{ role: 'user', content: 'Go.' }] });
const gates: readonly GateRow[] = [
  ['another path', { ...right, path: '/chat' }, 404, 'gate-route', said('invalid_request_error', 'Not Found')],
  [
    'no key',
    { ...right, headers: {} },
    401,
    'gate-no-key',
    said('authentication_error', 'Authentication Fails (auth header format should be Bearer sk-...)'),
  ],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    400,
    'gate-json',
    said('invalid_request_error', 'Failed to parse the request body as JSON: expected value at line 1 column 1'),
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    422,
    'gate-no-model',
    said('invalid_request_error', 'Failed to deserialize the JSON body into the target type: missing field `model`'),
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    400,
    'gate-model',
    said('invalid_request_error', 'Model Not Exist'),
  ],
  [
    'no messages',
    requestOf(path, { model }),
    422,
    'gate-shape',
    said('invalid_request_error', 'Failed to deserialize the JSON body into the target type: missing field `messages`'),
  ],
  [
    'an empty conversation',
    requestOf(path, { model, messages: [] }),
    400,
    'gate-shape',
    said('invalid_request_error', 'Empty input messages'),
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    422,
    'gate-shape',
    said(
      'invalid_request_error',
      'Failed to deserialize the JSON body into the target type: messages[0].role: invalid type: an integer, expected a string',
    ),
  ],
];

checkFailures(deepseekProfile, faults, gates);
