/** The reasons why a request can fail, by who must act. How each provider reports them is in `protocols/<api>/failures.ts`. */
export type FailureReason =
  | 'auth'
  | 'auth-permanent'
  | 'billing'
  | 'rate-limit'
  | 'overloaded'
  | 'timeout'
  | 'network'
  | 'server'
  | 'context-overflow'
  | 'model-not-found'
  | 'invalid-request'
  | 'content-filter'
  | 'unknown';

export interface Failure {
  readonly reason: FailureReason;
  /** The provider's message, limited in length and without keys. */
  readonly message: string;
  readonly status?: number;
  /** The provider's own `code` or `type`. */
  readonly code?: string;
  readonly retryAfterMs?: number;
  readonly requestId?: string;
  /** The model does not support this natively; with the tools described in the prompt it may answer. */
  readonly lacks?: 'tools';
}

/** A failed HTTP response, as far as it was read. Header names in lower case. */
export interface FailedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
