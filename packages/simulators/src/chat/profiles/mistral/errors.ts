/**
 * How Mistral refuses: a flat object with its own numbers, pydantic's list for a 422, and the gateway's text for a key.
 */
import type { ApiFault, ApiResponse, Violation } from '../../../api/api.ts';
import { parseJson } from '../../../api/json.ts';
import { jsonResponse } from '../../../api/json-response.ts';
import { hintHeaders, hintText } from '../../../api/retry-headers.ts';
import type { World } from '../../../api/world.ts';
import type { Gate, GateWords } from '../../behaviour.ts';
import { type Detail, detailed } from './violation.ts';

/** Only numbers that were seen in the field; the others come as null. */
const numbers: Readonly<Record<string, string>> = {
  invalid_request_message_order: '3230',
  invalid_request_function_call: '3280',
  invalid_model: '1500',
  rate_limited: '1300',
  service_tier_capacity_exceeded: '3505',
  internal_server_error: '1000',
};

export function refuseMistral({ status, message, code }: Violation): ApiResponse {
  if (status === 401) return jsonResponse(401, { detail: message });
  if (status === 404 || status === 405) return jsonResponse(status, { detail: message });
  const details = status === 422 ? parseJson(message) : undefined;
  return mistralError(status, details ? { detail: details.value } : message, code ?? 'invalid_request_error');
}

function mistralError(
  status: number,
  message: unknown,
  type: string,
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const code = numbers[type] ?? null;
  return jsonResponse(status, { object: 'error', message, type, param: null, code, raw_status_code: status }, headers);
}

export function mistralWords(gate: Gate): GateWords | undefined {
  switch (gate.kind) {
    case 'route':
      return { status: 404, message: 'Not Found' };
    case 'method':
      return { status: 405, message: 'Method Not Allowed' };
    case 'no-key':
    case 'bad-key':
      return { status: 401, message: 'Unauthorized' };
    case 'json':
      return words({ type: 'json_invalid', loc: ['body', 0], msg: 'JSON decode error' });
    case 'no-model':
      return words({ type: 'missing', loc: ['body', 'model'], msg: 'Field required' });
    case 'model':
      return { status: 400, message: `Invalid model: ${gate.model}`, code: 'invalid_model' };
    case 'shape':
      return shapeWords(gate);
  }
}

function shapeWords({ path, problem, expected }: Gate & { readonly kind: 'shape' }): GateWords {
  const loc = ['body', ...path.split(/[.[\]]+/).filter((step) => step !== '')];
  if (problem === 'missing') return words({ type: 'missing', loc, msg: 'Field required' });
  if (problem === 'empty') {
    const message = 'Conversation must have at least one message';
    return { status: 400, message, code: 'invalid_request_message_order' };
  }
  return words({ type: 'type_error', loc, msg: `Input should be ${expected}` });
}

function words(detail: Detail): GateWords {
  const { status, message } = detailed('', [detail]);
  return { status, message };
}

export function failMistral(fault: ApiFault, world: World): ApiResponse {
  const headers = hintHeaders(fault, world);
  switch (fault.kind) {
    case 'rate-limit':
      return mistralError(429, `Rate limit exceeded${hintText(fault)}`, 'rate_limited', headers);
    case 'quota':
      return mistralError(402, 'Payment required', 'payment_required');
    case 'overloaded': {
      const message = 'Service tier capacity exceeded for this model.';
      return mistralError(429, message, 'service_tier_capacity_exceeded', headers);
    }
    case 'unavailable':
      return mistralError(503, 'Service unavailable.', 'internal_server_error', headers);
    case 'server':
      return mistralError(500, 'Service unavailable.', 'internal_server_error');
    case 'auth':
      return jsonResponse(401, { detail: 'Unauthorized' });
    case 'overflow': {
      const message =
        'Prompt contains 140000 tokens and 0 draft tokens, too large for model with 131072 maximum context length';
      return mistralError(400, message, 'invalid_request_prompt');
    }
  }
}
