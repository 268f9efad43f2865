/** Moonshot's refusals and failures. */
import { moonshotProfile } from '../../../src/chat/profiles/moonshot.ts';
import { requestOf } from '../case-checks.ts';
import { checkFailures, type FaultRow, type GateRow } from '../check-failures.ts';

const path = '/v1/chat/completions';
const model = 'kimi-k3';

const said = (type: string, message: string): unknown => ({ error: { message, type } });

const faults: readonly FaultRow[] = [
  ['rate-limit', 429, said('rate_limit_reached_error', 'Your account main request reached organization max RPM: 3')],
  [
    'quota',
    429,
    said('exceeded_current_quota_error', 'Your account main is suspended, please check your plan and billing details'),
  ],
  ['overloaded', 429, said('engine_overloaded_error', 'The engine is currently overloaded, please try again later')],
  ['unavailable', 503, said('server_error', 'The service is temporarily unavailable')],
  ['server', 500, said('server_error', 'Internal server error')],
  ['auth', 401, said('invalid_authentication_error', 'Invalid Authentication')],
  [
    'overflow',
    400,
    said(
      'invalid_request_error',
      'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)',
    ),
  ],
];

const right = requestOf(path, { model, messages: [{ role: 'user', content: 'Go.' }] });
const gates: readonly GateRow[] = [
  [
    'another path',
    { ...right, path: '/v1/chat' },
    404,
    'gate-route',
    said('resource_not_found_error', 'url.not_found: POST /v1/chat'),
  ],
  [
    'no key',
    { ...right, headers: {} },
    401,
    'gate-no-key',
    said('invalid_authentication_error', 'Invalid Authentication'),
  ],
  [
    'no JSON',
    { ...right, body: undefined, raw: '{' },
    400,
    'gate-json',
    said('invalid_request_error', 'Invalid request: failed to parse the JSON body'),
  ],
  [
    'no model',
    requestOf(path, { messages: [] }),
    400,
    'gate-no-model',
    said('invalid_request_error', 'Invalid request: model is required'),
  ],
  [
    'an unknown model',
    requestOf(path, { model: 'x' }),
    404,
    'gate-model',
    said('resource_not_found_error', 'Not found the model x or Permission denied'),
  ],
  [
    'no messages',
    requestOf(path, { model }),
    400,
    'gate-shape',
    said('invalid_request_error', 'Invalid request: messages is missing'),
  ],
  [
    'a number for a role',
    requestOf(path, { model, messages: [{ role: 1 }] }),
    400,
    'gate-shape',
    said('invalid_request_error', 'Invalid request: messages[0].role should be a string, not an integer'),
  ],
];

checkFailures(moonshotProfile, faults, gates);
