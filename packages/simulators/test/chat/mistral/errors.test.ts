/** Mistral's refusals and failures. */
import { mistralProfile } from '../../../src/chat/profiles/mistral.ts';
import { requestOf } from '../case-checks.ts';
import { checkFailures, type FaultRow, type GateRow } from '../check-failures.ts';

const path = '/v1/chat/completions';
const model = 'mistral-large-latest';

const said = (status: number, type: string, message: unknown, code: string | null = null): unknown => ({
  object: 'error',
  message,
  type,
  param: null,
  code,
  raw_status_code: status,
});

const faults: readonly FaultRow[] = [
  ['rate-limit', 429, said(429, 'rate_limited', 'Rate limit exceeded', '1300')],
  ['quota', 402, said(402, 'payment_required', 'Payment required')],
  [
    'overloaded',
    429,
    said(429, 'service_tier_capacity_exceeded', 'Service tier capacity exceeded for this model.', '3505'),
  ],
  ['unavailable', 503, said(503, 'internal_server_error', 'Service unavailable.', '1000')],
  ['server', 500, said(500, 'internal_server_error', 'Service unavailable.', '1000')],
  ['auth', 401, { detail: 'Unauthorized' }],
  [
    'overflow',
    400,
    said(
      400,
      'invalid_request_prompt',
      'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length',
    ),
  ],
];

const right = requestOf(path, { model, messages: [{ role: 'user', content: 'Go.' }] });
const gates: readonly GateRow[] = [
  ['another path', { ...right, path: '/v1/chat' }, 404, 'gate-route', { detail: 'Not Found' }],
  ['another method', { ...right, method: 'GET' }, 405, 'gate-method', { detail: 'Method Not Allowed' }],
  ['no key', { ...right, headers: {} }, 401, 'gate-no-key', { detail: 'Unauthorized' }],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    422,
    'gate-json',
    said(422, 'invalid_request_error', {
      detail: [{ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' }],
    }),
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    422,
    'gate-no-model',
    said(422, 'invalid_request_error', {
      detail: [{ type: 'missing', loc: ['body', 'model'], msg: 'Field required' }],
    }),
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    400,
    'gate-model',
    said(400, 'invalid_model', 'Invalid model: x', '1500'),
  ],
  [
    'no messages',
    requestOf(path, { model }),
    422,
    'gate-shape',
    said(422, 'invalid_request_error', {
      detail: [{ type: 'missing', loc: ['body', 'messages'], msg: 'Field required' }],
    }),
  ],
  [
    'an empty conversation',
    requestOf(path, { model, messages: [] }),
    400,
    'gate-shape',
    said(400, 'invalid_request_message_order', 'Conversation must have at least one message', '3230'),
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    422,
    'gate-shape',
    said(422, 'invalid_request_error', {
      detail: [{ type: 'type_error', loc: ['body', 'messages', '0', 'role'], msg: 'Input should be a string' }],
    }),
  ],
];

checkFailures(mistralProfile, faults, gates);
