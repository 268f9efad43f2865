/** z.ai's wording, the same at both of its APIs: Chat Completions and the Anthropic-compatible one. */
import type { FailureTable } from '../api/failure-table.ts';
import { hexadecimal, nextId } from '../api/ids.ts';
import type { World } from '../api/world.ts';

export interface GlmError {
  readonly status: number;
  readonly message: string;
  readonly code: string;
}

/** GLM-001: one sentence for every problem in the order of messages. */
export const illegal: GlmError = {
  status: 400,
  message: 'The messages parameter is illegal. Please check the documentation.',
  code: '1214',
};
/** GLM-002. */
export const notReceived: GlmError = {
  status: 400,
  message: 'The prompt parameter was not received normally.',
  code: '1213',
};
/** GLM-004. */
export const mustThink: GlmError = {
  status: 400,
  message: 'This model does not support disabling thinking, please use low, high, or max instead.',
  code: '1210',
};
export const invalidParameter: GlmError = {
  status: 400,
  message: 'Invalid API parameter, please check the documentation.',
  code: '1210',
};
export const unknownModel: GlmError = {
  status: 400,
  message: 'Unknown Model, please check the model code.',
  code: '1211',
};
export const noKey: GlmError = {
  status: 401,
  message: 'Authentication parameter not received in Header',
  code: '1001',
};
export const badKey: GlmError = { status: 401, message: 'token expired or incorrect', code: '401' };

export const failures: FailureTable = {
  'rate-limit': { status: 429, message: 'Rate limit reached for requests', code: '1302' },
  quota: { status: 429, message: 'Insufficient balance or no resource package. Please recharge.', code: '1113' },
  overloaded: {
    status: 429,
    message: 'The service may be temporarily overloaded, please try again later',
    code: '1305',
  },
  unavailable: { status: 503, message: 'Service temporarily unavailable', code: '500' },
  server: { status: 500, message: 'Internal network failure, please contact customer service.', code: '1234' },
  auth: badKey,
  overflow: { status: 400, message: 'Prompt exceeds max length', code: '1261' },
};

/** `20251009085320c2618bc762ff4023`: the time, and sixteen digits. */
export function newRequestId(world: World): string {
  const time = new Date(Math.floor(world.now()) * 1000).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return time + nextId(world, 16, hexadecimal);
}
