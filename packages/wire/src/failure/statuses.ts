/** What an HTTP status says when nothing else does. */
import type { FailureReason } from './failure.ts';

const byStatus: Readonly<Record<number, FailureReason>> = {
  400: 'invalid-request',
  401: 'auth',
  402: 'billing',
  403: 'auth',
  408: 'timeout',
  413: 'context-overflow', // Cerebras, and any proxy: the body is too big
  422: 'invalid-request',
  429: 'rate-limit',
  498: 'overloaded', // Groq: no capacity left in the tier
  499: 'timeout',
  504: 'timeout',
  522: 'timeout',
  524: 'timeout',
  529: 'overloaded',
};

export function reasonOfStatus(status: number): FailureReason | undefined {
  return byStatus[status] ?? (status >= 500 && status <= 599 ? 'server' : undefined);
}

/**
 * Statuses of a request that was looked at and turned down. Words like "overloaded" or "rate limit" in such an answer are
 * somebody's tool name or message, not the server's state: a bad order of messages was once taken for an overload.
 */
export function isRefusal(status: number): boolean {
  return status >= 400 && status < 429 && status !== 402 && status !== 403 && status !== 408;
}
