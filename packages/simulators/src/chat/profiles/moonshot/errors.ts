/** How Moonshot refuses: a message and a type, without OpenAI's `param` and `code`. */
import type { ApiFault, ApiResponse, Violation } from '../../../api/api.ts';
import { jsonResponse } from '../../../api/json-response.ts';
import { hintHeaders } from '../../../api/retry-headers.ts';
import type { World } from '../../../api/world.ts';
import type { Gate, GateWords } from '../../behaviour.ts';

export function refuseMoonshot({ status, message, code }: Violation): ApiResponse {
  return moonshotError(status, message, code ?? 'invalid_request_error');
}

function moonshotError(
  status: number,
  message: string,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  return jsonResponse(status, { error: { message, type } }, headers);
}

export function moonshotWords(gate: Gate): GateWords | undefined {
  switch (gate.kind) {
    case 'route':
    case 'method':
      return { status: 404, message: `url.not_found: ${gate.method} ${gate.path}`, code: 'resource_not_found_error' };
    case 'no-key':
    case 'bad-key':
      return { status: 401, message: 'Invalid Authentication', code: 'invalid_authentication_error' };
    case 'json':
      return { status: 400, message: 'Invalid request: failed to parse the JSON body', code: 'invalid_request_error' };
    case 'no-model':
      return { status: 400, message: 'Invalid request: model is required', code: 'invalid_request_error' };
    case 'model': {
      const message = `Not found the model ${gate.model} or Permission denied`;
      return { status: 404, message, code: 'resource_not_found_error' };
    }
    case 'shape': {
      const { path, problem, expected, got } = gate;
      const message =
        problem === 'type'
          ? `Invalid request: ${path} should be ${expected}, not ${got}`
          : `Invalid request: ${path} is ${problem}`;
      return { status: 400, message, code: 'invalid_request_error' };
    }
  }
}

export function failMoonshot(fault: ApiFault, world: World): ApiResponse {
  const headers = hintHeaders(fault, world);
  switch (fault.kind) {
    case 'rate-limit': {
      const limit = `Your account ${world.account} request reached organization max RPM: 3`;
      return moonshotError(429, `${limit}${hintText(fault)}`, 'rate_limit_reached_error', headers);
    }
    case 'quota': {
      const message = `Your account ${world.account} is suspended, please check your plan and billing details`;
      return moonshotError(429, message, 'exceeded_current_quota_error');
    }
    case 'overloaded': {
      const message = 'The engine is currently overloaded, please try again later';
      return moonshotError(429, message, 'engine_overloaded_error', headers);
    }
    case 'unavailable':
      return moonshotError(503, 'The service is temporarily unavailable', 'server_error', headers);
    case 'server':
      return moonshotError(500, 'Internal server error', 'server_error');
    case 'auth':
      return moonshotError(401, 'Invalid Authentication', 'invalid_authentication_error');
    case 'overflow': {
      const message = 'Invalid request: Your request exceeded model token limit: 262144 (requested: 300000)';
      return moonshotError(400, message, 'invalid_request_error');
    }
  }
}

/** Moonshot has its own wording. */
function hintText({ hint, retryAfterMs }: ApiFault): string {
  if (retryAfterMs === undefined || (hint !== undefined && hint !== 'text')) return '';
  return `, please try again after ${Math.ceil(retryAfterMs / 1000)} seconds`;
}
