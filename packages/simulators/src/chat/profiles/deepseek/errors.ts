/** How DeepSeek refuses: OpenAI's format, with `invalid_request_error` as its code for nearly everything. */
import type { ApiFault, ApiResponse, Violation } from '../../../api/api.ts';
import { hintHeaders, hintText } from '../../../api/retry-headers.ts';
import type { World } from '../../../api/world.ts';
import type { Gate, GateWords } from '../../behaviour.ts';
import { openaiError } from '../../openai-error.ts';

/** A violation's code is the type of the error. */
export function refuseDeepseek({ status, message, code }: Violation): ApiResponse {
  return deepseekError(status, message, code);
}

function deepseekError(
  status: number,
  message: string,
  type = 'invalid_request_error',
  headers: Readonly<Record<string, string>> = {},
): ApiResponse {
  const code = status >= 500 ? type : 'invalid_request_error';
  return openaiError(status, { message, type, code }, headers);
}

/** Retired model names (DSK-009). */
const retired = ['deepseek-chat'];

export function deepseekWords(gate: Gate): GateWords | undefined {
  switch (gate.kind) {
    case 'route':
    case 'method':
      return { status: 404, message: 'Not Found' };
    case 'no-key': {
      const message = 'Authentication Fails (auth header format should be Bearer sk-...)';
      return { status: 401, message, code: 'authentication_error' };
    }
    case 'bad-key': {
      const message = `Authentication Fails, Your api key: ****${gate.key.slice(-4)} is invalid`;
      return { status: 401, message, code: 'authentication_error' };
    }
    case 'json':
      return { status: 400, message: 'Failed to parse the request body as JSON: expected value at line 1 column 1' };
    case 'no-model':
      return { status: 422, message: `${cannotRead}: missing field \`model\`` };
    case 'model': {
      const words = { status: 400, message: 'Model Not Exist' };
      return retired.includes(gate.model) ? { ...words, rule: 'DSK-009' } : words;
    }
    case 'shape':
      return shapeWords(gate);
  }
}

const cannotRead = 'Failed to deserialize the JSON body into the target type';

function shapeWords({ path, problem, expected, got }: Gate & { readonly kind: 'shape' }): GateWords {
  if (problem === 'missing') {
    return { status: 422, message: `${cannotRead}: missing field \`${path.split('.').at(-1) ?? path}\`` };
  }
  if (problem === 'empty') {
    return { status: 400, message: 'Empty input messages' };
  }
  return { status: 422, message: `${cannotRead}: ${path}: invalid type: ${got}, expected ${expected}` };
}

export function failDeepseek(fault: ApiFault, world: World): ApiResponse {
  const headers = hintHeaders(fault, world);
  switch (fault.kind) {
    case 'rate-limit':
      return deepseekError(429, `Rate limit reached.${hintText(fault)}`, 'rate_limit_error', headers);
    case 'quota':
      return deepseekError(402, 'Insufficient Balance', 'unknown_error');
    case 'overloaded':
    case 'unavailable': {
      const message =
        'Service is too busy. We advise users to temporarily switch to alternative LLM API service providers.';
      return deepseekError(503, message, 'service_unavailable_error', headers);
    }
    case 'server':
      return deepseekError(500, 'Internal Server Error', 'internal_error');
    case 'auth':
      return deepseekError(401, 'Authentication Fails, Your api key: ****0000 is invalid', 'authentication_error');
    case 'overflow':
      return deepseekError(400, overflowWords(133_980, 131_072));
  }
}

export function overflowWords(tokens: number, window: number): string {
  return `This model's maximum context length is ${window} tokens. However, you requested ${tokens} tokens (${tokens} in the messages, 0 in the completion). Please reduce the length of the messages or completion.`;
}
